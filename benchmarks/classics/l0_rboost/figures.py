"""Figures 2 to 11 of Goldberg and Eckstein 2009, redone: what depends on rho, and what on nu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from benchmarks.cells import days
from benchmarks.classics.compare import Method
from benchmarks.classics.deals import Deal, Same, Task, cells_of, run, ten_folds
from benchmarks.classics.l0_rboost.table_1 import SAMPLES, bits, boost, published_method
from benchmarks.classics.table import WIDTH

DEALS = 10
"""Of the paper."""
MARGINS = (0.001, 0.01, 0.05, 0.1, 0.2, 0.4)
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
L0, LP = "L0-RBoost", "LPBoost"
HEAD = (
    "10 folds, dealt up to 10 times as in the paper (deals: of the point with the fewest). "
    "L0-RBoost as published for six rho from 0.001 to 0.4, LPBoost over the same monomials for "
    "nine nu from 0.05 to 0.8; bits as in table 1. worst, best: the mean test accuracy of the "
    "worst and the best of these; over: by how much the training accuracy is above it at the "
    "smallest rho or nu; sizes: the least and the most monomials; matched: of the points of the "
    "other method, how many have one of this method that is no less accurate, with no more "
    "monomials. The pictures of the paper have no numbers in the text at hand."
)


@dataclass(frozen=True, slots=True)
class Point:
    """Means of a method over all folds of all deals.

    Attributes
    ----------
    data, method : str
    order : int
        K.
    value : float
        rho or nu.
    deals : int
    test, train : float
        Accuracy.
    size, margin : float
    seconds : float
        Of the processor, for one fit.
    """

    data: str
    method: str
    order: int
    value: float
    deals: int
    test: float
    train: float
    size: float
    margin: float
    seconds: float


def l0_robustness(
    repetitions: int | None, *, jobs: int, quick: bool
) -> tuple[list[Point], list[str]]:
    """Figures 2 to 11 of Goldberg and Eckstein 2009."""
    cells = cells_of("l0_robustness")
    count = DEALS if repetitions is None else repetitions
    run(cells, tasks(list(SAMPLES)[:1] if quick else SAMPLES, count), jobs)
    points = list(means(list(cells)))
    return points, [*wrap(f"{HEAD} Measured {days(cells)}.", WIDTH), *table(points)]


def tasks(names: Iterable[str], count: int) -> Iterator[Task]:
    """Single literals of a deal, then five, then the next deal."""
    for deal in range(count):
        for order in (1, 5):
            for name in names:
                for method in methods(order):
                    yield Task(name, Same(SAMPLES[name]), ten_folds, method, deal)


def methods(order: int) -> Iterator[Method]:
    """LPBoost for all nu, L0-RBoost for all rho."""
    for share in SHARES:
        method = boost(order, bits(), share)
        yield method._replace(name=_name(LP, order, share))
    for margin in MARGINS:
        method = published_method(order, bits())
        yield Method(_name(L0, order, margin), method.model.set_params(margin=margin), method.size)


def means(cells: Sequence[Deal]) -> Iterator[Point]:
    """A point for each setting that has a cell."""
    settings = [(LP, share) for share in SHARES] + [(L0, margin) for margin in MARGINS]
    for data in SAMPLES:
        for order in (1, 5):
            for method, value in settings:
                name = _name(method, order, value)
                found = [cell for cell in cells if (cell.data, cell.method) == (data, name)]
                if found:
                    scores = [score for cell in found for score in cell.scores]
                    figures = (
                        float(np.mean([getattr(cell, field) for cell in found]))
                        for field in ("train", "size", "margin", "seconds")
                    )
                    test = float(np.mean(scores))
                    yield Point(data, method, order, value, len(found), test, *figures)


def table(points: Sequence[Point]) -> list[str]:
    """A line for each sample, order and method."""
    lines = [
        f"{'':24}{'':14}{'deals':>6}{'worst':>8}{'best':>8}{'over':>8}{'sizes':>14}{'matched':>10}"
        f"{'CPU s':>8}"
    ]
    for data in SAMPLES:
        for order in (1, 5):
            ours, theirs = (
                [p for p in points if (p.data, p.order, p.method) == (data, order, name)]
                for name in (L0, LP)
            )
            for name, found in ((L0, ours), (LP, theirs)):
                if not found:
                    continue
                least = min(found, key=lambda point: point.value)
                sizes = [point.size for point in found]
                tests = [point.test for point in found]
                matched = _matched(found, theirs if name == L0 else ours)
                lines.append(
                    f"{data if name == L0 else '':24}{f'{name}, K = {order}':16}"
                    f"{min(point.deals for point in found):4}{min(tests):8.3f}{max(tests):8.3f}"
                    f"{least.train - least.test:8.3f}"
                    f"{f'{min(sizes):.1f} to {max(sizes):.1f}':>14}{matched:>10}"
                    f"{np.mean([point.seconds for point in found]):8.3f}"
                )
    return lines


def _matched(found: Sequence[Point], others: Sequence[Point]) -> str:
    matched = sum(
        any(point.size <= other.size and point.test >= other.test for point in found)
        for other in others
    )
    return f"{matched} of {len(others)}"


def _name(method: str, order: int, value: float) -> str:
    return f"{method}, K = {order}, {'nu' if method == LP else 'rho'} = {value:g}"
