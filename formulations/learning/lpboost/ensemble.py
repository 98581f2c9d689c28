"""Hypotheses with weights: what boosting ends with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.lpboost.hypothesis import Hypothesis

Floats = NDArray[np.float64]

NEGLIGIBLE = 1e-9
"""A weight up to this share of all is rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Ensemble:
    """A mean of few hypotheses.

    Attributes
    ----------
    hypotheses : tuple of Hypothesis
        No two have the same outputs on the training rows.
    weights : ndarray, shape (hypotheses,)
        Above 0, of sum 1, falling.
    """

    hypotheses: tuple[Hypothesis, ...]
    weights: Floats

    @classmethod
    def from_weights(cls, hypotheses: Sequence[Hypothesis], weights: Floats) -> Ensemble:
        """Keep those with a weight, scaled to sum 1.

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
        """The mean of what the hypotheses say.

        Returns
        -------
        ndarray, shape (rows, classes) or (rows,)
            See `Hypothesis.predict`. Time that of all hypotheses.
        """
        parts = zip(self.weights.tolist(), self.hypotheses, strict=True)
        return np.asarray(sum(weight * member.predict(X) for weight, member in parts))

    def __len__(self) -> int:
        """How many hypotheses have a weight."""
        return len(self.hypotheses)
