"""Coefficients as sums of parts, which lets rows share more.

`common_parts` are the most common coefficient of a column and a difference: 7 x + 3 y and 7 x + 5 y
share the symbol (x, 7). As 7 x + 3 y + 2 y the second row shares all symbols of the first. On one
edge of a diagram the two parts are one nonzero again. `binary_digits` are powers of two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats, Matrix

LEAST_SHARE = 0.1
"""Of the coefficients that are the most common one, in columns with several of a sign: with fewer,
rows have little more to share, and the search for it is not worth its time."""

LEAST_DIFFERENCE = 1e-3
"""Of a difference, relative to its coefficient: solvers drop tiny coefficients."""


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Terms that coefficients of a matrix are the sums of, exactly; each becomes a symbol.

    Attributes
    ----------
    place : ndarray of int64, shape (k,)
        Which of the stored coefficients.
    number : ndarray of int64, shape (k,)
        Which part of it: equal parts with different numbers are different symbols.
    value : ndarray of float64, shape (k,)
    """

    place: NDArray[np.int64]
    number: NDArray[np.int64]
    value: Floats


def common_parts(matrix: Matrix) -> Parts | None:
    """Each coefficient as the most common one of its column and sign, and the difference.

    A coefficient stays whole where the difference is rounded, or small beside it. None where no
    coefficient is split, or too few are the most common one of several. Of two that are equally
    common the smaller one counts. Time O(nonzeros log nonzeros).
    """
    value = matrix.data
    if not value.size or (value == value[0]).all():
        return None
    common, alone = _most_common(matrix.indices.astype(np.int64), value)
    rest = value - common
    # the rounding error of the difference (Knuth, The Art of Computer Programming, 4.2.2)
    back = rest - value
    error = (value - (rest - back)) - (common + back)
    split = (error == 0) & (np.abs(rest) >= LEAST_DIFFERENCE * np.abs(value))
    split &= rest != 0
    shared = np.count_nonzero((rest == 0) & ~alone)
    if not split.any() or shared < LEAST_SHARE * np.count_nonzero(~alone):
        return None
    other = np.flatnonzero(split)
    return Parts(
        np.concatenate((np.arange(value.size), other)),
        np.repeat([0, 1], [value.size, other.size]),
        np.concatenate((np.where(split, common, value), rest[other])),
    )


def binary_digits(matrix: Matrix) -> Parts:
    """Each coefficient as its binary digits, with its sign (Kurokawa et al. 2022, section 5).

    Raises
    ------
    ValueError
        If a coefficient is not an integer below 2^53. Time and memory O(digits).
    """
    size = np.abs(matrix.data)
    odd = np.flatnonzero((size != np.rint(size)) | (size >= 2.0**53))
    if odd.size:
        raise ValueError(
            f"the coefficient {matrix.data[odd[0]]:.9g} is not an integer below 2^53, so it has no "
            "binary digits here; multiply the row, or take coefficients='auto'"
        )
    whole = size.astype(np.int64)
    has = [
        np.flatnonzero(whole >> digit & 1)
        for digit in range(int(whole.max(initial=0)).bit_length())
    ]
    place = np.concatenate([np.empty(0, np.int64), *has])
    value = np.repeat(2.0 ** np.arange(len(has)), [at.size for at in has])
    value = np.copysign(value, matrix.data[place])
    return Parts(place, np.zeros_like(place), value)


def _most_common(column: NDArray[np.int64], value: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """For each coefficient the most common of its column and sign, and whether it is the only."""
    _, level = np.unique(np.abs(value), return_inverse=True)
    key = (2 * column + (value < 0)) * (int(level.max()) + 1) + level
    pair, first, place, count = np.unique(
        key, return_index=True, return_inverse=True, return_counts=True
    )
    kind = pair // (int(level.max()) + 1)
    starts = np.flatnonzero(np.diff(kind, prepend=-1))
    # the last of each kind, when sorted by count and then by falling size
    order = np.lexsort((-pair, count, kind))
    best = order[np.append(starts[1:], pair.size) - 1]
    sizes = np.diff(np.append(starts, pair.size))
    return (
        np.repeat(value[first[best]], sizes)[place],
        np.repeat(sizes == 1, sizes)[place],
    )
