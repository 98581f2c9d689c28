"""HiGHS through scipy.optimize.milp, independent of OR-Tools."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers.driver import Call
from nzdd.adapters.solvers.options import Settings, print_line
from nzdd.adapters.workers.process import Job
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status

STATUSES = {
    0: Status.OPTIMAL,
    1: Status.NO_SOLUTION_FOUND,
    2: Status.INFEASIBLE,
    3: Status.UNBOUNDED,
    4: Status.OTHER_ERROR,
}

GAVE_UP = ("Solve error", "model_status is Unknown")
"""Messages of HiGHS about numerical difficulties."""


def prepare(model: LinearModel, solver: str, settings: Settings) -> Call:
    """The call of ``scipy.optimize.milp``, which returns no duals.

    It ignores the hint. UnsupportedModelError if `threads` is given, `log` is a callable, or there
    are integer columns and scipy is older than 1.17: its HiGHS calls points optimal that are not.
    """
    if settings.threads is not None:
        raise UnsupportedModelError("scipy has no option for threads; use the solver highs")
    if settings.on_log not in (None, print_line):
        raise UnsupportedModelError("scipy only prints its log; pass log='solver', or use highs")
    if model.is_mixed_integer and tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 17):
        raise UnsupportedModelError(
            f"scipy {scipy.__version__} gives wrong optima of some models with integer columns; "
            "use the solver highs, or scipy 1.17"
        )
    if settings.solver_options:
        name = next(iter(settings.solver_options))
        raise UnsupportedModelError(f"scipy takes no option {name!r}; use the solver highs")
    log = settings.on_log is not None
    options: dict[str, Any] = {"disp": log, "mip_rel_gap": settings.gap}
    if settings.time_limit is not None:
        options["time_limit"] = settings.time_limit
    return Call(__name__, milp_task.__name__, (model, options), partial(_result, model), loud=log)


def milp_task(job: Job, model: LinearModel, options: Any) -> dict[str, Any]:
    """Run milp inside a worker process. It minimises, and returns plain values."""
    rows = LinearConstraint(model.matrix, model.row_lower, model.row_upper)
    answer = milp(
        -model.objective if model.maximize else model.objective,
        integrality=model.integrality.astype(np.uint8),
        bounds=Bounds(model.lower, model.upper),
        constraints=rows if model.num_rows else None,
        options=options,
    )
    keys = ("x", "fun", "status", "message", "mip_dual_bound")
    return {key: answer.get(key) for key in keys}


def _result(model: LinearModel, answer: dict[str, Any], seconds: float) -> Result:
    status, message = STATUSES[answer["status"]], " ".join(answer["message"].split())
    limit = None
    x: NDArray[np.float64] | None = answer["x"]
    if status is Status.NO_SOLUTION_FOUND:
        limit = "time" if "ime limit" in message else "other"
        status = Status.NO_SOLUTION_FOUND if x is None else Status.FEASIBLE
    elif "unbounded or infeasible" in message.lower():
        status = Status.INFEASIBLE_OR_UNBOUNDED
    elif status is Status.INFEASIBLE and "infeasible" not in message.lower():
        # scipy gives the same number to models that HiGHS refuses.
        status = Status.OTHER_ERROR
    if status is Status.OTHER_ERROR and any(word in message for word in GAVE_UP):
        status = Status.NUMERICAL_ERROR
    bound: float | None = answer["mip_dual_bound"]
    if status is Status.OPTIMAL and not model.is_mixed_integer and x is not None:
        # Without integers scipy reports no bound, and the optimum is its own: as HiGHS reports
        # it, not computed from the point.
        bound = answer["fun"]
    if bound is not None:
        sign = -1.0 if model.maximize else 1.0
        bound = sign * bound + model.offset if np.isfinite(bound) else None
    return Result(status, message, x=x, dual_bound=bound, limit=limit)
