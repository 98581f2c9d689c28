"""Targets with piecewise linear losses, for a `LinearMaster`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.losses.piecewise import AbsoluteLoss, HingeLoss
from nzdd.formulations.learning.rules.losses.targets import (
    ClassTarget,
    NumberTarget,
    Score,
    chosen_class,
)
from nzdd.input.arrays import Floats


class SoftMarginTarget(ClassTarget):
    """Classes of rows, with hinge loss."""

    def loss(self, chosen: NDArray[np.bool_] | None = None) -> HingeLoss:  # type: ignore[override]
        """The hinge loss over the chosen rows."""
        return HingeLoss(self.counts(chosen))

    def score(self, votes: Floats, chosen: NDArray[np.bool_]) -> Score:
        """Hinge losses, and the weight of wrong classes."""
        losses = np.maximum(1 - votes, 0.0)  # of the class of each output
        others = np.maximum(1 + votes, 0.0)
        if votes.shape[1] == 1:
            losses = np.column_stack((others, losses))
        else:
            losses += others.sum(axis=1, keepdims=True) - others
        weight = float(self._weights[chosen].sum())
        counts = self.counts(chosen) * weight
        right = counts[np.arange(len(counts)), chosen_class(votes)].sum()
        sums = float((counts * losses).sum()), float((counts * losses**2).sum())
        return Score(weight, *sums, weight - float(right))


class AbsoluteTarget(NumberTarget):
    """Numbers of rows, with absolute errors."""

    def loss(  # type: ignore[override]
        self, chosen: NDArray[np.bool_] | None = None
    ) -> AbsoluteLoss:
        """The mean absolute error over the chosen rows."""
        kept = slice(None) if chosen is None else chosen
        weights = self._weights[kept]
        values = self._values[kept]
        return AbsoluteLoss(self._number[kept], values, weights / weights.sum(), self._num_distinct)

    def score(self, votes: Floats, chosen: NDArray[np.bool_]) -> Score:
        """Absolute errors, as losses and as errors."""
        weights = self._weights[chosen]
        losses = np.abs(self._values[chosen] - votes[self._number[chosen], 0])
        total = float(weights @ losses)
        return Score(float(weights.sum()), total, float(weights @ losses**2), total)
