"""Local search for better weights of the integer problem (15), exact along every coordinate.

Nguyen and Sanner ("Algorithms for direct 0-1 loss optimization in binary classification", ICML
2013) move one weight at a time to misclassify fewer rows. Here one sort gives the best amount of
every weight, and a weight of 0 saves a penalty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import Floats, Ints

ROUNDING = 1e-9
TOLERANCE = 1e-6
"""Margins down to rho less this count as rho."""
AT_A_TIME = 1 << 20
"""About how many margins to sort in one step: more need memory, fewer need time."""
WIDTH = 64
"""How many of the most promising monomials may take the place of one that is removed."""


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
    A move takes time O(rows log(rows) x monomials) at most, and mostly that of the `WIDTH`
    monomials that promise most. Memory O(rows x monomials) bytes.
    """

    def __init__(
        self,
        right: NDArray[np.int8],
        row_weights: Floats,
        penalties: Floats,
        margin: float,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._right = np.ascontiguousarray(right.T)  # a monomial's votes lie side by side
        self._rows, self._penalties = row_weights, penalties
        self._margin, self._stop = margin, stop or (lambda: False)
        self._batch = max(8, AT_A_TIME // max(1, row_weights.size))

    def value(self, weights: Floats) -> float:
        """The objective of (15) at weights of sum 1: xi is 1 for the rows below the margin."""
        below = self._margins(weights) < self._margin - TOLERANCE
        return float(self._rows[below].sum() + self._penalties[weights > 0].sum())

    def thinned(self, weights: Floats) -> Floats:
        """Descend by the most promising weights from weights of sum 1, then remove some."""
        return self._thinned(self._descended(weights, np.arange(weights.size), WIDTH))

    def improved(self, weights: Floats) -> Floats:
        """Descend from weights of sum 1, then remove weights, then exchange single ones."""
        return self._exchanged(self._thinned(self._descended(weights, np.arange(weights.size))))

    def _margins(self, weights: Floats) -> Floats:
        used = np.flatnonzero(weights)
        return np.asarray(weights[used] @ self._right[used])

    def _descended(self, weights: Floats, columns: Ints, most: int | None = None) -> Floats:
        """Move one of these weights by its best amount until no such move is an improvement.

        With `most` only the weights that promise most are tried.
        """
        value = self.value(weights)
        while columns.size and not self._stop():
            for batch in self._promising(weights, columns, most):
                values, amounts = self.best_amounts(weights, batch)
                best = int(values.argmin())
                moved = _with(weights, int(batch[best]), float(amounts[best]))
                if moved is not None and self.value(moved) < value - ROUNDING:
                    weights, value = moved, self.value(moved)
                    break
                if self._stop():
                    return weights
            else:
                break
        return weights

    def _promising(self, weights: Floats, columns: Ints, most: int | None) -> Iterator[Ints]:
        """The columns that may improve the objective, in batches, the most promising ones first.

        A new monomial gains at most the rows below the margin on which it is right, less its
        penalty. What it promises is that sum with the other rows in proportion to their distance.
        """
        spare = self._margins(weights) - self._margin * weights.sum()
        wrong = spare < -ROUNDING
        scale = np.abs(spare).mean() + ROUNDING
        near = self._rows * np.exp(-np.abs(spare) / scale)
        right = self._right[columns]
        new = weights[columns] == 0
        gain = (right == 1) @ np.where(wrong, self._rows, 0.0) - self._penalties[columns]
        score = np.where(new, right @ near - self._penalties[columns], np.inf)
        kept = np.flatnonzero(~new | (gain > ROUNDING))
        ranked = columns[kept[np.argsort(-score[kept], kind="stable")]][:most]
        for start in range(0, ranked.size, self._batch):
            yield ranked[start : start + self._batch]

    def _thinned(self, weights: Floats) -> Floats:
        """Repeatedly remove the weight that costs least, and return the best weights found."""
        best, value = weights, self.value(weights)
        while not self._stop():
            used = np.flatnonzero(weights)
            if used.size < 2:
                break
            without = np.repeat(weights[None, used], used.size, axis=0)
            np.fill_diagonal(without, 0.0)
            without /= without.sum(axis=1, keepdims=True)
            lost = (without @ self._right[used] < self._margin - TOLERANCE) @ self._rows
            place = int((lost - self._penalties[used]).argmin())
            weights = np.zeros_like(weights)
            weights[used] = without[place]
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
                trial = self._descended(trial, np.delete(everything, place), WIDTH)
                trial = self._descended(trial, everything, WIDTH)
                waiting.append(self.value(trial) < value - ROUNDING)
                if waiting[-1]:
                    weights = self._descended(trial, everything)
                    value = self.value(weights)
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
        agrees, rho = self._right[columns], self._margin
        own = weights[columns]
        others = weights.sum() - own
        spare = self._margins(weights) - agrees * own[:, None] - rho * others[:, None]
        spare[np.abs(spare) < ROUNDING] = 0.0
        gains, short = agrees == 1, spare < 0
        # For h = 1 a row turns where it reaches the margin, otherwise where it leaves it.
        away = np.where(gains, 1 - rho, agrees - rho)
        turns = np.divide(-spare, away, out=np.full_like(spare, np.inf), where=away != 0)
        turns[gains & ~short] = 0.0
        np.maximum(turns, 0.0, out=turns)
        change = np.where(gains, np.where(turns > 0, -self._rows, 0.0), self._rows)
        order = np.argsort(turns, axis=1)
        turns = np.take_along_axis(turns, order, axis=1)
        # The cost between the k-th turn and the next one.
        lost = (gains & short) @ self._rows
        lost = lost[:, None] + np.cumsum(np.take_along_axis(change, order, axis=1), axis=1)
        finite = np.isfinite(turns)
        ends = np.append(turns[:, 1:], np.full((columns.size, 1), np.inf), axis=1)
        with np.errstate(invalid="ignore"):  # turns that are never reached have no length
            ends = np.where(np.isfinite(ends), ends, 2 * turns + 1)
            length = np.where(finite, ends - turns, -1.0)
        lost[length <= TOLERANCE * others[:, None]] = np.inf
        least = lost.min(axis=1)
        best = np.where(lost <= least[:, None] + ROUNDING, length, -1.0).argmax(axis=1)
        every = np.arange(columns.size)
        amounts = (turns[every, best] + ends[every, best]) / 2
        rest = self._penalties[weights > 0].sum() - np.where(own > 0, self._penalties[columns], 0)
        without = short @ self._rows
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
