"""Sparse matrices as a hostile caller hands them in, and what they say, read without scipy."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

FORMATS = ("csr", "csc", "bsr", "coo", "dia", "lil", "dok")
PARTS = {
    "csr": ("data", "indices", "indptr"),
    "csc": ("data", "indices", "indptr"),
    "bsr": ("data", "indices", "indptr"),
    "coo": ("data", "row", "col"),
    "dia": ("data", "offsets"),
    "lil": ("data", "rows"),
}
WILD = (-1, -(2**31), 2, 3, 7, 10**8, 2**31 - 1, 2**40, 2**63 - 1, -(2**63))


class Damaged:
    """A matrix, which need not be damaged, and its `reading`."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = matrix

    @property
    def places(self) -> dict[tuple[int, int], list[Any]] | None:
        return reading(self.matrix)

    def __repr__(self) -> str:  # that of scipy fails where a matrix is damaged
        matrix = self.matrix
        parts = [(part, getattr(matrix, part)) for part in PARTS.get(matrix.format, ("_dict",))]
        return f"{matrix.format} {matrix.shape} {parts}"


@st.composite
def damaged(draw: Any, damages: int = 3) -> Damaged:
    """A small matrix of zeros and ones in any format, with up to so many damages."""
    shape = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    bits = draw(st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    dtype = draw(st.sampled_from([np.int8, np.uint8, np.bool_, np.int64, np.float32, np.float64]))
    kind = draw(st.sampled_from(FORMATS))
    dense = np.array(bits, dtype).reshape(shape)
    make = sp.csr_array if draw(st.booleans()) else sp.csr_matrix
    matrix = make(dense).asformat(kind)
    for _ in range(draw(st.integers(0, damages))):
        _damage(draw, matrix)
    return Damaged(matrix)


def _damage(draw: Any, matrix: Any) -> None:
    if draw(st.integers(0, 9)) == 0:
        shape = draw(st.sampled_from([(0, 0), (2, 3), (3, 2), (50, 5), (5, 50), (-1, 3)]))
        matrix._shape = shape
    elif matrix.format == "dok":
        number = st.sampled_from([*WILD, 0, 1, 0.5, True, "1", None])
        key = draw(st.one_of(st.tuples(number, number), number, st.tuples(number)))
        matrix._dict[key] = 1
    else:
        part = draw(st.sampled_from(PARTS[matrix.format]))
        if matrix.format == "lil" and len(getattr(matrix, part)):
            _damage_lists(draw, getattr(matrix, part))
        else:
            array = _damaged_array(draw, getattr(matrix, part))
            if part in ("row", "col"):  # which scipy would convert
                both = [matrix.row, matrix.col]
                both[part == "col"] = array
                matrix.coords = tuple(both)
            else:
                setattr(matrix, part, array)


def _damage_lists(draw: Any, lists: Any) -> None:
    at = draw(st.integers(0, len(lists) - 1))
    value = draw(st.sampled_from([*WILD, 0, 1, 0.5, None, "1"]))
    change = draw(st.sampled_from(["append", "pop", "set", "tuple", "none"]))
    if change in ("tuple", "none") or not isinstance(lists[at], list):
        lists[at] = (1,) if change == "tuple" else None
    elif change == "append":
        lists[at].append(value)
    elif lists[at]:
        if change == "pop":
            lists[at].pop()
        else:
            lists[at][-1] = value


def _damaged_array(draw: Any, array: Any) -> Any:
    change = draw(st.sampled_from(["wild", "cut", "grow", "turn", "type", "flat", "mask", "list"]))
    if isinstance(array, list):
        return array
    if change == "wild" and array.size:
        copy = np.array(array)
        value = draw(st.sampled_from([*WILD, 0, 1]))
        if copy.dtype.kind in "iu" and copy.dtype.itemsize < 8 and copy.ndim == 1:
            copy = copy.astype(np.int64)
        with np.errstate(all="ignore"):
            copy.ravel()[draw(st.integers(0, array.size - 1))] = (
                value if copy.dtype.itemsize == 8 else np.array(value).astype(copy.dtype)
            )
        return copy
    if change == "cut":
        return array[:-1]
    if change == "grow":
        return np.concatenate((array, array[-1:], array[-1:]))
    if change == "turn":
        return array[::-1]
    if change == "flat":
        return array.ravel() if array.ndim > 1 else array[:, None]
    if change == "mask":
        return np.ma.masked_equal(array, 1)
    if change == "list":
        return array.tolist()
    kind = draw(st.sampled_from([">i8", "u8", "i1", "f8", "O", "?", "f2", "c8"]))
    with np.errstate(all="ignore"):
        return array.astype(kind)


def reading(matrix: Any) -> dict[tuple[int, int], list[Any]] | None:
    """The values stored at each place, or None where the matrix is not what its format demands."""
    rows, columns = matrix.shape
    arrays = [getattr(matrix, part) for part in PARTS.get(matrix.format, ())]
    if rows < 0 or columns < 0 or any(map(np.ma.is_masked, arrays)):
        return None
    try:
        found = [(row, column, value) for row, column, value in _entries(matrix)]
    except (ValueError, TypeError, IndexError, ZeroDivisionError, AttributeError):
        return None
    places: dict[tuple[int, int], list[Any]] = {}
    for row, column, value in found:
        if not all(isinstance(each, (int, np.integer)) for each in (row, column)):
            return None
        if not (0 <= row < rows and 0 <= column < columns) or value is np.ma.masked:
            return None
        places.setdefault((int(row), int(column)), []).append(value)
    return places


def _entries(matrix: Any) -> Any:
    rows, columns = matrix.shape
    if matrix.format == "dok":
        yield from ((*key, value) for key, value in matrix._dict.items())
    elif matrix.format == "lil":
        for row, (places, values) in enumerate(zip(matrix.rows, matrix.data, strict=True)):
            yield from ((row, place, value) for place, value in zip(places, values, strict=True))
    elif matrix.format == "coo":
        yield from zip(matrix.row, matrix.col, matrix.data, strict=True)
    elif matrix.format == "dia":
        if matrix.offsets.dtype.kind not in "iu":
            raise TypeError
        for offset, values in zip(matrix.offsets, matrix.data, strict=True):
            for column, value in enumerate(values[:columns]):
                if 0 <= column - int(offset) < rows:
                    yield column - int(offset), column, value
    else:
        yield from _compressed_entries(matrix)


def _compressed_entries(matrix: Any) -> Any:
    rows, columns = matrix.shape
    high, wide = matrix.data.shape[1:] if matrix.format == "bsr" else (1, 1)
    major, minor = rows // high, columns // wide
    if matrix.format == "csc":
        major, minor = minor, major
    if len(matrix.indptr) != major + 1 or matrix.indptr[0] != 0:
        raise ValueError
    for line in range(major):
        begin, end = matrix.indptr[line], matrix.indptr[line + 1]
        if not begin <= end <= min(len(matrix.indices), len(matrix.data)):
            raise ValueError
        for at in range(begin, end):
            place, value = matrix.indices[at], matrix.data[at]
            if not 0 <= place < minor:
                raise ValueError
            if matrix.format == "bsr":
                for i in range(high):
                    for j in range(wide):
                        yield line * high + i, int(place) * wide + j, value[i, j]
            else:
                yield (place, line, value) if matrix.format == "csc" else (line, place, value)
