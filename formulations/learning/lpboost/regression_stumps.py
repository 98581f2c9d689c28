"""Decision stumps for regression, searched exactly by either criterion of section 6."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.lpboost.hypothesis import Learned
from nzdd.formulations.learning.lpboost.stumps import SortedColumns, Stump

Floats = NDArray[np.float64]

CRITERIA = ("deviation", "least_squares")


class RegressionStumps:
    """All cuts half way between two values of a column, with a value in [-1, 1] on either side.

    Parameters
    ----------
    columns : SortedColumns
    weights : ndarray, shape (rows,)
        Of the rows, above 0.
    criterion : {"deviation", "least_squares"}
        ``"deviation"``: the stump of largest score ``h @ costs``, whose values are 1 or -1.
        ``"least_squares"``: the one nearest to the costs a weight, which play the part of
        residuals, scaled to a largest value of 1; where that is not new, the first one.

    Raises
    ------
    ValueError
        If the criterion is another one.

    Notes
    -----
    The scores of the one criterion bound those of the other, so both lead to the same optimum. A
    search takes time and memory O(rows x columns).
    """

    def __init__(
        self, columns: SortedColumns, weights: Floats, criterion: str = "deviation"
    ) -> None:
        if criterion not in CRITERIA:
            raise ValueError(f"criterion is {criterion!r}; take one of {', '.join(CRITERIA)}")
        self._columns, self._weights = columns, weights
        self._least_squares = criterion == "least_squares"

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `WeakLearner`."""
        left = self._columns.left_sums(costs)
        right = costs.sum() - left
        exact = self._learned(self._deviation(left, right, costs), costs, -np.inf)
        if not self._least_squares:
            return exact
        nearest = self._learned(self._nearest(left, right, costs), costs, exact.bound)
        return nearest if nearest.outputs @ costs > above else exact

    def _deviation(self, left: Floats, right: Floats, costs: Floats) -> Stump:
        cut = self._columns.best(np.abs(left) + np.abs(right))
        here, there = self._sides(cut, costs)
        return self._columns.stump(cut, _sign(here), _sign(there))

    def _nearest(self, left: Floats, right: Floats, costs: Floats) -> Stump:
        mass = self._columns.left_sums(self._weights)
        total = float(self._weights.sum())
        # Behind the last row there is no mass, only rounding.
        rest = np.maximum(total - mass, self._weights.min() / 2)
        cut = self._columns.best(left**2 / mass + right**2 / rest)
        mean_left, mean_right = (
            amount / size if size > 0 else 0.0
            for amount, size in zip(
                self._sides(cut, costs), self._sides(cut, self._weights), strict=True
            )
        )
        largest = max(abs(mean_left), abs(mean_right)) or 1.0
        return self._columns.stump(cut, mean_left / largest, mean_right / largest)

    def _sides(self, cut: tuple[int, int], amounts: Floats) -> tuple[float, float]:
        """The sum of the amounts on either side of a cut."""
        left = self._columns.stump(cut, 1.0, 0.0).predict(self._columns.X) > 0
        return float(amounts[left].sum()), float(amounts[~left].sum())

    def _learned(self, stump: Stump, costs: Floats, bound: float) -> Learned:
        outputs = stump.predict(self._columns.X)
        return Learned(stump, outputs, max(bound, float(outputs @ costs)))


def _sign(amount: float) -> float:
    return 1.0 if amount >= 0 else -1.0
