"""Bits that separate the classes, and LPBoost over monomials of bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin, clone

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.l0_rboost import BitSample
from nzdd.formulations.learning.lpboost import MonomialLearner, NuProblem, lpboost

if TYPE_CHECKING:
    from typing_extensions import Self


class SupportSet(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Keep few bits that tell apart all rows of different classes that the bits can tell apart.

    Boros, Hammer, Ibaraki and Kogan ("Logical analysis of numerical data", 1997), to whom the paper
    refers for its bits, take a smallest set; here a bit that tells most pairs apart comes first.
    """

    def fit(self, X: Any, y: Any) -> Self:
        """Choose the bits by the labels of these rows."""
        bits, labels = dense(X), np.asarray(y) == np.max(y)
        rows = np.unique(np.column_stack((bits, labels)), axis=0)
        one, other = rows[rows[:, -1], :-1], rows[~rows[:, -1], :-1]
        apart = (one[:, None] != other[None]).reshape(-1, bits.shape[1]).astype(np.float32)
        left = apart.any(axis=1).astype(np.float32)
        chosen = []
        while left.any():
            chosen.append(int((left @ apart).argmax()))
            left *= 1 - apart[:, chosen[-1]]
        self.chosen_ = np.sort(chosen).astype(np.intp)
        return self

    def transform(self, X: Any) -> NDArray[np.bool_]:
        """The chosen bits."""
        return dense(X)[:, self.chosen_]


class MonomialBoost(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """LPBoost over the monomials that L0-RBoost takes."""

    def __init__(self, encoder: Any, max_order: int, nu: float) -> None:
        self.encoder = encoder
        self.max_order = max_order
        self.nu = nu

    def fit(self, X: Any, y: Any) -> Self:
        """Find the ensemble."""
        self.encoder_ = clone(self.encoder)
        sample = BitSample.from_rows(dense(self.encoder_.fit_transform(X, y)), y)
        problem = NuProblem.classification(sample.weights, self.nu)
        found = lpboost(problem, MonomialLearner(sample, self.max_order), GlopEngine)
        self.classes_, self.ensemble_ = np.array([False, True]), found.ensemble
        self.estimators_ = found.ensemble.hypotheses
        # rho of the best solution of (3): the share nu of the rows may lie below it
        votes = self.ensemble_.predict(sample.bits)
        margins = sample.labels * (votes[:, 1] - votes[:, 0])
        order = np.argsort(margins)
        below = np.cumsum(sample.weights[order]) >= self.nu * sample.weights.sum()
        self.margin_ = float(margins[order][below.argmax()])
        self.bound_, self.gap_ = found.bound, found.bound - found.objective
        return self

    def predict(self, X: Any) -> NDArray[np.bool_]:
        """The class of most votes."""
        votes = self.ensemble_.predict(dense(self.encoder_.transform(X)))
        return np.asarray(votes[:, 1] > votes[:, 0])


def dense(table: Any) -> NDArray[np.bool_]:
    """A table of bits as an array."""
    return np.asarray(table.toarray() if hasattr(table, "toarray") else table, np.bool_)
