"""Local search for better weights of the integer problem (15), exact along every coordinate.

Nguyen and Sanner ("Algorithms for direct 0-1 loss optimization in binary classification", ICML
2013) move one weight at a time to misclassify fewer rows. Here one sort gives the best amount of
every weight, and a weight of 0 saves a penalty.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import Floats, Ints

ROUNDING = 1e-9
TOLERANCE = 1e-6
"""Margins down to rho less this count as rho."""


class WeightSearch:
    """Local search over the weights of given monomials, which never makes them worse.

    Parameters
    ----------
    right : ndarray of -1, 0 and 1, shape (rows, monomials)
        ``y_i h_u(x_i)``.
    row_weights : ndarray, shape (rows,)
        The cost of a row below the margin.
    penalties : ndarray, shape (monomials,)
    margin : float
        rho.
    stop : callable, optional
        True ends the search between two moves.

    Notes
    -----
    A move takes time O(rows log(rows) x monomials) and memory O(rows x monomials).
    """

    def __init__(
        self,
        right: NDArray[np.int8],
        row_weights: Floats,
        penalties: Floats,
        margin: float,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._right, self._rows, self._penalties = right, row_weights, penalties
        self._margin, self._stop = margin, stop or (lambda: False)

    def value(self, weights: Floats) -> float:
        """The objective of (15) at weights of sum 1: xi is 1 for the rows below the margin."""
        below = self._right @ weights < self._margin - TOLERANCE
        return float(self._rows[below].sum() + self._penalties[weights > 0].sum())

    def improved(self, weights: Floats) -> Floats:
        """Descend from weights of sum 1, then remove weights, then exchange single ones."""
        everything = np.arange(weights.size)
        return self._exchanged(self._thinned(self._descended(weights, everything)))

    def _descended(self, weights: Floats, columns: Ints) -> Floats:
        """Make the best move of one of these weights until none improves the objective."""
        value = self.value(weights)
        while columns.size and not self._stop():
            values, amounts = self.best_amounts(weights, columns)
            best = int(values.argmin())
            moved = _with(weights, int(columns[best]), float(amounts[best]))
            if moved is None or self.value(moved) >= value - ROUNDING:
                break
            weights, value = moved, self.value(moved)
        return weights

    def _thinned(self, weights: Floats) -> Floats:
        """Repeatedly remove the weight that costs least, and return the best weights found."""
        best, value = weights, self.value(weights)
        while not self._stop():
            used = np.flatnonzero(weights)
            if used.size < 2:
                break
            without = np.repeat(weights[:, None], used.size, axis=1)
            without[used, np.arange(used.size)] = 0.0
            without /= without.sum(axis=0)
            lost = self._rows @ (self._right @ without < self._margin - TOLERANCE)
            weights = without[:, (lost - self._penalties[used]).argmin()]
            weights = self._descended(weights, np.flatnonzero(weights))
            if self.value(weights) < value - ROUNDING:
                best, value = weights, self.value(weights)
        return best

    def _exchanged(self, weights: Floats) -> Floats:
        """Remove a weight at any cost, and descend without it."""
        everything, value, waiting = np.arange(weights.size), self.value(weights), [True]
        while any(waiting) and not self._stop():
            waiting = []
            for place in np.flatnonzero(weights).tolist():
                trial = _with(weights, place, 0.0)
                if trial is None or self._stop():
                    break
                trial = self._descended(trial, np.delete(everything, place))
                trial = self._descended(trial, everything)
                waiting.append(self.value(trial) < value - ROUNDING)
                if waiting[-1]:
                    weights, value = trial, self.value(trial)
                    break
        return weights

    def best_amounts(self, weights: Floats, columns: Ints) -> tuple[Floats, Floats]:
        """The best amount of each of some weights, where the others keep their ratios.

        Returns
        -------
        values, amounts : ndarray, shape (columns,)
            The objective after the move, and the amount, before scaling to sum 1: the middle of the
            longest interval with the least objective. An amount of 0 removes the monomial.

        Notes
        -----
        Let the other weights have the margins a and the sum b. With an amount t, row i reaches the
        margin where ``a_i + t h_i >= rho (b + t)``: from ``t = -s_i / (1 - rho)`` on for ``h_i =
        1``, and up to ``s_i / (rho - h_i)`` otherwise, with ``s_i = a_i - rho b``.
        """
        agrees, rho = self._right[:, columns], self._margin
        own = weights[columns]
        others = weights.sum() - own
        spare = (self._right @ weights)[:, None] - agrees * own - rho * others
        spare[np.abs(spare) < ROUNDING] = 0.0
        gains = agrees == 1
        turns = np.maximum(
            np.where(
                gains,
                np.divide(-spare, 1 - rho, out=np.where(spare < 0, np.inf, 0.0), where=rho < 1),
                spare / (rho - np.minimum(agrees, 0)),
            ),
            0.0,
        )
        amount = self._rows[:, None]
        change = np.where(gains, np.where(turns > 0, -amount, 0.0), amount)
        order = np.argsort(turns, axis=0, kind="stable")
        turns = np.take_along_axis(turns, order, axis=0)
        # The cost between the k-th turn and the next one.
        lost = np.where(gains & (spare < 0), amount, 0.0).sum(axis=0) + np.cumsum(
            np.take_along_axis(change, order, axis=0), axis=0
        )
        finite = np.isfinite(turns)
        ends = np.append(turns[1:], np.full((1, columns.size), np.inf), axis=0)
        ends = np.where(np.isfinite(ends), ends, np.where(finite, 2 * turns + 1, 0.0))
        length = np.where(finite, ends - np.where(finite, turns, 0.0), -1.0)
        lost[length <= TOLERANCE * others] = np.inf
        least = lost.min(axis=0)
        best = np.where(lost <= least + ROUNDING, length, -1.0).argmax(axis=0)
        every = np.arange(columns.size)
        amounts = (turns[best, every] + ends[best, every]) / 2
        rest = self._penalties[weights > 0].sum() - np.where(own > 0, self._penalties[columns], 0)
        without = np.where(spare < 0, amount, 0.0).sum(axis=0)
        without[others <= ROUNDING] = np.inf  # some weight is needed
        leave = without <= least + self._penalties[columns] + ROUNDING
        values = rest + np.where(leave, without, least + self._penalties[columns])
        return values, np.where(leave, 0.0, amounts)


def _with(weights: Floats, place: int, amount: float) -> Floats | None:
    """Replace the weight at a place, and scale to sum 1; None if all weights are 0."""
    moved = weights.copy()
    moved[place] = amount
    total = moved.sum()
    return moved / total if total > ROUNDING else None
