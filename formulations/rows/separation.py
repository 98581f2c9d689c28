"""Row oracles: sets of rows, listed or implicit, that find their rows violated at a point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.input.text import outline, outline_table

_ARRAYS = ("lower", "upper", "slack", "key")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SeparatedRows:
    """Rows that a point violates, the most violated first.

    Attributes
    ----------
    matrix : csr_array, shape (k, num_columns)
    lower, upper : ndarray, shape (k,)
        ``lower <= matrix @ x <= upper``; infinite where a row has no such side.
    slack : ndarray, shape (k,)
        Minus the distance of the row's activity from its bounds; below zero.
    key : ndarray of uint64, shape (k,)
        Identifies the row among those of its oracle, in all calls.
    """

    __repr__ = outline
    _repr_html_ = outline_table
    matrix: Matrix
    lower: Floats
    upper: Floats
    slack: Floats
    key: NDArray[np.uint64]

    def __len__(self) -> int:
        return self.slack.size

    def take(self, rows: NDArray[np.int64] | NDArray[np.bool_]) -> SeparatedRows:
        """Some of the rows, by index or by mask."""
        if rows.dtype == np.bool_:
            rows = np.flatnonzero(rows)
        arrays = (getattr(self, name)[rows] for name in _ARRAYS)
        return SeparatedRows(csr_array(self.matrix[rows]), *arrays)

    @classmethod
    def none(cls, num_columns: int) -> SeparatedRows:
        """No rows."""
        nothing = np.empty(0)
        return cls(csr_array((0, num_columns)), nothing, nothing, nothing, np.empty(0, np.uint64))


class RowOracle(Protocol):
    """A set of rows over the columns of a model, which need not be listed."""

    @property
    def num_columns(self) -> int:
        """The number of columns."""

    def min_slack(self, x: ArrayLike) -> float:
        """The least slack of all rows at x: below zero where a row is violated."""

    def separate(
        self,
        x: ArrayLike,
        max_rows: int = 50,
        *,
        tolerance: float = 1e-6,
        diverse: bool = False,
        ray: bool = False,
    ) -> SeparatedRows:
        """Rows that x violates by more than tolerance, the most violated first.

        Parameters
        ----------
        x : array of float, shape (num_columns,)
        max_rows : int
            How many at most.
        tolerance : float
            Rows with a slack of ``-tolerance`` or more are not violated.
        diverse : bool
            Prefer rows that differ to rows that are more violated.
        ray : bool
            Interpret x as a direction: all finite bounds of the rows count as zero.
        """

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which columns may violate a row by going down, and which by going up."""


def check_columns(oracles: Iterable[RowOracle], num_columns: int) -> None:
    """ValueError if an oracle is not over the columns of a model."""
    for oracle in oracles:
        if oracle.num_columns != num_columns:
            raise ValueError(
                f"rows over {oracle.num_columns} columns do not fit a model of {num_columns}"
            )


def check_tolerance(tolerance: float) -> None:
    """ValueError unless the tolerance is above 0."""
    if not tolerance > 0:
        raise ValueError(f"tolerance is {tolerance}; give a small number above 0, such as 1e-6")


def concatenated(parts: list[SeparatedRows], num_columns: int) -> SeparatedRows:
    """The rows of all parts."""
    if not parts:
        return SeparatedRows.none(num_columns)
    matrix = csr_array(vstack([part.matrix for part in parts], format="csr"))
    arrays = (np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS)
    return SeparatedRows(matrix, *arrays)
