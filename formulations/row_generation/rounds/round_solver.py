"""The interface of a solver of mixed-integer models that is called once a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status


@dataclass(frozen=True, slots=True, eq=False)
class RoundAnswer:
    """What a solver found for a model with some of the rows.

    Attributes
    ----------
    status : Status
        OPTIMAL up to the gap, FEASIBLE or NO_SOLUTION_FOUND at a limit, INFEASIBLE, or an error.
    x : ndarray, shape (n,), or None
        The best point.
    dual_bound : float or None
        In the model's own sense, the offset included.
    points : tuple of ndarray
        Worse points that came up before, where the solver reports them.
    limit : str or None
        Which one ended it, if any.
    """

    status: Status
    x: Floats | None = None
    dual_bound: float | None = None
    points: tuple[Floats, ...] = ()
    limit: str | None = None


class RoundSolver(Protocol):
    """A function that solves a mixed-integer model."""

    def __call__(
        self,
        model: LinearModel,
        *,
        gap: float,
        time_limit: float | None,
        hint: Floats | None,
        on_bound: Callable[[float], object],
    ) -> RoundAnswer:
        """Solve the model up to a relative gap, or until a limit.

        The hint is a point to start from. `on_bound` is called with dual bounds as they are proven,
        where the solver reports them.
        """
