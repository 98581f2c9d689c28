"""Votes of one monomial, two, three and so on: logistic regression that takes one in a step.

The rows that a vote gets wrong, weighted as the logistic loss does, say which monomial is missing;
after each step all coefficients are fitted anew. Unlike the masters of the relaxation this needs no
cuts, and its steps are cheap for any number of rows.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import expit

from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.integer_vote.local_weight_search import TOLERANCE
from nzdd.formulations.learning.l0_rboost.integer_vote.matrix_search import MatrixSearch
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.input.arrays import Floats, Ints

COLUMNS = 20
"""How many monomials a search adds to those to choose from."""
AHEAD = 20
"""Steps to go on after the best vote, in addition to as many as it took."""
SHARE = 4
"""A search serves one step, or this part of the steps so far."""
RIDGE = 1e-2
"""The penalty of squared coefficients, which keeps those of separated classes finite."""
NEWTON_STEPS = 8


class LogisticPath:
    """Votes of growing size over the rows of a sample.

    Parameters
    ----------
    sample : BitSample
    margin : float
        rho.
    penalties : ndarray, shape (max_order + 1,)
        c of every order.

    Attributes
    ----------
    monomials : list of Monomial
        Those to choose from, with sign 1. The first one is constant.
    covers : ndarray of float32, shape (monomials, rows)
        1 where a monomial covers a row, else 0.
    votes : list of (ndarray, ndarray)
        Places among the monomials and coefficients of either sign, after every step.
    best : float
        The least objective of (15) of these votes.

    Notes
    -----
    A step takes time O(rows x (steps^2 + monomials)), and every few steps there is a search.
    """

    def __init__(self, sample: BitSample, margin: float, penalties: Floats) -> None:
        self._margin, self._penalties = margin, penalties
        self._bits, self._labels, self._rows = sample.bits, sample.labels, sample.weights
        self._search: MatrixSearch | None = None
        self.monomials = [Monomial()]
        self.covers = np.ones((1, self._labels.size), np.float32)
        self.votes: list[tuple[Ints, Floats]] = []
        self.best, self._best_size = np.inf, 1
        # The larger class for all rows.
        heavier = 1.0 if self._labels @ self._rows > 0 else -1.0
        self._offer(np.zeros(1, np.int64), np.array([heavier]))

    def run(self, stop: Callable[[], bool]) -> None:
        """Take steps until more of them do not help, or `stop` says so."""
        chosen, coefficients = self.votes[0]
        searched = 0
        while True:
            coefficients, wrong = self._fitted(chosen, coefficients)
            self._offer(chosen, coefficients)
            if chosen.size > 2 * self._best_size + AHEAD or stop():
                return
            if chosen.size >= searched + max(1, searched // SHARE):
                self._take(wrong)
                searched = chosen.size
            gains = self._gains(wrong)
            gains[chosen] = 0.0
            if not gains.any():
                return
            chosen = np.append(chosen, gains.argmax())
            coefficients = np.append(coefficients, 0.0)

    def costs(self) -> Floats:
        """The penalty of every monomial."""
        return np.asarray(self._penalties[[each.order for each in self.monomials]])

    def _take(self, wrong: Floats) -> None:
        """Search for monomials, in which more literals have to pay."""
        if self._search is None:
            self._search = MatrixSearch(self._bits)
        extra = self._penalties - self._penalties.min()
        found = self._search.best(self._labels * wrong, extra, COLUMNS)
        known = set(self.monomials)
        new = [each for each in found if each not in known]
        covers = [each.covers(self._bits).astype(np.float32) for each in new]
        self.monomials, self.covers = self.monomials + new, np.vstack((self.covers, *covers))

    def _gains(self, wrong: Floats) -> Floats:
        """By how much a Newton step along each monomial would lower the loss, twice."""
        slopes = self.covers @ (self._labels * wrong).astype(np.float32)
        curves = self.covers @ (wrong * (1 - wrong / self._rows)).astype(np.float32)
        return np.asarray(slopes**2 / (curves + RIDGE), np.float64)

    def _fitted(self, chosen: Ints, coefficients: Floats) -> tuple[Floats, Floats]:
        """Newton's method; the coefficients, and the weight of each row times its error."""
        table = self.covers[chosen].astype(np.float64)
        for _ in range(NEWTON_STEPS):
            error = expit(-self._labels * (coefficients @ table))
            slope = table @ (self._rows * self._labels * error) - RIDGE * coefficients
            curve = (table * (self._rows * error * (1 - error))) @ table.T
            step = np.linalg.solve(curve + RIDGE * np.eye(chosen.size), slope)
            coefficients = coefficients + step
            if slope @ step <= 1e-6 * self._rows.sum():
                break
        return coefficients, self._rows * expit(-self._labels * (coefficients @ table))

    def _offer(self, chosen: Ints, coefficients: Floats) -> None:
        """Record a vote."""
        size = np.abs(coefficients).sum()
        if size <= 0:
            return
        self.votes.append((chosen, coefficients / size))
        margins = self._labels * (coefficients @ self.covers[chosen]) / size
        value = float(self._rows[margins < self._margin - TOLERANCE].sum())
        value += float(self.costs()[chosen].sum())
        if value < self.best:
            self.best, self._best_size = value, chosen.size
