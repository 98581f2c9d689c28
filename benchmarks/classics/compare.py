"""Estimators on the same splits of a sample."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier
from sklearn.model_selection import StratifiedKFold

from benchmarks.classics.paper_samples import Sample
from benchmarks.classics.table import Published, Row
from benchmarks.record import tree_cpu

Split = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Rows to train and to test on."""


class Method(NamedTuple):
    """What is compared.

    Attributes
    ----------
    name : str
    model : estimator
        Cloned for every split, and its ``random_state`` set to the number of the split.
    size : callable
        Of a fitted model: how many hypotheses, columns or bases it uses.
    """

    name: str
    model: Any
    size: Callable[[Any], float]


def folds(y: NDArray[Any], repetitions: int, count: int = 10, seed: int = 0) -> list[Split]:
    """Stratified folds, dealt anew for every repetition, with seeds from the given one on."""
    return [
        split
        for seed in range(seed, seed + repetitions)
        for split in StratifiedKFold(count, shuffle=True, random_state=seed).split(y, y)
    ]


def holdouts(rows: int, repetitions: int, share: float = 0.1, seed: int = 0) -> list[Split]:
    """Random splits, with that share of the rows to test on, with seeds from the given one on."""
    permutations = (
        np.random.default_rng(seed).permutation(rows) for seed in range(seed, seed + repetitions)
    )
    return [(order[round(rows * share) :], order[: round(rows * share)]) for order in permutations]


def compare(
    data: str,
    sample: Sample | Callable[[int], Sample],
    splits: Sequence[Split],
    methods: Sequence[Method],
    published: dict[str, Published] | None = None,
    *,
    jobs: int = 1,
) -> Iterator[Row]:
    """Fit every method on every split; a row a method, as soon as it is there.

    Parameters
    ----------
    data : str
        The name of the sample.
    sample : pair of arrays, or callable
        Of the number of a split, where every split has rows of its own.
    splits : list of pairs of arrays
    methods : list of Method
    published : dict, optional
        From names of methods.
    jobs : int
        Processes at a time, of one thread each.
    """
    workers = ProcessPoolExecutor(jobs, get_context("spawn")) if jobs > 1 else nullcontext()
    with workers as pool:
        for method in methods:
            tasks = [
                (method, sample(number) if callable(sample) else sample, split, number)
                for number, split in enumerate(splits)
            ]
            found = list((pool.map if pool else map)(_run, tasks))
            yield Row.of(data, method.name, found, (published or {}).get(method.name))


def _run(task: tuple[Method, Sample, Split, int]) -> tuple[float, float, float, float, float]:
    """Score, size, bound, gap and CPU seconds of the fit."""
    found = judge(*task)
    return found.score, found.size, found.bound, found.gap, found.seconds


class Found(NamedTuple):
    """What one fit found: NaN is for what a model does not tell.

    Attributes
    ----------
    score, train : float
        Accuracy, or the mean squared error, of the rows to test and to train on.
    held : float
        Accuracy of the rows that a `Validated` model has held back.
    size, bound, gap, margin : float
    seconds : float
        Of the processor, of all processes, for the fit.
    """

    score: float
    train: float
    held: float
    size: float
    bound: float
    gap: float
    margin: float
    seconds: float


def judge(method: Method, sample: Sample, split: Split, number: int) -> Found:
    """Fit to the rows to train on, with the number as the seed, and test."""
    (X, y), (train, test) = sample, split
    model = clone(method.model)
    seeds = [name for name in model.get_params() if name.split("__")[-1] == "random_state"]
    model.set_params(**dict.fromkeys(seeds, number))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        started = tree_cpu()  # solvers run in processes of their own
        model.fit(X[train], y[train])
        seconds = tree_cpu() - started
    scores = []
    for rows in (test, train):
        answers = model.predict(X[rows])
        if is_classifier(model):
            scores.append(float((answers == y[rows]).mean()))
        else:
            scores.append(float(((answers - y[rows]) ** 2).mean()))
    told = (getattr(model, f"{name}_", np.nan) for name in ("held", "bound", "gap", "margin"))
    held, bound, gap, margin = (float(np.nan if value is None else value) for value in told)
    score, train_score = scores
    return Found(score, train_score, held, method.size(model), bound, gap, margin, seconds)
