"""Decision stumps that classify, searched exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.lpboost.hypothesis import Learned, agreement, in_full
from nzdd.formulations.learning.lpboost.stumps import SortedColumns, Stump

Floats = NDArray[np.float64]


class ClassificationStumps:
    """All cuts half way between two values of a column, with a class on either side.

    The classes on both sides may be the same: a constant is a stump too.

    Parameters
    ----------
    columns : SortedColumns
    codes : ndarray of integers, shape (rows,)
        The class of each row, from 0.
    num_classes : int
    confidence_rated : bool
        Section 5 of the paper: a side votes for its classes in proportion to their costs there.
        Such stumps are means of those with full votes, so the optimum is the same; the way to it
        is another. The cut is the best for Gini's index. Where that is not new, the best with full
        votes is taken.

    Notes
    -----
    A search takes time O(rows x columns x classes) and memory O(rows x columns).
    """

    def __init__(
        self,
        columns: SortedColumns,
        codes: NDArray[np.integer[Any]],
        num_classes: int,
        confidence_rated: bool = False,
    ) -> None:
        self._columns, self._codes, self._num_classes = columns, codes, num_classes
        self._confidence_rated = confidence_rated

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `WeakLearner`: the stump of largest score, up to `confidence_rated`."""
        amounts = in_full(self._codes, self._num_classes) * costs[:, None]
        totals = amounts.sum(axis=0)
        exact = self._learned(self._in_full(amounts, totals), costs, -np.inf)
        if not self._confidence_rated:
            return exact
        rated = self._learned(self._rated(amounts, totals), costs, exact.bound)
        return rated if rated.outputs @ costs > above else exact

    def _in_full(self, amounts: Floats, totals: Floats) -> Stump:
        """The stump that is right on the largest costs."""
        left = self._columns.left_sums(amounts[:, 0])
        right = totals[0] - left
        for amount, total in zip(amounts.T[1:], totals[1:], strict=True):
            sums = self._columns.left_sums(amount)
            np.maximum(right, total - sums, out=right)
            np.maximum(left, sums, out=left)
        cut = self._columns.best(left + right)
        here, there = self._sides(cut, amounts, totals)
        size = self._num_classes
        first, second = in_full(np.array([here.argmax(), there.argmax()]), size)
        return self._columns.stump(cut, first, second)

    def _rated(self, amounts: Floats, totals: Floats) -> Stump:
        """The stump whose votes are the shares of the costs, with the largest score."""
        whole = self._columns.left_sums(amounts.sum(axis=1))
        squares, others = np.zeros_like(whole), np.zeros_like(whole)
        for amount, total in zip(amounts.T, totals, strict=True):
            sums = self._columns.left_sums(amount)
            squares += sums**2
            others += (total - sums) ** 2
        rest = totals.sum() - whole
        least = 1e-12 * totals.sum()  # a side of no cost has no say
        value = np.where(whole > least, squares / np.maximum(whole, least), 0.0)
        value += np.where(rest > least, others / np.maximum(rest, least), 0.0)
        cut = self._columns.best(value)
        votes = []
        for side in self._sides(cut, amounts, totals):
            total = side.sum()
            even = np.full(self._num_classes, 1 / self._num_classes)
            votes.append(side / total if total > least else even)
        return self._columns.stump(cut, *votes)

    def _sides(
        self, cut: tuple[int, int], amounts: Floats, totals: Floats
    ) -> tuple[Floats, Floats]:
        """What each class costs on either side of a cut."""
        stump = self._columns.stump(cut, 1.0, 0.0)
        left = stump.predict(self._columns.X) @ amounts
        return left, np.clip(totals - left, 0.0, None)

    def _learned(self, stump: Stump, costs: Floats, bound: float) -> Learned:
        outputs = agreement(stump.predict(self._columns.X), self._codes)
        return Learned(stump, outputs, max(bound, float(outputs @ costs)))
