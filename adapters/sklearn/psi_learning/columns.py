"""The columns that psi-learning is fitted to: scaled products of columns, or kernel values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics.pairwise import pairwise_kernels

from nzdd.formulations.learning.psi_learning.basis import KernelBasis, PolynomialBasis
from nzdd.formulations.models.arrays import Floats

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True, slots=True, eq=False)
class Scaling:
    """Columns less their means, divided by their standard deviations.

    Attributes
    ----------
    mean, scale : ndarray, shape (d,)
    """

    mean: Floats
    scale: Floats

    @classmethod
    def of(cls, rows: Floats, weights: Floats | None, apply: bool) -> Self:
        """That of weighted rows, or one without effect. Constant columns keep their scale."""
        d = rows.shape[1]
        if not apply:
            return cls(np.zeros(d), np.ones(d))
        mean = np.average(rows, axis=0, weights=weights)
        spread = np.sqrt(np.average((rows - mean) ** 2, axis=0, weights=weights))
        # the spread of a constant column may be rounding, not 0
        constant = spread <= 1e-12 * np.abs(rows).max(axis=0)
        return cls(mean, np.where(constant, 1.0, spread))

    def apply(self, rows: Floats) -> Floats:
        """The scaled rows."""
        return (rows - self.mean) / self.scale


@dataclass(frozen=True, slots=True, eq=False)
class PolynomialColumns:
    """Scaled products of columns; with degree 1 the scaled columns.

    `spread` is the standard deviation of each of them before it was scaled.
    """

    basis: PolynomialBasis
    scaling: Scaling
    spread: Floats

    @classmethod
    def fit(cls, rows: Floats, weights: Floats | None, degree: int, scale: bool) -> Self:
        """The products of the columns of a table."""
        basis = PolynomialBasis(rows.shape[1], degree)
        terms = basis.expand(rows)
        mean = np.average(terms, axis=0, weights=weights)
        spread = np.sqrt(np.average((terms - mean) ** 2, axis=0, weights=weights))
        return cls(basis, Scaling.of(terms, weights, scale), spread)

    def train(self, rows: Floats) -> Floats:
        """The table that the model is fitted to."""
        return self.scaling.apply(self.basis.expand(rows))

    def unscaled(self, weights: Floats, intercept: float) -> tuple[Floats, float]:
        """The same plane over the unscaled products."""
        w = weights / self.scaling.scale
        return w, intercept - float(w @ self.scaling.mean)


@dataclass(frozen=True, slots=True, eq=False)
class KernelColumns:
    """Kernel values between rows and the rows of the training table."""

    kernel: str | Callable[[Any, Any], float]
    options: dict[str, Any]
    scaling: Scaling
    rows: Floats
    norm: str
    to_coefficients: Floats | None

    @classmethod
    def fit(
        cls,
        rows: Floats,
        weights: Floats | None,
        scale: bool,
        norm: str,
        kernel: str | Callable[[Any, Any], float],
        options: dict[str, Any],
    ) -> tuple[Self, Floats]:
        """The columns of a table, and the table that the model is fitted to.

        For the 2-norm it holds columns whose products are the kernel, for the 1-norm kernel values.
        """
        scaling = Scaling.of(rows, weights, scale)
        kept = scaling.apply(rows)
        values = _kernel(kept, kept, kernel, options)
        if norm == "l1":
            return cls(kernel, options, scaling, kept, norm, None), values
        basis = KernelBasis.from_matrix(values)
        return cls(kernel, options, scaling, kept, norm, basis.to_coefficients), basis.features

    def coefficients(self, weights: Floats) -> Floats:
        """The coefficient of every training row."""
        return weights if self.to_coefficients is None else self.to_coefficients @ weights

    def values(self, rows: Floats) -> Floats:
        """The kernel values of rows and training rows, shape (rows, training rows)."""
        return _kernel(self.scaling.apply(rows), self.rows, self.kernel, self.options)


def _kernel(a: Floats, b: Floats, kernel: Any, options: dict[str, Any]) -> Floats:
    return np.asarray(pairwise_kernels(a, b, metric=kernel, filter_params=True, **options))
