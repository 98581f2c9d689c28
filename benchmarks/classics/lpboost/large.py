"""Table 2 and figure 1 of Demiriz, Bennett and Shawe-Taylor 2002: trees, with and without noise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from benchmarks.classics import paper_samples
from benchmarks.classics.compare import Method, Split
from benchmarks.classics.deals import Deal, Same, Task, row
from benchmarks.classics.lpboost import trees
from benchmarks.classics.paper_samples import Sample
from benchmarks.classics.table import Published, Row

DEALS = 3
"""The paper has one."""
NOISE = 0.15
SHARES = (0.03, 0.05, 0.07, 0.09, 0.11)
"""Nu from the paper's smallest to its largest."""
ROUNDS = (5, 10, 15, 20, 25)
STRENGTHS = (0.1, 1.0)


class Large(NamedTuple):
    """A sample of table 2.

    Attributes
    ----------
    read : callable
    known, rows : int
        The first rows, which are not for the test, and how many of them are to train on.
    published : tuple of float
        Accuracy of LPBoost, rated LPBoost, AdaBoost and C4.5.
    """

    read: Callable[[], Sample]
    known: int
    rows: int
    published: tuple[float, float, float, float]


SAMPLES = {
    "adult": Large(paper_samples.adult, 32561, 8140, (0.8476, 0.8461, 0.8358, 0.8289)),
    "optdigits": Large(paper_samples.optdigits, 3823, 955, (0.9249, 0.9355, 0.9416, 0.7958)),
    "usps": Large(paper_samples.usps, 7291, 1822, (0.9123, 0.9103, 0.9103, 0.7833)),
}
METHODS = ("LPBoost trees", "LPBoost trees, rated", "AdaBoost trees", "tree", "L1 logistic", "SVC")
NOISY = ", noise"
BITS_ONLY = (
    "the paper has numbers and C4.5; here are bits (a9a, as the raw test file is not at hand) and "
    "other trees."
)
OTHER_TREES = "the paper has C4.5 and its own rows to train on; here are other trees and rows."
NOTES = {
    f"{name}, {method}": BITS_ONLY if name == "adult" else OTHER_TREES
    for name in SAMPLES
    for method in METHODS
}


@dataclass(frozen=True, slots=True)
class Noisy:
    """The share `NOISE` of the known rows gets another class."""

    read: Callable[[], Sample]
    known: int

    def __call__(self, deal: int) -> Sample:
        """The sample of a deal."""
        random = np.random.default_rng(deal)
        X, y = self.read()
        classes, codes = np.unique(y, return_inverse=True)
        changed = random.choice(self.known, round(NOISE * self.known), replace=False)
        codes[changed] += random.integers(1, classes.size, changed.size)
        return X, classes[codes % classes.size]


@dataclass(frozen=True, slots=True)
class Known:
    """Those known in any order, the first ones to train on and the rest to choose by."""

    known: int

    def __call__(self, sample: Sample, deal: int) -> list[Split]:
        """The only split of a deal."""
        order = np.random.default_rng(deal).permutation(self.known)
        return [(order, np.arange(self.known, len(sample[1])))]


def tasks(names: Iterable[str], deals: int) -> Iterator[Task]:
    """All samples of a deal before the next one."""
    for deal in range(deals):
        for name in names:
            large = SAMPLES[name]
            for suffix, read in (("", Same(large.read)), (NOISY, Noisy(large.read, large.known))):
                for method in methods(large.rows):
                    yield Task(name + suffix, read, Known(large.known), method, deal)


def methods(rows: int) -> Iterator[Method]:
    """Every setting on its own."""
    for nu in SHARES:
        for rated in (False, True):
            yield trees.held_back(trees.boosted(nu, rated=rated), rows, f"nu = {nu:g}")
    for rounds in ROUNDS:
        yield trees.held_back(trees.adaboost(rounds), rows, f"{rounds} rounds")
    yield trees.held_back(trees.tree(), rows, "")
    linear = OneVsRestClassifier(LogisticRegression(l1_ratio=1, solver="liblinear"))
    for strength in STRENGTHS:
        for name, model, parameter, size in (
            ("L1 logistic", linear, "estimator__C", _columns),
            ("SVC", SVC(), "C", _vectors),
        ):
            priced = clone(model).set_params(**{parameter: strength})
            chosen = make_pipeline(StandardScaler(), priced)
            yield trees.held_back(Method(name, chosen, size), rows, f"C = {strength:g}")


def rows(cells: Sequence[Deal]) -> Iterator[Row]:
    """A row for each method: in every deal the setting that is best on the rows held back."""
    for name, large in SAMPLES.items():
        told = dict(zip(METHODS, map(Published, large.published), strict=False))
        for data in (name, name + NOISY):
            for method in METHODS:
                chosen = list(_chosen(cells, data, method))
                if chosen:
                    yield row(chosen, told.get(method) if data == name else None)


def _chosen(cells: Sequence[Deal], data: str, method: str) -> Iterator[Deal]:
    found = [
        cell for cell in cells if cell.data == data and cell.method.partition(";")[0] == method
    ]
    for deal in sorted({cell.deal for cell in found}):
        settings = [cell for cell in found if cell.deal == deal]
        best = max(settings, key=lambda cell: cell.held or 0.0)
        seconds = sum(cell.seconds or 0.0 for cell in settings)
        yield replace(best, method=method, seconds=seconds)


def curves(cells: Sequence[Deal]) -> Iterator[dict[str, Any]]:
    """Figure 1: accuracy on the rows held back, and in the test, for every nu."""
    for name in SAMPLES:
        for data in (name, name + NOISY):
            for nu in SHARES:
                found = [
                    cell
                    for cell in cells
                    if (cell.data, cell.method) == (data, f"LPBoost trees; nu = {nu:g}")
                ]
                if found:
                    yield {
                        "data": name,
                        "noise": data != name,
                        "nu": nu,
                        "deals": len(found),
                        "held": float(np.mean([cell.held for cell in found])),
                        "test": float(np.mean([np.mean(cell.scores) for cell in found])),
                        "size": float(np.mean([cell.size for cell in found])),
                    }


def curve_lines(points: Sequence[dict[str, Any]]) -> list[str]:
    """Figure 1 as a table: accuracy on the rows held back."""
    lines = [f"{'':24}" + "".join(f"{f'nu={nu:g}':>9}" for nu in SHARES)]
    for data in dict.fromkeys((point["data"], point["noise"]) for point in points):
        held = {p["nu"]: p["held"] for p in points if (p["data"], p["noise"]) == data}
        figures = "".join(f"{held[nu]:9.4f}" if nu in held else f"{'':9}" for nu in SHARES)
        lines.append(f"{data[0] + NOISY * data[1]:24}{figures}")
    return lines


def _columns(model: Any) -> float:
    """Those that some class uses."""
    weights = [member.coef_ for member in model[-1].estimators_]
    return float((np.abs(np.vstack(weights)) > 1e-9).any(axis=0).sum())


def _vectors(model: Any) -> float:
    return float(len(model[-1].support_))
