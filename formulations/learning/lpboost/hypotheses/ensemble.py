"""The weighted hypotheses that boosting finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import Hypothesis
from nzdd.input.arrays import Floats

NEGLIGIBLE = 1e-9
"""Weights up to this share of their sum are rounding errors."""


@dataclass(frozen=True, slots=True, eq=False)
class Ensemble:
    """A weighted mean of hypotheses.

    Attributes
    ----------
    hypotheses : tuple of Hypothesis
        No two have the same outputs on the training rows.
    weights : ndarray, shape (hypotheses,)
        Above 0, of sum 1, in descending order.
    """

    hypotheses: tuple[Hypothesis, ...]
    weights: Floats

    @classmethod
    def from_weights(cls, hypotheses: Sequence[Hypothesis], weights: Floats) -> Ensemble:
        """Keep the hypotheses with a weight, and scale their weights to sum 1.

        Raises
        ------
        ValueError
            If no weight is above 0.
        """
        total = float(weights.clip(0.0).sum())
        if not total > 0:
            raise ValueError("no hypothesis has a weight above 0; an ensemble needs at least one")
        order = np.argsort(-weights, kind="stable")
        order = order[weights[order] > NEGLIGIBLE * total]
        kept = weights[order]
        return cls(tuple(hypotheses[index] for index in order), kept / kept.sum())

    def predict(self, X: Any) -> Floats:
        """The weighted mean of `Hypothesis.predict`, shape (rows, classes) or (rows,)."""
        parts = zip(self.weights.tolist(), self.hypotheses, strict=True)
        return np.asarray(sum(weight * member.predict(X) for weight, member in parts))

    def __len__(self) -> int:
        """Return the number of hypotheses with a weight."""
        return len(self.hypotheses)
