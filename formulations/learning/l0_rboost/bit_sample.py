"""Distinct labelled rows of bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.learning.l0_rboost.monomials import Monomial, as_labelled_bits
from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import Bools, Floats

LIGHTEST, HEAVIEST = 1e-9, 1e15
"""The range of weights: linear programs with tolerances of 1e-7 have to compare them."""


@dataclass(frozen=True, slots=True, eq=False)
class BitSample:
    """Distinct labelled rows with the total weight of their occurrences.

    Some optimum has the same slack and the same pair cuts for equal rows of one class, so merging
    them loses nothing.

    Attributes
    ----------
    bits : ndarray of bool, shape (rows, attributes)
    positive : ndarray of bool, shape (rows,)
    weights : ndarray of float, shape (rows,)
    """

    bits: Bools
    positive: Bools
    weights: Floats

    @classmethod
    def from_rows(
        cls, bits: ArrayLike, positive: ArrayLike, weights: ArrayLike | None = None
    ) -> BitSample:
        """Merge equal rows of one class.

        Parameters
        ----------
        bits : array_like of 0/1, shape (rows, attributes)
        positive : array_like of bool, shape (rows,)
        weights : array_like of float, shape (rows,), optional
            Not negative; rows of weight 0 are left out. By default every row weighs 1.

        Raises
        ------
        ValueError
            If the shapes do not fit, a bit is neither 0 nor 1, a weight is negative or not finite,
            or a class has no row of positive weight.

        Notes
        -----
        Time O(rows x attributes + rows log rows).
        """
        table, labels = as_labelled_bits(bits, positive)
        given = as_row_weights(weights, labels.size, LIGHTEST, HEAVIEST)
        kept = given > 0
        rows = np.column_stack((table[kept].astype(np.bool_), labels[kept]))
        first, index = equal_rows(rows)
        sample = cls(
            rows[first, :-1],
            rows[first, -1],
            np.bincount(index, given[kept], first.size).astype(np.float64),
        )
        if sample.positive.all() or not sample.positive.any():
            raise ValueError("all rows of weight are of one class; a classifier needs rows of both")
        return sample

    @property
    def labels(self) -> Floats:
        """1 and -1, shape (rows,)."""
        return np.where(self.positive, 1.0, -1.0)

    @property
    def total_weight(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())

    def votes(self, monomials: Sequence[Monomial]) -> NDArray[np.int8]:
        """The matrix H, shape (rows, monomials): the sign where a monomial covers a row, else 0."""
        return votes(self.bits, monomials)


def votes(bits: Bools, monomials: Sequence[Monomial]) -> NDArray[np.int8]:
    """The votes of monomials on rows, shape (rows, monomials); time O(rows x literals)."""
    columns = [monomial.sign * monomial.covers(bits).astype(np.int8) for monomial in monomials]
    return np.column_stack(columns) if columns else np.zeros((len(bits), 0), np.int8)


def equal_rows(bits: Bools) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first position of each distinct row, and the number of the distinct row of each row.

    Time O(rows x columns + rows log rows); some ten times faster than `numpy.unique` of rows.
    """
    if not bits.shape[1]:
        return np.arange(min(1, len(bits))), np.zeros(len(bits), np.intp)
    packed = np.packbits(bits, axis=1)
    keys = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    return first, index
