"""The outside solvers that soft-margin methods may use."""

from __future__ import annotations

from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nzdd.formulations.iteration.limits import Limits
    from nzdd.formulations.models.quadratic import QuadraticModel
    from nzdd.formulations.models.result import Result

SOLVERS = ("highs", "highs_ipm", "glop", "pdlp", "scipy", "clarabel")


def engines(algorithm: str, solver: str | None) -> dict[str, Any]:
    """The arguments that have `nzdd.formulations.learning.soft_margin.solve` use a solver.

    The algorithm ``lp`` takes any of `SOLVERS`, HiGHS by default; ``column-generation`` takes GLOP
    for its restricted masters, and ``erlpboost`` PDLP for its quadratic sub-problems, with GLOP for
    the linear one at the end; the interior-point method needs none. ValueError if the solver is
    unknown or of no use to the algorithm.
    """
    if solver is not None and solver not in SOLVERS:
        raise ValueError(f"solver {solver!r} is unknown; take one of {', '.join(SOLVERS)}")
    if algorithm == "lp":
        # Solvers are loaded only where one is used.
        from nzdd.adapters.methods.direct import solve_direct

        return {"solve_model": partial(solve_direct, solver=solver or "highs")}
    if solver is None:
        return {}
    if algorithm == "column-generation" and solver == "glop":
        from nzdd.adapters.solvers.glop import GlopEngine

        return {"make_engine": GlopEngine}
    if algorithm == "erlpboost" and solver == "pdlp":
        from nzdd.adapters.solvers.driver import solve_once
        from nzdd.adapters.solvers.glop import GlopEngine

        def solve_quadratic(model: QuadraticModel, limits: Limits) -> Result:
            # PDLP itself looks at the time late.
            return solve_once(model, "pdlp", {"threads": 1, "interrupt": _End(limits)})

        return {"make_engine": GlopEngine, "solve_quadratic": solve_quadratic}
    raise ValueError(
        f"algorithm {algorithm!r} does not use the solver {solver!r}; take algorithm 'lp', "
        "'column-generation' with 'glop', or 'erlpboost' with 'pdlp'"
    )


class _End(Event):
    """Set as soon as one of some limits is reached."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._limits = limits

    def is_set(self) -> bool:
        return self._limits.ends()
