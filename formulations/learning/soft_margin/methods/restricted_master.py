"""Problem (7) of Kurokawa et al. 2022: (8) with bounds on some of the symbols only."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.input.row_table import Progress


class RestrictedMaster(Protocol):
    """The restricted problem, to which symbols are added; a free bias is in from the start.

    Attributes
    ----------
    problem : SoftMarginProblem
    """

    @property
    def problem(self) -> SoftMarginProblem:
        """The problem over all symbols."""

    def add(self, symbols: NDArray[np.uint32]) -> None:
        """Bound these too, which were not bounded before."""

    def solve(self, gap: float, progress: Progress | None = None) -> FlowSolution:
        """Solve it to a gap, or say by `limit` that this failed.

        Parameters
        ----------
        gap : float
            See `InteriorPoint.solve`. A method that cannot stop early may do better.
        progress : callable, optional

        Returns
        -------
        FlowSolution
            `lower` holds for the problem over all symbols too, as fewer bounds make the least
            gamma no larger; `upper` does not, but `flow` is feasible.

        Raises
        ------
        MasterFailed
            If there is nothing to return.
        """


class InteriorPointMaster:
    """The restricted problem by the interior-point method, which starts anew each time.

    Parameters
    ----------
    problem : SoftMarginProblem
    interior_point : InteriorPoint, optional
        Over the diagram of the problem, to share its ordering; made here by default.
    """

    def __init__(
        self, problem: SoftMarginProblem, interior_point: InteriorPoint | None = None
    ) -> None:
        self.problem = problem
        self._interior_point = interior_point or InteriorPoint(problem.diagram)
        self._symbols = problem.symbols[-1:] if problem.bias == "free" else problem.symbols[:0]

    def add(self, symbols: NDArray[np.uint32]) -> None:
        """See `RestrictedMaster`."""
        self._symbols = np.union1d(self._symbols, symbols)

    def solve(self, gap: float, progress: Progress | None = None) -> FlowSolution:
        """See `RestrictedMaster`; and `InteriorPoint.solve` for the time."""
        return self._interior_point.solve(
            self.problem, symbols=self._symbols, gap=gap, progress=progress
        )
