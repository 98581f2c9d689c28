"""Sparse matrices from outside: damaged ones are refused before scipy reads them."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import as_array


def check_sparse(matrix: Any, name: str) -> None:
    """Check that a two-dimensional sparse matrix or array of scipy is what its format demands.

    Scipy checks little of that: if an index is out of range, even a conversion to another format
    crashes the interpreter. Time O(stored entries).

    Raises
    ------
    ValueError
        Naming the first part and entry that is wrong.
    """
    check = _CHECKS.get(getattr(matrix, "format", ""))
    if getattr(matrix, "ndim", 2) != 2:
        raise ValueError(f"{name} has {matrix.ndim} dimensions; it needs 2 (rows, columns)")
    if min(matrix.shape) < 0:
        raise ValueError(f"{name} has the shape {matrix.shape}; sizes must not be negative")
    if check is not None:
        check(matrix, name)


def _check_compressed(matrix: Any, name: str) -> None:
    rows, columns = matrix.shape
    block = (1, 1)
    _part(matrix, "data", name, 3 if matrix.format == "bsr" else 1, integers=False)
    if matrix.format == "bsr":
        block = matrix.data.shape[1:]
        if 0 in block or rows % block[0] or columns % block[1]:
            raise ValueError(
                f"{name} has blocks of shape {block}, which do not fit its shape {matrix.shape}"
            )
    major, minor = rows // block[0], columns // block[1]
    if matrix.format == "csc":
        major, minor = minor, major
    pointers, indices = _part(matrix, "indptr", name), _part(matrix, "indices", name)
    _same_size(matrix, name, "data", "indices")
    if pointers.size != major + 1:
        raise ValueError(f"{name}.indptr has {pointers.size} entries; it must have {major + 1}")
    if pointers[0] != 0 or pointers[-1] > indices.size or np.any(pointers[1:] < pointers[:-1]):
        raise ValueError(f"{name}.indptr must rise from 0 to at most {indices.size} entries")
    _in_range(indices[: pointers[-1]], minor, f"{name}.indices")


def _check_coo(matrix: Any, name: str) -> None:
    _part(matrix, "data", name, integers=False)
    for part, limit in zip(("row", "col"), matrix.shape, strict=True):
        _in_range(_part(matrix, part, name), limit, f"{name}.{part}")
        _same_size(matrix, name, "data", part)


def _check_dia(matrix: Any, name: str) -> None:
    _part(matrix, "data", name, 2, integers=False)
    offsets = _part(matrix, "offsets", name)
    _same_size(matrix, name, "data", "offsets")
    if np.unique(offsets).size < offsets.size:
        raise ValueError(f"{name}.offsets holds a diagonal twice")
    rows, columns = matrix.shape
    outside = (offsets <= -max(rows, 1)) | (offsets >= max(columns, 1))
    if outside.any():
        at = int(np.argmax(outside))
        raise ValueError(
            f"{name}.offsets[{at}] is {offsets[at]}; the shape {matrix.shape} has no such diagonal"
        )


def _check_dok(matrix: Any, name: str) -> None:
    keys = list(matrix.keys())
    if not keys:
        return
    if any(not isinstance(key, tuple) or len(key) != 2 for key in keys):
        raise ValueError(f"{name} has a key that is not a pair of a row and a column")
    places = np.array(keys)
    if places.dtype.kind not in "ui":
        raise ValueError(f"{name} has a key that is not a pair of integers")
    for axis, limit in enumerate(matrix.shape):
        _in_range(places[:, axis], limit, f"{name}, {('row', 'column')[axis]} of entry ")
    _of_its_type(list(matrix.values()), matrix.dtype, name)


def _check_lil(matrix: Any, name: str) -> None:
    for part in ("rows", "data"):
        lists = getattr(matrix, part)
        if not isinstance(lists, np.ndarray) or lists.shape != matrix.shape[:1]:
            raise ValueError(f"{name}.{part} must hold one list for each of {matrix.shape[0]} rows")
        if not set(map(type, lists)) <= {list}:
            raise ValueError(f"{name}.{part} must hold only lists")
    columns, values = list(matrix.rows), list(matrix.data)
    if list(map(len, columns)) != list(map(len, values)):
        raise ValueError(f"{name}.rows and {name}.data have lists of different lengths")
    flat = np.array(list(chain.from_iterable(columns)) or np.empty(0, np.int64))
    if flat.ndim != 1 or flat.dtype.kind not in "ui":
        raise ValueError(f"{name}.rows must hold only integers")
    _in_range(flat, matrix.shape[1], f"{name}.rows, entry by entry")
    _of_its_type(list(chain.from_iterable(values)), matrix.dtype, f"{name}.data")


def _of_its_type(values: list[Any], dtype: np.dtype[Any], name: str) -> None:
    """Refuse what the conversion to another format would change without a word."""
    given = np.fromiter(values, object, len(values))
    try:
        differs = given.astype(dtype) != given
        differs &= given == given  # NaN stays NaN
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} holds what is not of type {dtype}: {error}") from None
    if differs.any():
        raise ValueError(f"{name} holds {given[differs][0]!r}, which is not of type {dtype}")


def _part(
    matrix: Any, part: str, name: str, ndim: int = 1, *, integers: bool = True
) -> NDArray[Any]:
    values = getattr(matrix, part)
    if not isinstance(values, np.ndarray) or values.ndim != ndim:
        raise ValueError(f"{name}.{part} must be an array of {ndim} dimension{'s' * (ndim > 1)}")
    if integers and values.dtype.kind not in "ui":
        raise ValueError(f"{name}.{part} must hold integers, not {values.dtype}")
    return as_array(values, f"{name}.{part}")


def _same_size(matrix: Any, name: str, one: str, other: str) -> None:
    sizes = len(getattr(matrix, one)), len(getattr(matrix, other))
    if sizes[0] != sizes[1]:
        raise ValueError(
            f"{name}.{one} has {sizes[0]} entries and {name}.{other} has {sizes[1]}; "
            "the numbers must be equal"
        )


def _in_range(indices: NDArray[Any], limit: int, name: str) -> None:
    if indices.size and not (indices.min() >= 0 and indices.max() < limit):
        at = int(np.argmax((indices < 0) | (indices >= limit)))
        raise ValueError(f"{name}[{at}] is {indices[at]}; it must lie in 0..{limit - 1}")


_CHECKS = {
    "csr": _check_compressed,
    "csc": _check_compressed,
    "bsr": _check_compressed,
    "coo": _check_coo,
    "dia": _check_dia,
    "dok": _check_dok,
    "lil": _check_lil,
}
