"""Methods on deals of folds, as cells of a file: what is in it is not fitted again."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from benchmarks import record
from benchmarks.cells import Cells, today
from benchmarks.classics.compare import Found, Method, Split, folds, judge
from benchmarks.classics.paper_samples import Sample
from benchmarks.classics.table import Published, Row

DIGITS = 5


@dataclass(frozen=True, slots=True)
class Deal:
    """One method on all folds of one deal.

    Attributes
    ----------
    data, method, deal : str, str, int
        The key; the number of the deal is its seed.
    scores : list of float
        Accuracy or squared error on the rows to test, a fold each.
    train, held, size, bound, margin, seconds : float or None
        Means over the folds of what `Found` has.
    gap : float or None
        The largest.
    day : str
        When it was measured.
    """

    data: str
    method: str
    deal: int
    scores: list[float]
    train: float | None
    held: float | None
    size: float | None
    bound: float | None
    gap: float | None
    margin: float | None
    seconds: float | None
    day: str

    @property
    def key(self) -> tuple[str, str, int]:
        """What names it."""
        return self.data, self.method, self.deal


class Task(NamedTuple):
    """A cell to measure.

    Attributes
    ----------
    data : str
    read : callable
        The sample of the number of a deal.
    splits : callable
        The rows to train and to test on, of the labels and the number of a deal.
    method : Method
    deal : int
    """

    data: str
    read: Callable[[int], Sample]
    splits: Callable[[Sample, int], Sequence[Split]]
    method: Method
    deal: int


@dataclass(frozen=True, slots=True)
class Same:
    """The same sample for every deal."""

    read: Callable[[], Sample]

    def __call__(self, deal: int) -> Sample:
        """The sample."""
        return self.read()


def ten_folds(sample: Sample, deal: int) -> list[Split]:
    """Stratified folds of a deal."""
    return folds(sample[1], 1, seed=deal)


def cells_of(part: str) -> Cells[Deal]:
    """Those of a part of the classics."""
    return Cells(record.RESULTS / f"classics-{part}.jsonl", Deal)


def run(
    cells: Cells[Deal],
    tasks: Iterable[Task],
    jobs: int,
    again: Callable[[Deal], bool] = lambda cell: False,
) -> None:
    """Measure what is not there yet, in their order, and add each cell as soon as it is there.

    A cell that `again` is true of is measured once more.
    """
    keys = {key for key, cell in cells.found.items() if not again(cell)}
    left = [task for task in tasks if (task.data, task.method.name, task.deal) not in keys]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(measure, task) for task in left]):
                cell = done.result()
                cells.add(cell)
                share = f"{np.mean(cell.scores):.4f} {cell.seconds:8.3f} s a fit"
                print(time.strftime("%H:%M:%S"), *cell.key, share, flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def measure(task: Task) -> Deal:
    """Fit the method to every fold."""
    sample = _sample(task.read, task.deal)
    splits = task.splits(sample, task.deal)
    found = [
        judge(task.method, sample, split, task.deal * len(splits) + number)
        for number, split in enumerate(splits)
    ]
    means = Found(*(float(np.mean(column)) for column in zip(*found, strict=True)))
    return Deal(
        data=task.data,
        method=task.method.name,
        deal=task.deal,
        scores=[round(each.score, DIGITS) for each in found],
        train=_kept(means.train),
        held=_kept(means.held),
        size=_kept(means.size),
        bound=_kept(means.bound),
        gap=_kept(max(each.gap for each in found), significant=True),
        margin=_kept(means.margin),
        seconds=_kept(means.seconds),
        day=today(),
    )


def row(cells: Sequence[Deal], published: Published | None = None, deals: int = 1) -> Row:
    """The means of a method on a sample, and standard errors from the spread of the folds.

    A published mean over so many `deals` gets the standard error that ours would have for as many,
    if the paper tells none.
    """
    scores = [score for cell in cells for score in cell.scores]
    spread = float(np.std(scores, ddof=1)) if len(scores) > 1 else np.nan
    if published is not None and math.isnan(published.error):
        published = published._replace(error=spread / np.sqrt(deals * len(cells[0].scores)))
    size, bound, seconds = (
        float(np.mean([_number(getattr(cell, name)) for cell in cells]))
        for name in ("size", "bound", "seconds")
    )
    return Row(
        cells[0].data,
        cells[0].method,
        len(scores),
        float(np.mean(scores)),
        spread / np.sqrt(len(scores)),
        size,
        bound,
        max(_number(cell.gap) for cell in cells),
        seconds,
        published,
    )


def repeats(cells: Iterable[Deal]) -> str:
    """How many deals there are of each method on each sample, from the fewest to the most."""
    counts = Counter((cell.data, cell.method) for cell in cells).values()
    return " to ".join(dict.fromkeys((str(min(counts)), str(max(counts)))))


@lru_cache(2)
def _sample(read: Callable[[int], Sample], deal: int) -> Sample:
    return read(deal)


def _number(value: float | None) -> float:
    return np.nan if value is None else value


def _kept(value: float, *, significant: bool = False) -> float | None:
    if not math.isfinite(value):
        return None
    return float(f"{value:.3g}") if significant else round(value, DIGITS)
