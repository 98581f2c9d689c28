"""The parts of a sample that folds are dealt from, in an order that the sample alone decides."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.row_weights import are_counts
from nzdd.input.arrays import Floats

FEW_ROWS = 2**20
"""Up to so many rows each row is a part."""

PARTS = 10
"""Of more rows, those that are equal are divided into at most so many parts."""


class SampleParts(NamedTuple):
    """Rows of a sample, or groups of equal ones, sorted by what they are to be told.

    So votes that are chosen by folds of them do not depend on the order of the rows, nor on whether
    equal ones were merged before.

    Attributes
    ----------
    number : ndarray of integers, shape (parts,)
        The distinct row.
    told : ndarray, shape (parts,)
        A class by its code, or a number.
    weights : ndarray of float64, shape (parts,)
        The weight of equal rows is divided evenly among their parts.
    copies : ndarray of float64, shape (parts,)
        How many rows each part stands for.
    """

    number: NDArray[np.integer[Any]]
    told: NDArray[Any]
    weights: Floats
    copies: Floats

    @classmethod
    def of(
        cls,
        number: NDArray[np.integer[Any]],
        told: NDArray[Any],
        weights: Floats,
        copies: Floats | None = None,
    ) -> SampleParts:
        """The parts of rows, given likewise.

        By default weights that are all whole numbers are `copies`, and otherwise each row is one.
        Time O(rows log rows).
        """
        if copies is None:
            copies = weights if are_counts(weights) else np.ones(weights.size)
        order = np.lexsort((weights, number, told))
        number, told = number[order], told[order]
        differ = (number[1:] != number[:-1]) | (told[1:] != told[:-1])
        starts = np.flatnonzero(np.concatenate(([True], differ)))
        weights = np.add.reduceat(weights[order], starts)
        copies = np.add.reduceat(copies[order], starts)
        most = np.inf if copies.sum() <= FEW_ROWS else PARTS
        parts = np.clip(np.floor(copies), 1, most)
        of = np.repeat(np.arange(parts.size), parts.astype(np.intp))
        at = starts[of]
        return cls(number[at], told[at], (weights / parts)[of], (copies / parts)[of])
