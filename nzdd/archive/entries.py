"""The arrays, numbers, orders and names of an archive, checked; and names to be written."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.ground_set import GroundSet
from nzdd.order import Order


def entry(
    state: Mapping[str, Any], name: str, dtype: Any, ndim: int, size: int | None = None
) -> NDArray[Any]:
    """One array of an archive, of the expected type and shape; copied if it can be changed."""
    if name not in state:
        raise ValueError(f"{name} is missing")
    array = np.asarray(state[name])
    if not np.can_cast(array.dtype, dtype):
        raise ValueError(f"{name} has type {array.dtype}")
    if array.ndim != ndim or (size is not None and array.size != size):
        raise ValueError(f"{name} has shape {array.shape}")
    found = np.require(array, dtype, ("C", "A"))
    return found.copy() if found.flags.writeable else found


def number(state: Mapping[str, Any], name: str) -> int:
    """A count or an index of an archive: an integer from 0 to 2**32 - 1."""
    value = int(entry(state, name, np.int64, 0))
    if not 0 <= value < 2**32:
        raise ValueError(f"{name} is {value}")
    return value


def _ground(state: Mapping[str, Any], num_symbols: int) -> GroundSet:
    """The ground set of an archive, or of a pickle, whose names are a tuple."""
    if "names" not in state:
        return GroundSet(num_symbols)
    names = state["names"]
    if not isinstance(names, tuple):
        names = _as_tuple(json.loads(entry(state, "names", np.uint8, 1).tobytes()))
    return GroundSet.of(names, num_symbols)


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


def order(state: Mapping[str, Any], num_symbols: int) -> Order:
    """The symbol order of an archive, with the names of the symbols."""
    name = str(state["order_name"]) if "order_name" in state else "natural"
    ground = _ground(state, num_symbols)
    if "order" not in state:
        return Order(name, None, ground)
    symbols = entry(state, "order", np.uint32, 1, num_symbols)
    if not np.array_equal(np.sort(symbols), np.arange(num_symbols)):
        raise ValueError("order is not a permutation of the symbols")
    return Order(name, symbols, ground)


def as_json(values: tuple[Any, ...]) -> NDArray[np.uint8]:
    """Strings, numbers, None, and tuples of them as JSON in bytes; tuples become lists."""

    def check(value: Any) -> Any:
        if isinstance(value, tuple):
            return [check(each) for each in value]
        value = value.item() if isinstance(value, np.generic) else value
        if value is None or isinstance(value, str | int) or _is_finite(value):
            return value
        raise TypeError(
            f"the name {value!r} cannot be saved; rename it to a string, a finite number or a "
            "tuple of them, or save the family without names: f.named(None)"
        )

    return np.frombuffer(json.dumps(check(values)).encode(), np.uint8)


def _is_finite(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)
