"""Decision stumps for classification and for regression, searched exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.lpboost.hypothesis import Learned, agreement, in_full
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_choice

CRITERIA = ("deviation", "least_squares")

Cut = tuple[int, int]
"""A column, and a position in its order: the rows up to there are on the left."""


@dataclass(frozen=True, slots=True, eq=False)
class Stump:
    """One answer up to a threshold in a column, another one beyond.

    Attributes
    ----------
    column : int
    threshold : float
        Infinite for a stump that answers the same for every row.
    left, right : ndarray, shape (classes,) or ()
        The answers where ``X[:, column] <= threshold``, and elsewhere.
    """

    column: int
    threshold: float
    left: Floats
    right: Floats

    def predict(self, X: Any) -> Floats:
        """See `Hypothesis.predict`. X is dense. Time O(rows)."""
        beyond = np.asarray(X)[:, self.column] > self.threshold
        return np.asarray(np.stack((self.left, self.right))[beyond.astype(np.intp)])


class SortedColumns:
    """The columns of a table, sorted once for any number of searches.

    Parameters
    ----------
    X : ndarray, shape (rows, columns)
        Finite.

    Raises
    ------
    ValueError
        If X is not such a table.

    Notes
    -----
    Time O(rows log(rows) columns), memory O(rows columns).
    """

    def __init__(self, X: Floats) -> None:
        self.X = np.asarray(X, np.float64)
        if self.X.ndim != 2 or not self.X.size or not np.isfinite(self.X).all():
            raise ValueError(
                f"X has shape {self.X.shape}; give a table of finite numbers with a row and a "
                "column at least"
            )
        columns = np.ascontiguousarray(self.X.T)
        self._order = np.argsort(columns, axis=1, kind="stable")
        self._values = np.take_along_axis(columns, self._order, axis=1)
        # All rows may be on the left: then the stump answers the same for every row.
        self._cuts = np.ones(columns.shape, np.bool_)
        self._cuts[:, :-1] = self._values[:, :-1] < self._values[:, 1:]

    def left_sums(self, amounts: Floats) -> Floats:
        """The sums of the rows' amounts on the left of every `Cut`, shape (columns, rows).

        Time O(rows x columns).
        """
        return np.asarray(np.cumsum(amounts[self._order], axis=1))

    def best(self, values: Floats) -> Cut:
        """The cut with the largest of the values, shape (columns, rows); the first in a tie.

        Only cuts between two different numbers, and those after the last row, are considered.
        """
        place = int(np.where(self._cuts, values, -np.inf).argmax())
        column, place = divmod(place, values.shape[1])
        return column, place

    def stump(self, cut: Cut, left: Any, right: Any) -> Stump:
        """The stump of a cut, its threshold half way between the two numbers."""
        column, place = cut
        threshold = np.inf
        if place + 1 < self._values.shape[1]:
            below, beyond = self._values[column, place : place + 2].tolist()
            threshold = below / 2 + beyond / 2
            if not below <= threshold < beyond:  # neighbours among the floating-point numbers
                threshold = below
        return Stump(column, threshold, np.asarray(left, float), np.asarray(right, float))


class StumpLearner:
    """A `WeakLearner` of stumps, which may prefer another criterion to the score."""

    def __init__(self, columns: SortedColumns, prefers_other: bool) -> None:
        self._columns, self._prefers_other = columns, prefers_other

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `WeakLearner`: the best stump by the other criterion if it is new, else by score."""
        exact = self._learned(self._best_score(costs), costs, -np.inf)
        if not self._prefers_other:
            return exact
        other = self._learned(self._best_by_other(costs), costs, exact.bound)
        return other if other.outputs @ costs > above else exact

    def _learned(self, stump: Stump, costs: Floats, bound: float) -> Learned:
        outputs = self._outputs(stump.predict(self._columns.X))
        return Learned(stump, outputs, max(bound, float(outputs @ costs)))

    def _best_score(self, costs: Floats) -> Stump:
        raise NotImplementedError

    def _best_by_other(self, costs: Floats) -> Stump:
        raise NotImplementedError

    def _outputs(self, predicted: Floats) -> Floats:
        """The column of a hypothesis with these predictions."""
        return predicted


class ClassificationStumps(StumpLearner):
    """All cuts half way between two values of a column, with a class on either side.

    The classes on both sides may be the same: a constant is a stump too.

    Parameters
    ----------
    columns : SortedColumns
    codes : ndarray of integers, shape (rows,)
        The class of each row, from 0.
    num_classes : int
    confidence_rated : bool
        Section 5 of the paper: a side votes for its classes in proportion to their costs there,
        and the cut is the best by the Gini index. Where that stump is not new, the best one with
        full votes is taken. The optimum is the same, since such stumps are means of those with full
        votes, but the rounds differ.

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
        super().__init__(columns, confidence_rated)
        self._codes, self._num_classes = codes, num_classes

    def _outputs(self, predicted: Floats) -> Floats:
        return agreement(predicted, self._codes)

    def _best_score(self, costs: Floats) -> Stump:
        """The stump that is right on the largest costs."""
        amounts, totals = self._amounts(costs)
        left = self._columns.left_sums(amounts[:, 0])
        right = totals[0] - left
        for amount, total in zip(amounts.T[1:], totals[1:], strict=True):
            sums = self._columns.left_sums(amount)
            np.maximum(right, total - sums, out=right)
            np.maximum(left, sums, out=left)
        cut = self._columns.best(left + right)
        largest = [side.argmax() for side in self._sides(cut, amounts, totals)]
        return self._columns.stump(cut, *in_full(np.array(largest), self._num_classes))

    def _best_by_other(self, costs: Floats) -> Stump:
        """The stump whose votes are the shares of the costs, with the largest score."""
        amounts, totals = self._amounts(costs)
        whole = self._columns.left_sums(amounts.sum(axis=1))
        squares, others = np.zeros_like(whole), np.zeros_like(whole)
        for amount, total in zip(amounts.T, totals, strict=True):
            sums = self._columns.left_sums(amount)
            squares += sums**2
            others += (total - sums) ** 2
        rest = totals.sum() - whole
        least = 1e-12 * totals.sum()  # a side with no more cost than this does not count
        value = np.where(whole > least, squares / np.maximum(whole, least), 0.0)
        value += np.where(rest > least, others / np.maximum(rest, least), 0.0)
        cut = self._columns.best(value)
        even = np.full(self._num_classes, 1 / self._num_classes)
        votes = [
            side / side.sum() if side.sum() > least else even
            for side in self._sides(cut, amounts, totals)
        ]
        return self._columns.stump(cut, *votes)

    def _amounts(self, costs: Floats) -> tuple[Floats, Floats]:
        """The costs by row and class, and the sums of the classes."""
        amounts = in_full(self._codes, self._num_classes) * costs[:, None]
        return amounts, amounts.sum(axis=0)

    def _sides(self, cut: Cut, amounts: Floats, totals: Floats) -> tuple[Floats, Floats]:
        """The costs of each class on either side of a cut."""
        stump = self._columns.stump(cut, 1.0, 0.0)
        left = stump.predict(self._columns.X) @ amounts
        return left, np.clip(totals - left, 0.0, None)


class RegressionStumps(StumpLearner):
    """All cuts half way between two values of a column, with a value in [-1, 1] on either side.

    Parameters
    ----------
    columns : SortedColumns
    weights : ndarray, shape (rows,)
        Of the rows, above 0.
    criterion : {"deviation", "least_squares"}
        Those of section 6 of the paper. ``"deviation"``: the stump of largest score
        ``h @ costs``, whose values are 1 or -1. ``"least_squares"``: the stump nearest to the
        residuals, which are costs over weights, scaled to a largest value of 1; where it is not
        new, the stump of largest score.

    Raises
    ------
    ValueError
        If the criterion is unknown.

    Notes
    -----
    The score by "deviation" bounds that by "least_squares", so both lead to the same optimum. A
    search takes time and memory O(rows x columns).
    """

    def __init__(
        self, columns: SortedColumns, weights: Floats, criterion: str = "deviation"
    ) -> None:
        check_choice("criterion", criterion, CRITERIA)
        super().__init__(columns, criterion == "least_squares")
        self._weights = weights

    def _best_score(self, costs: Floats) -> Stump:
        left = self._columns.left_sums(costs)
        cut = self._columns.best(np.abs(left) + np.abs(costs.sum() - left))
        signs = [1.0 if side >= 0 else -1.0 for side in self._sides(cut, costs)]
        return self._columns.stump(cut, *signs)

    def _best_by_other(self, costs: Floats) -> Stump:
        left = self._columns.left_sums(costs)
        mass = self._columns.left_sums(self._weights)
        total = float(self._weights.sum())
        # After the last row the mass is 0, up to rounding.
        rest = np.maximum(total - mass, self._weights.min() / 2)
        cut = self._columns.best(left**2 / mass + (costs.sum() - left) ** 2 / rest)
        means = [
            amount / size if size > 0 else 0.0
            for amount, size in zip(
                self._sides(cut, costs), self._sides(cut, self._weights), strict=True
            )
        ]
        largest = max(map(abs, means)) or 1.0
        return self._columns.stump(cut, *(mean / largest for mean in means))

    def _sides(self, cut: Cut, amounts: Floats) -> tuple[float, float]:
        """The sum of the amounts on either side of a cut."""
        left = self._columns.stump(cut, 1.0, 0.0).predict(self._columns.X) > 0
        return float(amounts[left].sum()), float(amounts[~left].sum())
