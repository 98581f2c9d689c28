"""A linear model as named arrays, and named arrays inside others, for archives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from nzdd.archive import entry
from nzdd.formulations.models.linear import LinearModel

_VECTORS = ("objective", "row_lower", "row_upper", "lower", "upper")
_NAMES = ("row_names", "column_names")


def model_state(model: LinearModel) -> dict[str, Any]:
    """The model as arrays, numbers and strings."""
    own = (*_VECTORS, "integrality", "maximize", "offset", "name")
    state: dict[str, Any] = {name: getattr(model, name) for name in own}
    state |= {part: getattr(model.matrix, part) for part in ("indptr", "indices", "data")}
    if model.name.endswith("\0"):  # which an array of text drops
        state["name"] = np.frombuffer(model.name.encode(), np.uint8)
    for name in _NAMES:
        if (names := getattr(model, name)) is not None:
            state[name] = np.frombuffer("\0".join(names).encode(), np.uint8)
    return state


def restore_model(state: dict[str, Any]) -> LinearModel:
    """The model again; ValueError where an array is missing or does not fit."""
    vectors = {name: entry(state, name, np.float64, 1) for name in _VECTORS}
    shape = (vectors["row_lower"].size, vectors["objective"].size)
    indices, indptr = (entry(state, name, np.int64, 1) for name in ("indices", "indptr"))
    if indptr.size != shape[0] + 1:
        raise ValueError("the matrix does not fit its rows")
    matrix = csr_array((entry(state, "data", np.float64, 1), indices, indptr), shape=shape)
    names = {
        name: bytes(entry(state, name, np.uint8, 1)).decode().split("\0") if size else []
        for name, size in zip(_NAMES, shape, strict=True)
        if name in state
    }
    title = state["name"]
    if getattr(title, "dtype", None) == np.uint8:
        title = bytes(title).decode()
    return LinearModel(
        matrix=matrix,
        integrality=entry(state, "integrality", np.bool_, 1),
        maximize=bool(state["maximize"]),
        offset=float(state["offset"]),
        row_names=names.get("row_names"),
        column_names=names.get("column_names"),
        name=str(title),
        **vectors,
    )


def nested(prefix: str, state: Mapping[str, Any]) -> dict[str, Any]:
    """A state as a part of a larger one, where its names begin with the prefix."""
    return {prefix + name: value for name, value in state.items()}


def part(state: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The state that was `nested` with that prefix."""
    return {
        name.removeprefix(prefix): value for name, value in state.items() if name.startswith(prefix)
    }
