"""Stumps that vote for classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import in_full
from nzdd.formulations.learning.lpboost.hypotheses.sorted_columns import SortedColumns
from nzdd.formulations.learning.lpboost.hypotheses.stump_search import ROUNDING, StumpLearner
from nzdd.input.arrays import Floats


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
        self._codes = codes
        self._classes = in_full(codes, num_classes)

    def _sums(self, costs: Floats) -> tuple[Floats, Floats]:
        """The costs of each class."""
        amounts = self._classes * costs[:, None]
        return self._columns.left_sums(amounts).clip(0.0), amounts.sum(axis=0)

    def _score(self, left: Floats, total: Floats) -> Floats:
        """The costs of the rows that are right."""
        return np.asarray(left.max(axis=1) + (total - left).max(axis=1))

    def _answers(self, left: Floats, total: Floats) -> tuple[Floats, Floats]:
        one, other = (in_full(side.argmax(axis=1), total.size) for side in (left, total - left))
        return one, other

    def _other_value(self, left: Floats, total: Floats) -> Floats:
        """The shares of the costs as votes: their score."""
        least = self._least(total)
        value = np.zeros(len(left))
        for side in (left, (total - left).clip(0.0)):
            mass = side.sum(axis=1)
            value += np.where(mass > least, (side**2).sum(axis=1) / mass.clip(least), 0.0)
        return value

    def _other_answers(self, left: Floats, total: Floats) -> tuple[Floats, Floats]:
        one, other = (self._shares(side, total) for side in (left, (total - left).clip(0.0)))
        return one, other

    def _shares(self, side: Floats, total: Floats) -> Floats:
        mass = side.sum(axis=1, keepdims=True)
        least = self._least(total)
        return np.where(mass > least, side / mass.clip(least), 1 / total.size)

    @staticmethod
    def _least(total: Floats) -> float:
        """A side with no more cost than this does not count."""
        return max(ROUNDING * float(total.sum()), np.finfo(np.float64).tiny)

    def _outputs(self, beyond: NDArray[np.bool_], left: Floats, right: Floats) -> Floats:
        return 2 * np.where(beyond, right[:, self._codes], left[:, self._codes]) - 1
