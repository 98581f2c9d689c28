"""How far the solve of a linear or mixed-integer model has come."""

from __future__ import annotations

import math
from dataclasses import dataclass

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel


@dataclass(frozen=True, slots=True, eq=False)
class SolveStep(Step):
    """How far a solve has come; `number` counts the calls of row oracles.

    `lower` and `upper` are in the model's own sense: one is the dual bound, the other the value of
    the best point.

    Attributes
    ----------
    rows_added, nodes : int
        Different rows that the oracles gave, nodes of the tree that are done.
    maximize : bool
    x : ndarray or None
        The best point, where it is new.
    method, solver : str
        Who reports: ``direct``, ``extended`` or ``lazy``, and the solver.
    ended : bool
        Whether this is the last step of that solver, or of a race.
    """

    rows_added: int = 0
    nodes: int = 0
    maximize: bool = False
    x: Floats | None = None
    method: str = ""
    solver: str = ""
    ended: bool = False

    @classmethod
    def of(
        cls,
        core: LinearModel,
        seconds: float,
        dual_bound: float | None,
        value: float | None,
        x: Floats | None = None,
        *,
        rounds: int = 0,
        rows_added: int = 0,
        nodes: int = 0,
    ) -> SolveStep:
        """The step with this bound and value of the best point, which `x` is where it is new."""
        low, high = (value, dual_bound) if core.maximize else (dual_bound, value)
        return cls(
            rounds,
            seconds,
            -math.inf if low is None else low,
            math.inf if high is None else high,
            core.num_columns,
            rows_added,
            nodes,
            core.maximize,
            x,
        )

    @property
    def relative_gap(self) -> float | None:
        """As `nzdd.formulations.models.result.Result.gap`: None while a bound is unknown."""
        value, bound = self.incumbent, self.dual_bound
        if value is None or bound is None:
            return None
        return abs(value - bound) / max(1.0, abs(value))

    @property
    def dual_bound(self) -> float | None:
        """The proven bound on all feasible points, None where there is none yet."""
        return _finite(self.upper if self.maximize else self.lower)

    @property
    def incumbent(self) -> float | None:
        """The value of the best point, None where there is none yet."""
        return _finite(self.lower if self.maximize else self.upper)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
