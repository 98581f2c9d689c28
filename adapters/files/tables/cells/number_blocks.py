"""The columns of a table that need a look of their own: of plain numbers whole blocks are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_ENTRIES = 2**20  # of a block

Screen = Callable[[NDArray[Any]], Any]
"""Which columns of an array, shape (rows, columns), may be of some kind."""


def is_text(column: Series) -> bool:
    """Whether a column holds words, at least in some rows."""
    return column.dtype.kind in "OUT" and not hasattr(column, "cat")


def number_blocks(frame: DataFrame) -> Iterator[tuple[NDArray[np.intp], NDArray[Any]]]:
    """The columns of plain numbers as arrays of one type: their positions, and their values.

    Nullable types are no plain numbers. Memory some megabytes, or that of one column.
    """
    groups: dict[np.dtype[Any], list[int]] = {}
    for at, kind in enumerate(frame.dtypes):
        if _is_plain(kind):
            groups.setdefault(kind, []).append(at)
    width = max(1, _ENTRIES // max(1, len(frame)))
    for places in groups.values():
        for first in range(0, len(places), width):
            some = np.array(places[first : first + width])
            yield some, frame.iloc[:, some].to_numpy()


def other_places(frame: DataFrame) -> list[int]:
    """The positions of the columns that `number_blocks` leaves out."""
    return [at for at, kind in enumerate(frame.dtypes) if not _is_plain(kind)]


def suspects(frame: DataFrame, screen: Screen) -> Iterator[tuple[str, Series]]:
    """The columns by name, without booleans and without those of plain numbers that are ruled out.

    Parameters
    ----------
    frame : DataFrame
    screen : callable
        Which columns of plain numbers are not ruled out.
    """
    kinds = frame.dtypes.to_numpy()
    found = [at for at in other_places(frame) if kinds[at].kind != "b"]
    for places, values in number_blocks(frame):
        with np.errstate(invalid="ignore", over="ignore"):  # of infinite and largest numbers
            found += places[screen(values)].tolist()
    return _columns(frame, sorted(found))


def text_columns(frame: DataFrame) -> Iterator[tuple[str, Series]]:
    """The columns that hold words, at least in some rows, by name."""
    places = [at for at, kind in enumerate(frame.dtypes) if kind.kind in "OUT"]
    return (each for each in _columns(frame, places) if is_text(each[1]))


def _columns(frame: DataFrame, places: list[int]) -> Iterator[tuple[str, Series]]:
    for at in places:
        column = frame.iloc[:, at]
        yield str(column.name), column


def _is_plain(kind: Any) -> bool:
    return isinstance(kind, np.dtype) and kind.kind in "iuf"
