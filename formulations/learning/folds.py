"""Rows to learn from and rows to judge by, for choices by cross-validation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

FOLDS, FEW_FOLDS, FEW_ROWS = 5, 3, 1000
"""The folds, and those of more rows."""
MOST_ROWS = 3000
"""Of more distinct rows, so many are drawn to choose by."""

Codes = NDArray[np.integer[Any]]
Places = NDArray[np.intp]


def drawn(count: int) -> Places:
    """At most `MOST_ROWS` of so many rows, always the same, in random order."""
    return np.random.default_rng(0).permutation(count)[:MOST_ROWS]


def folds(codes: Codes) -> Iterator[tuple[Places, Places]]:
    """Rows to train and to test on: those of each class are dealt out in turn.

    Parameters
    ----------
    codes : ndarray of integers, shape (rows,)
        The class of each row, from 0.

    Yields
    ------
    train, test : ndarray of intp
        Ascending, neither of them empty; five times, or three times of more than 1000 rows.
    """
    turn = np.empty(codes.size, np.intp)
    order = np.argsort(codes, kind="stable")
    turn[order] = np.arange(codes.size)
    count = FOLDS if codes.size <= FEW_ROWS else FEW_FOLDS
    for fold in range(count):
        held = turn % count == fold
        if held.any() and not held.all():
            yield np.flatnonzero(~held), np.flatnonzero(held)
