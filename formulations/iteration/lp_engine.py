"""The interface of an LP solver that a method calls repeatedly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status

UNSURE = {Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}
"""Statuses that rows not yet added may change."""


@dataclass(frozen=True, slots=True, eq=False)
class LPAnswer:
    """What one solve found.

    Attributes
    ----------
    status : Status
        OPTIMAL, INFEASIBLE, UNBOUNDED, INFEASIBLE_OR_UNBOUNDED, NO_SOLUTION_FOUND at the time
        limit, or an error.
    objective : float or None
        In the model's own sense, the offset included.
    x : ndarray, shape (n,), or None
    duals : ndarray, shape (present rows,), or None
        In the sense of `Result.duals`.
    reduced_costs : ndarray, shape (n,), or None
    iterations : int
        Of the simplex method, in this solve alone.
    """

    status: Status
    objective: float | None = None
    x: Floats | None = None
    duals: Floats | None = None
    reduced_costs: Floats | None = None
    iterations: int = 0

    def optimum(self) -> tuple[Floats, Floats]:
        """The point and the duals of an optimal answer.

        Returns
        -------
        x : ndarray, shape (n,)
        duals : ndarray, shape (present rows,)

        Raises
        ------
        MasterFailed
            If the answer is not optimal.
        """
        if self.status is not Status.OPTIMAL or self.x is None or self.duals is None:
            raise MasterFailed(str(self.status))
        return self.x, self.duals


class MasterFailed(Exception):
    """A restricted problem that has an optimum was not solved; the message is the status."""


class LPEngine(Protocol):
    """A linear program that keeps its basis while rows come and go and bounds move."""

    def add_rows(
        self, matrix: csr_array[np.float64, tuple[int, int]], lower: Floats, upper: Floats
    ) -> None:
        """Append rows after the present ones."""

    def delete_rows(self, rows: NDArray[np.int64]) -> None:
        """Remove rows by position, the first row being 0; those after them move up."""

    def set_bounds(self, columns: NDArray[np.int64], lower: Floats, upper: Floats) -> None:
        """Set the bounds of some columns."""

    def solve(self, time_limit: float | None = None, *, anew: bool = False) -> LPAnswer:
        """Solve the present program, starting from the last basis, or from none with `anew`."""


class RepricedEngine(LPEngine, Protocol):
    """An `LPEngine` that takes new costs too."""

    def set_objective(self, objective: Floats) -> None:
        """Set the costs of all columns."""


class GrowingEngine(LPEngine, Protocol):
    """An `LPEngine` that takes new columns too."""

    def add_columns(
        self,
        objective: Floats,
        matrix: csr_array[np.float64, tuple[int, int]],
        lower: Floats,
        upper: Floats,
    ) -> None:
        """Append columns after the present ones; the matrix has a row for each present row."""


MakeEngine = Callable[[LinearModel], LPEngine]
"""An engine that holds a model, whose integrality it ignores."""

MakeRepricedEngine = Callable[[LinearModel], RepricedEngine]

MakeGrowingEngine = Callable[[LinearModel], GrowingEngine]
