"""The outside solvers that psi-learning may use."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import DEFAULT_GAP, Options
from nzdd.adapters.workers.interruption import interruption
from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.psi_learning.psi_models import SolveModel
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Result

SOLVERS = ("scip", "highs")


def engine(
    solver: str | None = None, *, gap: float = DEFAULT_GAP, threads: int | None = None
) -> SolveModel:
    """A solver for both norms; ValueError if it is unknown.

    The solver is that for mixed-integer linear models, by default SCIP, up to a relative gap.
    Linear models go to HiGHS and quadratic ones to SCIP in any case. The first Ctrl-C asks a
    mixed-integer solver for its best point, whose `limit` is then "interrupted"; the second one
    ends it.
    """
    if solver is not None and solver not in SOLVERS:
        raise ValueError(f"solver {solver!r} is unknown; take one of {', '.join(SOLVERS)}")

    def solve_model(
        model: LinearModel | QuadraticModel,
        *,
        hint: NDArray[np.float64] | None = None,
        time_limit: float | None = None,
    ) -> Result:
        options: Options = {"gap": gap, "threads": threads, "hint": hint, "time_limit": time_limit}
        linear = model.linear if isinstance(model, QuadraticModel) else model

        def solved_by(name: str) -> Result:
            if isinstance(model, QuadraticModel):
                return solve_once(model, "scip", options)
            return solve_direct(model, name, **options)

        if not linear.is_mixed_integer:
            return solved_by("highs")
        with interruption() as stop:
            options["interrupt"] = stop
            result = solved_by(solver or "scip")
        if stop.is_set():
            return replace(result, limit=INTERRUPTED, message=INTERRUPTED)
        return result

    return solve_model
