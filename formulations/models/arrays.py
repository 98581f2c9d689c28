"""Checked conversion of what a user passes into the read-only arrays of a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse

from nzdd.input.arrays import EXACT_INTEGERS, as_floats, refuse_masked, refuse_rounded
from nzdd.input.arrays import Bools as Bools
from nzdd.input.arrays import Floats as Floats
from nzdd.input.arrays import Ints as Ints
from nzdd.input.sparse import check_sparse

Matrix: TypeAlias = "csr_array[np.float64, tuple[int, int]]"  # types of csr_array: scipy 1.16

DECIMALS = 6
"""Decimal places of numbers that count as decimals."""

LARGEST = 1e9
"""Decimals, as multiples of their last place, beyond which nothing is claimed."""


def as_vector(
    name: str,
    value: ArrayLike,
    size: int,
    allowed: Callable[[Floats], NDArray[np.bool_]] = np.isfinite,
    cure: str = "it must be finite",
) -> Floats:
    """The value as float64 of shape (size,), scalars spread; ValueError unless all `allowed`."""
    refuse_masked(value, name)
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf" and array.size:
            raise TypeError(f"dtype {array.dtype}")
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name} must hold real numbers: {error}") from None
    refuse_rounded(value, name)
    array = as_floats(array, name)
    if array.ndim == 0:
        array = np.full(size, array)
    if array.shape != (size,):
        raise ValueError(f"{name} has shape {array.shape}; it must have ({size},)")
    wrong = ~allowed(array)
    if wrong.any():
        at = int(wrong.argmax())
        raise ValueError(f"{name}[{at}] is {array[at]}; {cure}")
    # The caller may go on writing into its own array; only a frozen owner of its data is safe.
    return array if array.flags.owndata and not array.flags.writeable else array.copy()


def is_number(values: Floats) -> NDArray[np.bool_]:
    """Which are numbers, infinity among them."""
    return ~np.isnan(values)


def as_bounds(name: str, value: ArrayLike, size: int, *, forbidden: float) -> Floats:
    """The bounds as `as_vector`: any number but NaN and the infinity that none can satisfy."""
    cure = f"give a number, or {-forbidden} for no bound"
    return as_vector(name, value, size, lambda b: ~np.isnan(b) & (b != forbidden), cure)


def as_columns(
    lower: ArrayLike, upper: ArrayLike, integrality: ArrayLike, size: int
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Bounds and flags of columns; the bounds of integer ones are rounded inwards.

    A bound within 1e-9 of an integer, as by the rounding of decimals, counts as that integer.
    """
    cure = "use 0 (continuous) or 1 (integer)"
    flags = as_vector("integrality", integrality, size, lambda a: (a == 0) | (a == 1), cure) != 0
    low = as_bounds("lower", lower, size, forbidden=np.inf)
    high = as_bounds("upper", upper, size, forbidden=-np.inf)
    bounds = []
    for values, rounded, sign in ((low, np.ceil, -1.0), (high, np.floor, 1.0)):
        slack = np.minimum(1e-9 + 4 * np.finfo(np.float64).eps * np.abs(values), 0.25)
        whole = rounded(values + sign * slack)
        wrong = flags & np.isfinite(values) & (whole != values)
        bounds.append(np.where(wrong, whole, values) if wrong.any() else values)
    return bounds[0], bounds[1], flags


def as_point(x: ArrayLike, size: int, name: str = "x", each: str = "column") -> Floats:
    """One number for each column, infinities included; shape (size,), never broadcast."""
    point = as_floats(x, name)
    if point.shape != (size,):
        raise ValueError(f"{name} has shape {point.shape}; it needs ({size},), one number a {each}")
    return point


def as_names(name: str, value: Iterable[str] | None, size: int) -> tuple[str, ...] | None:
    """The names as a tuple of `size` strings, or None."""
    if value is None:
        return None
    if isinstance(value, str):
        raise TypeError(f"{name} must be a sequence of strings, not the one string {value!r}")
    names = tuple(map(str, value))
    if len(names) != size:
        raise ValueError(f"{name} has {len(names)} names; give {size}")
    return names


def as_matrix(name: str, value: Any, *, or_row: bool = False) -> Matrix:
    """The matrix as canonical CSR float64: sorted, duplicates summed, zeros dropped, all finite.

    With ``or_row`` a vector is a matrix of one row.
    """
    if issparse(value):
        check_sparse(value, name)
    else:
        refuse_masked(value, name)
        try:
            given, value = value, np.asarray(value)
        except ValueError as error:
            raise ValueError(f"{name} is not a rectangular array: {error}") from None
        refuse_rounded(given, name)
    if or_row and value.ndim == 1:
        value = value.reshape(1, -1)
    if value.ndim != 2:
        raise ValueError(f"{name} has {value.ndim} dimensions; it needs 2 (rows, columns)")
    if 0 in value.shape:
        return csr_array(value.shape, dtype=np.float64)
    if value.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold real numbers, not dtype {value.dtype}")
    if isinstance(value, csr_array) and _is_shareable(value):
        return value
    whole, stored = value.dtype.kind in "iu", getattr(value, "nnz", 0)
    if issparse(value):
        _refuse_rounded_entries(value, name)
    matrix = csr_array(value, dtype=np.float64, copy=True)
    matrix.prune()  # arrays may be longer than indptr[-1]; the rest are not entries
    matrix.sum_duplicates()
    if whole and stored > matrix.nnz and (np.abs(matrix.data) >= EXACT_INTEGERS).any():
        raise ValueError(
            f"{name} has integers at one place whose sum is beyond 2**53; scale it down"
        )
    return without_zeros(name, matrix)


def without_zeros(name: str, matrix: Matrix) -> Matrix:
    """The matrix, whose duplicates are summed, without zeros; ValueError unless all are finite."""
    if not np.isfinite(matrix.data).all():
        at = int(np.flatnonzero(~np.isfinite(matrix.data))[0])
        row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
        raise ValueError(
            f"{name}[{row}, {matrix.indices[at]}] is {matrix.data[at]}; coefficients must be finite"
        )
    matrix.eliminate_zeros()
    return matrix


def _refuse_rounded_entries(matrix: Any, name: str) -> None:
    """`refuse_rounded` of a sparse matrix, with the place of the entry."""
    if matrix.dtype.kind not in "iu" or matrix.dtype.itemsize < 8:
        return
    entries = matrix if matrix.format == "coo" else matrix.tocoo()
    beyond = (entries.data > EXACT_INTEGERS) | (entries.data < -EXACT_INTEGERS)
    if beyond.any():
        at = int(beyond.argmax())
        place = f"{name}[{entries.row[at]}, {entries.col[at]}]"
        refuse_rounded(entries.data[at], place)


def _is_shareable(matrix: csr_array[Any, Any]) -> bool:
    """Whether a matrix is one that `as_matrix` made for another model, which froze it."""
    parts = matrix.data, matrix.indices, matrix.indptr
    return (
        matrix.dtype == np.float64
        and not any(part.flags.writeable for part in parts)
        and matrix.indices.size == matrix.indptr[-1]
        # looked up again: a matrix remembers what it was before its arrays changed
        and bool(csr_array(parts, shape=matrix.shape).has_canonical_format)
        and bool(np.isfinite(matrix.data).all())
        and bool(matrix.data.all())
    )


def homogeneous(bounds: Floats) -> Floats:
    """Zero in place of every finite bound: the bounds of directions."""
    return np.where(np.isfinite(bounds), 0.0, bounds)


def decimal_scale(values: Floats) -> float | None:
    """The least power of ten that turns all values into integers; None where there is none.

    Of at most six decimal places and nine digits, up to rounding: 0.1 has one place. Time O(size).
    """
    for scale in 10.0 ** np.arange(DECIMALS + 1):
        scaled = values * scale
        if np.abs(scaled).max(initial=0.0) > LARGEST:
            break
        if (np.abs(scaled - np.rint(scaled)) <= 1e-12 * np.abs(scaled)).all():
            return float(scale)
    return None
