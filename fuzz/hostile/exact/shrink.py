"""Reduce a model that gives a wrong answer, and print it as Python text."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from nzdd.formulations import LinearModel

SECONDS = 20.0


def shrink(model: LinearModel, wrong: Callable[[LinearModel], bool]) -> LinearModel:
    """Drop rows and columns and simplify numbers while the answer stays wrong."""
    end = time.monotonic() + SECONDS
    size = max(model.num_rows // 2, 1)
    while size and time.monotonic() < end:
        at = 0
        while at < model.num_rows and time.monotonic() < end:
            keep = np.delete(np.arange(model.num_rows), slice(at, at + size))
            smaller = _rows(model, keep)
            if wrong(smaller):
                model = smaller
            else:
                at += size
        size //= 2
    for j in reversed(range(model.num_columns)):
        if time.monotonic() < end:
            smaller = _columns(model, np.delete(np.arange(model.num_columns), j))
            model = smaller if wrong(smaller) else model
    for change in ({"offset": 0.0}, {"objective": 0.0}, {"objective": 1.0}, {"maximize": False}):
        if time.monotonic() < end:
            plain = model.replace(**change)
            model = plain if wrong(plain) else model
    return model


def _rows(model: LinearModel, keep: np.ndarray) -> LinearModel:
    return model.replace(
        matrix=model.matrix[keep],
        row_lower=model.row_lower[keep],
        row_upper=model.row_upper[keep],
    )


def _columns(model: LinearModel, keep: np.ndarray) -> LinearModel:
    return model.replace(
        objective=model.objective[keep],
        matrix=model.matrix[:, keep],
        lower=model.lower[keep],
        upper=model.upper[keep],
        integrality=model.integrality[keep],
    )


def source(model: LinearModel) -> str:
    """Python text that reproduces the model exactly."""

    def text(values: np.ndarray) -> str:
        shown = values.tolist()
        return repr(shown[0]) if shown and len(set(map(repr, shown))) == 1 else repr(shown)

    matrix = model.matrix.toarray()
    rows = repr(matrix.tolist()) if model.num_rows else f"np.zeros({matrix.shape})"
    parts = [
        text(model.objective),
        rows,
        text(model.row_lower),
        text(model.row_upper),
        text(model.lower),
        text(model.upper),
        text(model.integrality),
        f"maximize={model.maximize}",
        f"offset={model.offset!r}",
    ]
    return f"LinearModel({', '.join(parts)})".replace("inf", "np.inf")
