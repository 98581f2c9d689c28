"""Stumps with a value on either side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.lpboost.hypotheses.sorted_columns import SortedColumns
from nzdd.formulations.learning.lpboost.hypotheses.stump_search import StumpLearner
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_choice

CRITERIA = ("deviation", "least_squares")


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
    search takes the time and memory of `SortedColumns`.
    """

    def __init__(
        self, columns: SortedColumns, weights: Floats, criterion: str = "deviation"
    ) -> None:
        check_choice("criterion", criterion, CRITERIA)
        super().__init__(columns, criterion == "least_squares")
        self._weights = weights
        self._mass = columns.left_sums(weights[:, None])[:, 0]

    def _sums(self, costs: Floats) -> tuple[Floats, Floats]:
        """The costs, and the weights."""
        left = self._columns.left_sums(costs[:, None])[:, 0]
        total = np.array([costs.sum(), self._weights.sum()])
        return np.column_stack((left, self._mass)), total

    def _score(self, left: Floats, total: Floats) -> Floats:
        return np.asarray(np.abs(left[:, 0]) + np.abs(total[0] - left[:, 0]))

    def _answers(self, left: Floats, total: Floats) -> tuple[Floats, Floats]:
        one, other = (np.where(side[:, 0] >= 0, 1.0, -1.0) for side in (left, total - left))
        return one, other

    def _other_value(self, left: Floats, total: Floats) -> Floats:
        """By how much it lowers the sum of the squares."""
        one, other = (side[:, 0] ** 2 / self._size(side) for side in (left, total - left))
        return np.asarray(one + other)

    def _other_answers(self, left: Floats, total: Floats) -> tuple[Floats, Floats]:
        one, other = (
            np.where(side[:, 1] > self._weights.min() / 2, side[:, 0] / self._size(side), 0.0)
            for side in (left, total - left)
        )
        largest = np.maximum(np.abs(one), np.abs(other))
        largest[largest == 0] = 1.0
        return one / largest, other / largest

    def _size(self, side: Floats) -> Floats:
        """The weight of a side; after the last row it is 0, up to rounding."""
        return np.asarray(np.maximum(side[:, 1], self._weights.min() / 2))

    def _outputs(self, beyond: NDArray[np.bool_], left: Floats, right: Floats) -> Floats:
        return np.where(beyond, right[:, None], left[:, None])
