"""A nu that suits the sample, chosen by cross-validation."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.folds import Codes, Places, drawn, folds
from nzdd.formulations.learning.lpboost.boosting import lpboost
from nzdd.formulations.learning.lpboost.hypotheses.classification_stumps import (
    ClassificationStumps,
)
from nzdd.formulations.learning.lpboost.hypotheses.sorted_columns import SortedColumns
from nzdd.formulations.learning.lpboost.problems.nu_problem import NuProblem
from nzdd.input.arrays import Floats

SHARES = (0.95, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2, 0.1, 0.05)
"""The grid: shares of `constant_nu`."""
DEFAULT = 0.5
"""The share where there is nothing to choose by."""
COARSE = 1e-4
"""The gap to which the ensembles of the folds are found, and a margin that counts as none."""
WORSE = 2
"""After so many errors that are more than a standard error above the best one, it ends."""


class NuChoice(NamedTuple):
    """What was chosen, and by what.

    Attributes
    ----------
    nu : float
    nus : ndarray, shape (tried,)
        Descending; empty if there was nothing to choose by.
    errors : ndarray, shape (tried,)
        The share of the weight of held-out rows that were given a wrong class.
    """

    nu: float
    nus: Floats
    errors: Floats

    def from_the_best(self) -> list[float]:
        """The nu, and then the larger ones: with more rows it may leave no soft margin."""
        return [self.nu, *np.sort(self.nus[self.nus > self.nu]).tolist()]


def constant_nu(codes: Codes, weights: Floats) -> float:
    """The nu from which on the larger class for all rows has a soft margin of 0 or more, at most 1.

    It is ``1 - 2 s / nu``, with s the share of the other classes.
    """
    masses = np.bincount(codes, weights)
    return float(min(1.0, 2 * (1 - masses.max() / masses.sum())))


def choose_nu(
    X: Floats, codes: Codes, weights: Floats, make_engine: MakeEngine, limits: Limits
) -> NuChoice:
    """The nu on a grid whose ensembles of stumps err least on rows held out.

    The grid goes down from 95 % of `constant_nu`, with two classes until no soft margin is positive
    or the errors have grown. They are averaged with those of both neighbours, which count half,
    since a single error is mostly chance. If none is below that of the larger class, `constant_nu`
    is taken.

    Parameters
    ----------
    X : ndarray, shape (rows, columns)
        Distinct for each class, and in an order that depends on them alone.
    codes : ndarray of integers, shape (rows,)
        The class of each row, from 0.
    weights : ndarray, shape (rows,)
        Above 0.
    make_engine, limits
        See `lpboost`. At a limit what is known decides.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.

    Notes
    -----
    Time: up to nine times five ensembles to a coarse gap; of more than 1000 rows nine times three,
    and of no more than 3000 rows.
    """
    constant = constant_nu(codes, weights)
    rows = drawn(codes.size)
    middle = _at_least_a_row(DEFAULT * constant, weights)
    judges = _judges(X, codes, weights, rows, make_engine, limits)
    judged = sum(judge.mass for judge in judges)
    masses = np.bincount(codes[rows], weights[rows])
    two = int(codes.max()) == 1
    errors: list[float] = []
    for share in SHARES if judges and constant else ():
        wrong = [judge.wrong(share) for judge in judges]
        if None in wrong:
            break
        errors.append(sum(filter(None, wrong)) / judged)
        best = min(errors)
        bad = best + math.sqrt(best * (1 - best) / rows.size)
        if two and len(errors) > WORSE and min(errors[-WORSE:]) > bad:
            break
    found = np.array(errors)
    nus = np.array([_at_least_a_row(share * constant, weights) for share in SHARES[: found.size]])
    if not found.size:
        hopeless = judges and constant and limits.reached() is None
        return NuChoice(constant if hopeless else middle, nus, found)
    if found.min() > 1 - masses.max() / masses.sum():
        return NuChoice(constant, nus, found)
    return NuChoice(float(nus[_smoothed(found).argmin()]), nus, found)


class _Judge:
    """Learns from the rows of a fold at any nu, and counts its errors on the others."""

    def __init__(
        self,
        X: Floats,
        codes: Codes,
        weights: Floats,
        train: Places,
        test: Places,
        make_engine: MakeEngine,
        limits: Limits,
    ) -> None:
        self._weights, self._make_engine, self._limits = weights[train], make_engine, limits
        self._masses = np.bincount(codes[train], self._weights)
        self._constant = constant_nu(codes[train], self._weights)
        columns = SortedColumns(X[train])
        self._learner = ClassificationStumps(columns, codes[train], self._masses.size)
        self._X, self._codes, self._mass_of_rows = X[test], codes[test], weights[test]
        self.mass = float(weights[test].sum())

    def wrong(self, share: float) -> float | None:
        """The weight of the errors; None at a limit, or where no soft margin is positive."""
        two = self._masses.size == 2
        hopeless = _Hopeless(self._limits, two)
        nu = _at_least_a_row(share * self._constant, self._weights)
        found = lpboost(
            NuProblem.classification(self._weights, nu),
            self._learner,
            self._make_engine,
            algorithm="interior-point",
            gap=COARSE,
            stop=hopeless.stops,
            on_step=hopeless.see,
        )
        if found.limit == INTERRUPTED and not hopeless.stops():
            raise KeyboardInterrupt
        if self._limits.reached() is not None or (two and found.objective <= COARSE):
            return None
        votes = found.ensemble.predict(self._X) + 1e-9 * self._masses / self._masses.sum()
        return float(self._mass_of_rows[votes.argmax(axis=1) != self._codes].sum())


def _judges(
    X: Floats,
    codes: Codes,
    weights: Floats,
    rows: Places,
    make_engine: MakeEngine,
    limits: Limits,
) -> list[_Judge]:
    """One for each fold that has all classes to learn from."""
    count = int(codes.max()) + 1
    return [
        _Judge(X, codes, weights, rows[train], rows[test], make_engine, limits)
        for train, test in folds(codes[rows])
        if np.unique(codes[rows[train]]).size == count
    ]


class _Hopeless:
    """Ends a search where two classes have no positive margin, or at a limit."""

    def __init__(self, limits: Limits, two_classes: bool) -> None:
        self._limits, self._two_classes, self._upper = limits, two_classes, np.inf

    def see(self, step: Step) -> None:
        """Note the bound."""
        self._upper = step.upper

    def stops(self) -> bool:
        """Whether to end it."""
        hopeless = self._two_classes and self._upper <= COARSE
        return hopeless or self._limits.reached() is not None


def _at_least_a_row(nu: float, weights: Floats) -> float:
    """Nu, or the share of the lightest row: less is no soft margin."""
    return float(min(1.0, max(nu, weights.min() / weights.sum())))


def _smoothed(errors: Floats) -> Floats:
    """Means with both neighbours, which count half."""
    padded = np.concatenate((errors[:1], errors, errors[-1:]))
    return (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
