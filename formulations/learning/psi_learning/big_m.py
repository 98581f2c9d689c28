"""Bounds on the margins of an optimal plane: the values of M."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from nzdd.formulations.learning.psi_learning.psi_problem import PsiProblem
from nzdd.input.arrays import Bools, Floats
from nzdd.input.parameters import check_number

LARGEST = 1000.0
"""The paper's M for all data. Larger ones cost solvers too much accuracy."""

DISTANCES = 10**7
"""The most distances in memory at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class BigM:
    """Bounds on ``|w @ x_i + b|``, or only on how far a row lies on the wrong side.

    Attributes
    ----------
    values : ndarray, shape (n,)
        M of every row.
    outside : float
        A lower bound on the objective of planes that exceed one of the values, with their best
        intercept; infinite where the values follow from the data.
    """

    values: Floats
    outside: float

    def binds(self, margins: Floats) -> Bools:
        """The rows whose margin is at its bound, if not all bounds follow from the data."""
        at_bound: Bools = np.abs(margins) >= self.values.max() * (1 - 1e-6)
        return at_bound & math.isfinite(self.outside)


def smallest_big_m(problem: PsiProblem, upper: float, largest: float = LARGEST) -> BigM:
    """Bounds that some optimal plane satisfies, given that the optimum is at most `upper`.

    Parameters
    ----------
    problem : PsiProblem
    upper : float
        The objective of any plane.
    largest : float
        Above 1. Values that would be larger are set to this, and `BigM.outside` is a lower bound on
        the objective of planes beyond it.

    Raises
    ------
    ValueError
        If `upper` is not finite, or `largest` not above 1.

    Notes
    -----
    Losses are not negative, so ``J(w) <= upper``. For fixed w the loss is piecewise linear and
    lower semicontinuous in b, constant at both ends, with breakpoints where a margin is 0 or 1. So
    a best b has ``w @ x_k + b`` in {-1, 0, 1} for some row k. Hence ``|w @ x_i + b| <= 1 + |w @
    (x_i - x_k)|``, which is at most 1 + |w| times the distance of the rows in the dual norm. Time
    O(n d) for the 1-norm, O(n^2 d) for the 2-norm; memory O(n d).
    """
    if not np.isfinite(upper):
        raise ValueError(f"upper is {upper}; give the objective of a plane that is allowed")
    radius = upper if problem.norm == "l1" else np.sqrt(2 * upper)
    needed = np.maximum(1 + 1e-6, (1 + radius * _reach(problem)) * (1 + 1e-9))
    return at_most(problem, needed, largest)


def at_most(problem: PsiProblem, needed: Floats, largest: float) -> BigM:
    """Bounds that some optimal plane satisfies, but none above `largest`; see `smallest_big_m`."""
    check_number("largest", largest, 1.0, above=True, infinite=True)
    cut = needed > largest
    if not cut.any():
        return BigM(needed, np.inf)
    beyond = (largest - 1) / _reach(problem)[cut].max()
    cost = beyond if problem.norm == "l1" else 0.5 * beyond**2
    return BigM(np.minimum(needed, largest), float(cost))


def _reach(problem: PsiProblem) -> Floats:
    """The distance of each row from the farthest one, in the dual norm of the penalty."""
    rows = problem.features
    if problem.norm == "l1":
        far = np.maximum(rows - rows.min(axis=0), rows.max(axis=0) - rows)
        return np.asarray(far.max(axis=1))
    parts = np.array_split(rows, 1 + len(rows) ** 2 // DISTANCES)
    return np.concatenate([cdist(part, rows).max(axis=1) for part in parts])
