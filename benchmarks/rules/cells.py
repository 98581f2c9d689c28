"""One fit in a process of its own: a cell is one method on one fold of one set."""

from __future__ import annotations

import base64
import multiprocessing
import os
import resource
import signal
import sys
import time
import warnings
import zlib
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.record import tree_cpu
from benchmarks.rules.data_sets import Sample
from benchmarks.rules.encodings import ENCODINGS
from benchmarks.rules.methods import Method

LEAST = 1e-3
"""Probabilities below it are taken as it, in the logarithmic loss."""
BINS = 20
"""Of the probability of the class that is most likely, of the same width, for the calibration."""
PATIENCE = 6
"""Wall-clock seconds for each second of the limit: the machine may be busy."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one fit found.

    Attributes
    ----------
    sample, method, version, fold : str, str, str, int
        The key.
    seconds : float
        Of the processor, of all processes, encoding included.
    error, log_loss, train_error : float or None
        On the rows tested, and on those trained; no log-loss without probabilities.
    calibration : list of float
        Of each of the `BINS`, the rows that are right less the sum of the probabilities that said
        so; empty without probabilities.
    rules, literals, splits : int or None
        See `Size`.
    wrong : str
        Which of the tested rows: bits, packed, compressed, base64.
    tested : int
    trouble : str
        Why there is nothing.
    """

    sample: str
    method: str
    version: str
    fold: int
    seconds: float | None = None
    error: float | None = None
    log_loss: float | None = None
    train_error: float | None = None
    calibration: list[float] = field(default_factory=list)
    rules: int | None = None
    literals: int | None = None
    splits: int | None = None
    wrong: str = ""
    tested: int = 0
    trouble: str = ""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What names it."""
        return self.sample, self.method, self.version, self.fold

    def mistakes(self) -> NDArray[np.bool_]:
        """Of every tested row, whether it is wrong."""
        packed = np.frombuffer(zlib.decompress(base64.b64decode(self.wrong)), np.uint8)
        return np.unpackbits(packed, count=self.tested).astype(bool)


def fit(method: Method, version: str, name: str, sample: Sample, fold: int, limit: float) -> Cell:
    """Fit and judge in a forked process that ends after `limit` seconds of the processor."""
    key = (name, method.name, version, fold)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, method, sample, fold, limit))
    process.start()
    sender.close()
    answer: dict[str, Any] = {}
    try:
        if receiver.poll(limit * PATIENCE):
            answer = receiver.recv()
    except EOFError:
        pass
    try:
        os.killpg(process.pid or 0, signal.SIGKILL)
    except ProcessLookupError:
        process.kill()
    process.join()
    if not answer:
        over = process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL)
        answer = {"trouble": f"limit of {limit:g} s" if over else f"ended with {process.exitcode}"}
    return Cell(*key, **answer)


def _answer(sender: Connection, method: Method, sample: Sample, fold: int, limit: float) -> None:
    os.setpgid(0, 0)
    whole = round(limit + time.process_time()) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 5))
    sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    try:
        answer = judge(method, sample, fold)
    except Exception as error:
        answer = {"trouble": f"{type(error).__name__}: {error}"[:200]}
    sender.send(answer)
    sender.close()
    os._exit(0)


def judge(method: Method, sample: Sample, fold: int) -> dict[str, Any]:
    """Fit to the training rows of a fold, and judge on its other rows."""
    train, test = sample.split(fold)
    table, labels = sample.table, sample.labels
    warnings.simplefilter("ignore")
    model = method.make()
    started = tree_cpu()
    rows, tested = ENCODINGS[method.reads](table.iloc[train], table.iloc[test])
    model.fit(rows, labels[train])
    seconds = tree_cpu() - started
    wrong = np.asarray(model.predict(tested)).ravel().astype(int) != labels[test]
    wrong_trained = np.asarray(model.predict(rows)).ravel().astype(int) != labels[train]
    packed = zlib.compress(np.packbits(wrong).tobytes(), 9)
    size = method.size(model)
    chances = np.asarray(model.predict_proba(tested)) if hasattr(model, "predict_proba") else None
    return {
        "seconds": round(seconds, 4),
        "error": round(float(wrong.mean()), 6),
        "train_error": round(float(wrong_trained.mean()), 6),
        "log_loss": None if chances is None else _log_loss(chances, labels[test]),
        "calibration": [] if chances is None else _calibration(chances, labels[test]),
        **size._asdict(),
        "wrong": base64.b64encode(packed).decode(),
        "tested": int(test.size),
    }


def _log_loss(chances: NDArray[np.float64], labels: NDArray[np.intp]) -> float:
    found = chances[np.arange(labels.size), labels]
    return round(float(-np.log(np.clip(found, LEAST, 1)).mean()), 6)


def _calibration(chances: NDArray[np.float64], labels: NDArray[np.intp]) -> list[float]:
    best = chances.max(axis=1)
    right = chances.argmax(axis=1) == labels
    bins = np.minimum((best * BINS).astype(int), BINS - 1)
    return [round(float(gap), 4) for gap in np.bincount(bins, right - best, BINS)]
