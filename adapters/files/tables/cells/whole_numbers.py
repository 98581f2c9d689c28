"""Whole numbers beyond 2**53 in tables, which doubles would round."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.files.text import is_rounded
from nzdd.input.arrays import EXACT_INTEGERS
from nzdd.input.text import shown

if TYPE_CHECKING:
    from pandas import Series


def are_beyond(numbers: Series) -> bool:
    """Whether some of a column of numbers are so large that doubles round their neighbours."""
    doubles = numbers.to_numpy(dtype=np.float64, na_value=np.nan)
    return bool(beyond(doubles))


def beyond(values: NDArray[Any]) -> NDArray[np.bool_]:
    """The same of columns of an array."""
    return np.asarray((np.abs(values) >= EXACT_INTEGERS).any(axis=0))


def as_written(numbers: Series, texts: Series) -> Series:
    """A column of doubles as the text says: integers of 64 bits where doubles are rounded.

    Parameters
    ----------
    numbers : Series of float64
        Perhaps with missing values.
    texts : Series of str
        With the same index.

    Returns
    -------
    Series
        Of Int64 or UInt64 if some are rounded, and all are whole and have at most 64 bits.

    Warns
    -----
    UserWarning
        If some are rounded all the same.
    """
    held = numbers[numbers.notna()]
    if np.isinf(held).any():  # which is refused elsewhere
        return numbers
    large = texts[held.index][(held.abs() >= EXACT_INTEGERS).to_numpy()].str.strip()
    rounded = [text for text in large if is_rounded(text.encode())]
    if not rounded:
        return numbers
    if large.str.fullmatch(r"[-+]?\d+").all() and (held == np.rint(held)).all():
        whole = held.where(held.abs() < EXACT_INTEGERS, 0.0).astype("int64").astype(object)
        whole[large.index] = [int(text) for text in large]
        for kind in ("Int64", "UInt64"):
            try:
                return whole.astype(kind).reindex(numbers.index)
            except (OverflowError, TypeError, ValueError):
                continue
    warnings.warn(
        f"column {shown(numbers.name)} holds {rounded[0]}, which is rounded to a double, as are "
        "others beyond 2**53; give whole numbers of at most 64 bits, or subtract one from all",
        stacklevel=2,
    )
    return numbers
