"""Polynomials and kernels as planes over other columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_integer


@dataclass(frozen=True, slots=True)
class PolynomialBasis:
    """All products of one to `degree` columns, repetitions included.

    Attributes
    ----------
    num_columns : int
    degree : int
        With 1 the columns stay the same. The 14 columns of case 4 in section 5.1 of the paper are
        those of degree 2 over 4 columns, in another order.
    """

    num_columns: int
    degree: int

    def __post_init__(self) -> None:
        check_integer("num_columns", self.num_columns)
        check_integer("degree", self.degree)

    def expand(self, rows: Floats) -> Floats:
        """The products in rows of shape (n, num_columns), shape (n, size). O(n size degree)."""
        return np.concatenate([rows[:, chosen].prod(axis=2) for chosen in self._products()], axis=1)

    def names(self, columns: Sequence[str]) -> list[str]:
        """The products as text, such as ``x0 x1`` and ``x0^2``; shape (size,)."""
        return [
            " ".join(
                columns[j] if count == 1 else f"{columns[j]}^{count}"
                for j, count in zip(*np.unique(factors, return_counts=True), strict=True)
            )
            for chosen in self._products()
            for factors in chosen
        ]

    def factors(self) -> Floats:
        """1 where a product has a column among its factors, shape (size, num_columns)."""
        terms = [set(factors) for chosen in self._products() for factors in chosen.tolist()]
        found = np.zeros((len(terms), self.num_columns))
        for place, factors in enumerate(terms):
            found[place, list(factors)] = 1
        return found

    def _products(self) -> list[NDArray[np.intp]]:
        columns = range(self.num_columns)
        return [
            np.array(list(combinations_with_replacement(columns, degree)), np.intp)
            for degree in range(1, self.degree + 1)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class KernelBasis:
    """Columns with ``features @ features.T = K``, in which a kernel becomes the inner product.

    The function ``sum_k alpha_k K(., x_k)`` has the squared norm ``alpha K alpha`` (section 2 of
    the paper). Its values and its norm are those of the plane w with ``features @ w = K alpha``.

    Attributes
    ----------
    features : ndarray, shape (n, rank)
    to_coefficients : ndarray, shape (n, rank)
        ``alpha = to_coefficients @ w``.
    """

    features: Floats
    to_coefficients: Floats

    @classmethod
    def from_matrix(cls, kernel: ArrayLike, tolerance: float = 1e-10) -> KernelBasis:
        """The basis of a kernel matrix.

        Parameters
        ----------
        kernel : array_like, shape (n, n)
        tolerance : float
            Eigenvalues up to this share of the largest count as 0.

        Raises
        ------
        ValueError
            If the matrix is not square, finite, symmetric and positive semidefinite, or is zero or
            empty.

        Notes
        -----
        Time O(n^3), memory O(n^2).
        """
        matrix = np.asarray(kernel, np.float64)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
            raise ValueError(
                f"the kernel matrix has shape {matrix.shape}; it must be square and not empty"
            )
        if not np.isfinite(matrix).all() or not np.allclose(matrix, matrix.T):
            raise ValueError("the kernel matrix must be finite and symmetric")
        values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
        largest = np.abs(values).max(initial=0.0)
        if largest == 0 or values[0] < -1e-6 * largest:
            raise ValueError(
                f"the kernel matrix has eigenvalues from {values[0]:.3g} to {values[-1]:.3g}; it "
                "must be positive semidefinite and not zero; take another kernel"
            )
        kept = values > tolerance * largest
        roots = np.sqrt(values[kept])
        return cls(vectors[:, kept] * roots, vectors[:, kept] / roots)
