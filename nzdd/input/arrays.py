"""Arrays from outside: masked entries and values other than numbers are refused."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

LARGEST_SUM = 2.0**1023
"""Limit of sums: half the range of a double, so that no order of summation overflows."""


EXACT_INTEGERS = 2**53
"""Doubles hold all integers up to this one."""


def refuse_masked(values: Any, name: str) -> None:
    """ValueError if some values are masked, as an ordinary array would contain them."""
    masks: Any = sys.modules.get("numpy.ma")  # loading it takes time, and only it makes such arrays
    if masks is not None and isinstance(values, masks.MaskedArray) and masks.is_masked(values):
        at = tuple(int(each[0]) for each in np.nonzero(masks.getmaskarray(values)))
        place = at[0] if len(at) == 1 else at
        raise ValueError(f"{name}: entry {place} is masked; fill masked entries, or leave them out")


def as_array(values: Any, name: str) -> NDArray[Any]:
    """The values as an ordinary array; see `refuse_masked`."""
    refuse_masked(values, name)
    return np.asarray(values)


def as_floats(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """The real numbers as an array of float64, not copied if they are such an array.

    TypeError or ValueError if they are not real numbers, masked, or too large for a double.
    """
    array = as_array(values, name)
    if array.dtype == np.float64:
        return array.astype(np.float64, copy=False)  # in this machine's order of bytes
    if array.dtype.kind in "cmMV":
        raise TypeError(f"{name} must hold real numbers, not dtype {array.dtype}")
    try:
        with np.errstate(over="ignore"):
            numbers = array.astype(np.float64)
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"{name} must hold real numbers: {error}") from None
    except OverflowError:
        raise ValueError(f"{name} hold a number beyond the range of a double") from None
    if array.dtype.itemsize > 8 and np.any(np.isinf(numbers) & ~np.isinf(array)):
        raise ValueError(f"{name} hold a number beyond the range of a double")
    return numbers


def refuse_rounded(values: Any, name: str) -> None:
    """ValueError if some integers are beyond 2**53, which a double may not hold exactly.

    Of arrays of integers, and of integers in lists, also beside floats. Floats pass: each stands
    for the number that it is. Time O(size).
    """
    array = np.asarray(values)
    if array.dtype.kind == "f" and not isinstance(values, (np.ndarray, np.generic)):
        if not (np.abs(array) >= EXACT_INTEGERS).any():
            return
        array = np.asarray(values, dtype=object)  # what numpy has turned into floats
    if array.dtype.kind == "O":
        places = [
            place
            for place, value in np.ndenumerate(array)
            if isinstance(value, (int, np.integer)) and abs(int(value)) > EXACT_INTEGERS
        ]
    elif array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size:
        if array.min() >= -EXACT_INTEGERS and array.max() <= EXACT_INTEGERS:
            return
        beyond = (array > EXACT_INTEGERS) | (array < -EXACT_INTEGERS)
        places = [tuple(np.argwhere(beyond)[0].tolist())]
    else:
        return
    if places:
        at = ", ".join(map(str, places[0]))
        where = f"{name}[{at}]" if at else name
        raise ValueError(
            f"{where} is {array[places[0]]}; integers beyond 2**53 are not all doubles: "
            "scale them down, or give floats"
        )


def refuse_overflow(
    what: str, *values: Floats, cure: str = "divide all of them by a common factor"
) -> None:
    """ValueError if absolute values sum to 2**1023 or more, so that a sum of some may overflow."""
    with np.errstate(over="ignore"):
        total = sum(float(np.abs(each).sum()) for each in values)
    if not total < LARGEST_SUM:
        raise ValueError(
            f"the absolute {what} sum to {total:g}, which must stay below 2**1023; {cure}"
        )


def as_weights(weights: ArrayLike, num_rows: int) -> NDArray[np.float64]:
    """One finite number of at least 0 for each row, with a sum below 2**1023; see `as_floats`."""
    values = np.ascontiguousarray(as_floats(weights, "weights"))
    if values.shape != (num_rows,):
        raise ValueError(f"weights have shape {values.shape}, but there are {num_rows} rows")
    bad = ~(np.isfinite(values) & (values >= 0))
    if bad.any():
        row = int(np.argmax(bad))
        raise ValueError(f"weight {row} is {values[row]}; weights must be finite and not negative")
    with np.errstate(over="ignore"):
        total = values.sum()
    if not total < LARGEST_SUM:
        raise ValueError(
            f"the total weight would be {total:g}, but it must be below 2**1023; "
            "divide the weights by a common factor"
        )
    return values


def least(array: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers, not negative, in the least type that holds them."""
    return array.astype(np.min_scalar_type(int(array.max(initial=0))))
