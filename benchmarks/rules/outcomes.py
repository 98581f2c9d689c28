"""All folds of a method on a set together, and differences between two methods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.rules.cells import Cell
from benchmarks.rules.methods import LARGER


@dataclass(frozen=True, slots=True)
class Outcome:
    """A method on a set; means over the folds, errors over all rows tested.

    `rules`, `literals` and `splits` are as in `Size`, `trouble` says why a fold has no answer.
    """

    sample: str
    method: str
    version: str
    error: float = np.nan
    log_loss: float = np.nan
    train_error: float = np.nan
    rules: float = np.nan
    literals: float = np.nan
    splits: float = np.nan
    seconds: float = np.nan
    trouble: str = ""
    mistakes: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool), repr=False)


class Difference(NamedTuple):
    """Of two errors on the same rows, and its standard error."""

    mean: float
    error: float

    @property
    def sign(self) -> int:
        """-1 or 1 where it is more than a standard error, otherwise 0."""
        return int(np.sign(self.mean)) if abs(self.mean) > self.error else 0


Outcomes = dict[tuple[str, str], Outcome]
"""From sets and methods."""


def difference(first: Outcome, second: Outcome) -> Difference:
    """The error of the first less that of the second."""
    gap = first.mistakes.astype(float) - second.mistakes
    return Difference(float(gap.mean()), float(gap.std() / np.sqrt(gap.size)))


def outcomes(cells: Iterable[Cell]) -> Outcomes:
    """Of every method on every set the last version that is whole, or that has failed.

    Whole is a version with as many folds as the larger class has.
    """
    cells = list(cells)
    folds_of = Counter(cell.sample for cell in cells if cell.method == LARGER)
    groups: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.sample, cell.method, cell.version), []).append(cell)
    found: Outcomes = {}
    for (sample, method, version), folds in groups.items():
        trouble = next((cell.trouble for cell in folds if cell.trouble), "")
        if trouble:
            found[sample, method] = Outcome(sample, method, version, trouble=trouble)
        elif len(folds) == folds_of[sample]:
            found[sample, method] = _together(sample, method, version, folds)
    return found


def _together(sample: str, method: str, version: str, folds: list[Cell]) -> Outcome:
    folds = sorted(folds, key=lambda cell: cell.fold)
    mistakes = np.concatenate([cell.mistakes() for cell in folds])
    means = {
        name: float(
            np.mean([np.nan if (v := getattr(cell, name)) is None else v for cell in folds])
        )
        for name in ("log_loss", "train_error", "rules", "literals", "splits", "seconds")
    }
    return Outcome(
        sample, method, version, error=float(mistakes.mean()), mistakes=mistakes, **means
    )
