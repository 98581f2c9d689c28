"""Duals of implicit rows, and the members of a family that bind at a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats
from nzdd.input.text import outline, outline_table


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RowMultipliers:
    """The duals of the rows of an oracle, where they are not zero.

    Attributes
    ----------
    key : ndarray of uint64, shape (k,)
        Identifies the row, as `nzdd.formulations.rows.separation.SeparatedRows.key`.
    dual : ndarray of float64, shape (k,)
        In the model's own sense, as `nzdd.formulations.models.result.Result.duals`.
    """

    __repr__ = outline
    _repr_html_ = outline_table
    key: NDArray[np.uint64]
    dual: Floats


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BindingMembers:
    """Members whose row has no slack; where there are none, a member of least slack.

    Attributes
    ----------
    members : tuple of tuple of int
        Sorted symbols of each member; those with a multiplier come first.
    slack : ndarray of float64, shape (k,)
    multipliers : ndarray of float64, shape (k,), or None
        The dual of each member; None where the solution has no duals.
    names : tuple of tuple, or None
        The members by the names of the family; None where it has none.
    """

    __repr__ = outline
    _repr_html_ = outline_table
    members: tuple[tuple[int, ...], ...]
    slack: Floats
    multipliers: Floats | None = None
    names: tuple[tuple[Any, ...], ...] | None = None
