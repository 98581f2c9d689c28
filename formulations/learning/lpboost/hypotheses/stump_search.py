"""Decision stumps, and the exact search for the best of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import Learned
from nzdd.formulations.learning.lpboost.hypotheses.sorted_columns import (
    Ints,
    SortedColumns,
    largest_of_each,
)
from nzdd.input.arrays import Floats

ROUNDING = 1e-12
"""Values that differ by no more than this share of the costs count as a tie."""


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


class StumpLearner:
    """A `BatchLearner` of stumps, which may prefer another criterion to the score.

    Subclasses say what the sums are from which the values of the cuts follow, and give the answers
    on both sides of some cuts: arrays of shape (cuts, classes) or (cuts,).
    """

    def __init__(self, columns: SortedColumns, prefers_other: bool) -> None:
        self._columns, self.prefers_other = columns, prefers_other

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `WeakLearner`: the best stump by the other criterion if it is new, else by score."""
        left, total = self._sums(costs)
        cut = self._first(self._score(left, total), costs)
        (exact,) = self._learned(cut, self._answers(left[cut], total), costs)
        if not self.prefers_other:
            return exact
        cut = self._first(self._other_value(left, total), costs)
        (other,) = self._learned(cut, self._other_answers(left[cut], total), costs)
        other = other._replace(bound=max(exact.bound, other.bound))
        return other if other.outputs @ costs > above else exact

    def learn_many(self, costs: Floats, above: float, count: int) -> list[Learned]:
        """See `BatchLearner`: the best stump of every run of cuts."""
        left, total = self._sums(costs)
        scores = self._score(left, total)
        cuts = largest_of_each(scores, self._columns.runs)
        cuts = cuts[np.argsort(-scores[cuts], kind="stable")][:count]
        learned = self._learned(cuts, self._answers(left[cuts], total), costs)
        return [learned[0], *(one for one in learned[1:] if one.outputs @ costs > above)]

    def _first(self, values: Floats, costs: Floats) -> Ints:
        """The first cut in a tie for the largest value, shape (1,)."""
        least = values.max() - ROUNDING * float(np.abs(costs).sum())
        return np.array([int((values >= least).argmax())])

    def _learned(self, cuts: Ints, answers: tuple[Any, Any], costs: Floats) -> list[Learned]:
        """The stumps of cuts, of which one has the largest score of all."""
        outputs = self._outputs(self._columns.beyond(cuts), *answers)
        bound = float((outputs @ costs).max())
        parts = self._columns.column[cuts].tolist(), self._columns.threshold[cuts].tolist()
        return [
            Learned(Stump(column, threshold, np.asarray(one), np.asarray(other)), output, bound)
            for column, threshold, one, other, output in zip(*parts, *answers, outputs, strict=True)
        ]

    def _sums(self, costs: Floats) -> tuple[Floats, Floats]:
        """Sums on the left of every cut, shape (cuts, k), and over all rows."""
        raise NotImplementedError

    def _score(self, left: Floats, total: Floats) -> Floats:
        """What grows with the score of the best stump of each cut."""
        raise NotImplementedError

    def _answers(self, left: Floats, total: Floats) -> tuple[Floats, Floats]:
        """The answers with the largest score."""
        raise NotImplementedError

    def _other_value(self, left: Floats, total: Floats) -> Floats:
        """The other criterion for each cut."""
        raise NotImplementedError

    def _other_answers(self, left: Floats, total: Floats) -> tuple[Floats, Floats]:
        """The best answers by the other criterion."""
        raise NotImplementedError

    def _outputs(self, beyond: NDArray[np.bool_], left: Floats, right: Floats) -> Floats:
        """The columns of stumps with these answers, shape (stumps, rows)."""
        raise NotImplementedError
