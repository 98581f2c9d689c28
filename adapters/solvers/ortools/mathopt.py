"""Solvers of OR-Tools MathOpt: SCIP, HiGHS, CP-SAT, GLOP and PDLP."""

from __future__ import annotations

from functools import partial

import numpy as np
from ortools.math_opt import model_parameters_pb2, parameters_pb2, result_pb2

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers.driver import Call, other_error
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.ortools.model_proto import (
    dense_vector,
    fill_vector,
    model_proto,
    quadratic_proto,
)
from nzdd.adapters.solvers.registry import own_options
from nzdd.formulations.iteration.limits import in_words
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Result, Status

TYPES = {
    "scip": parameters_pb2.SOLVER_TYPE_GSCIP,
    "highs": parameters_pb2.SOLVER_TYPE_HIGHS,
    "highs_ipm": parameters_pb2.SOLVER_TYPE_HIGHS,
    "cp_sat": parameters_pb2.SOLVER_TYPE_CP_SAT,
    "glop": parameters_pb2.SOLVER_TYPE_GLOP,
    "pdlp": parameters_pb2.SOLVER_TYPE_PDLP,
}
"""MathOpt's types of the solvers; "highs_ipm" is the interior-point method, with crossover."""

TAKE_HINTS = {"scip", "highs", "cp_sat"}

WITH_POINT = {Status.OPTIMAL, Status.FEASIBLE, Status.IMPRECISE, Status.UNBOUNDED}


def prepare(model: LinearModel | QuadraticModel, solver: str, settings: Settings) -> Call:
    """The call of one of `TYPES`; SCIP alone takes a quadratic model.

    Duals and reduced costs come from "glop", "highs", "highs_ipm" and "pdlp" on linear programs.
    """
    if isinstance(model, QuadraticModel):
        linear, proto = model.linear, quadratic_proto(model)
    else:
        linear, proto = model, model_proto(model)
    parameters = _parameters(linear, solver, settings).SerializeToString()
    hints = model_parameters_pb2.ModelSolveParametersProto()
    if settings.hint is not None and solver in TAKE_HINTS:
        # HiGHS fails on a hint outside the bounds.
        inside = np.clip(settings.hint, linear.lower, linear.upper)
        known = np.flatnonzero(~np.isnan(inside))
        fill_vector(hints.solution_hints.add().variable_values, known, inside[known])
    has_duals = not linear.is_mixed_integer
    # HiGHS fixes its number of threads once a process.
    is_highs = TYPES[solver] == parameters_pb2.SOLVER_TYPE_HIGHS
    return Call(
        "nzdd.adapters.solvers.ortools.mathopt_task",
        "solve",
        (
            proto.SerializeToString(),
            TYPES[solver],
            parameters,
            hints.SerializeToString(),
            settings.on_log is not None,
            own_options(solver, settings),
        ),
        partial(_result, linear, settings.time_limit, has_duals=has_duals),
        partial(_failed, solver),
        kind=f"highs {settings.threads}" if is_highs else "",
    )


def _parameters(
    model: LinearModel, solver: str, settings: Settings
) -> parameters_pb2.SolveParametersProto:
    parameters = parameters_pb2.SolveParametersProto()
    if solver == "highs_ipm":
        parameters.lp_algorithm = parameters_pb2.LP_ALGORITHM_BARRIER
    if settings.time_limit is not None:
        parameters.time_limit.FromNanoseconds(int(settings.time_limit * 1e9))
    if model.is_mixed_integer:
        parameters.relative_gap_tolerance = settings.gap
    elif solver == "scip":
        # Its presolve may make an unbounded program endless, and its simplex has one of its own.
        parameters.presolve = parameters_pb2.EMPHASIS_OFF
    if settings.threads is not None:
        if TYPES[solver] == parameters_pb2.SOLVER_TYPE_HIGHS:
            # MathOpt refuses its own parameter here.
            parameters.highs.int_options["threads"] = settings.threads
        elif solver != "glop":
            parameters.threads = settings.threads
    return parameters


def _failed(solver: str, message: str) -> Result:
    # SCIP's is an invalid argument to MathOpt; HiGHS ends so where its numbers get out of hand.
    if "SCIP error code" in message or "kError" in message:
        return Result(Status.NUMERICAL_ERROR, message)
    if "INVALID_ARGUMENT" in message:
        raise UnsupportedModelError(f"{solver} refuses the model: {message}") from None
    return other_error(message)


def _result(
    model: LinearModel,
    time_limit: float | None,
    answer: bytes,
    seconds: float,
    *,
    has_duals: bool,
) -> Result:
    proto = result_pb2.SolveResultProto.FromString(answer)
    termination = proto.termination
    reason = result_pb2.TerminationReasonProto.Name(termination.reason)
    status = Status(reason.removeprefix("TERMINATION_REASON_").lower())
    limit: str | None = None
    if termination.limit != result_pb2.LIMIT_UNSPECIFIED:
        limit = result_pb2.LimitProto.Name(termination.limit).removeprefix("LIMIT_").lower()
        # CP-SAT and GLOP do not name the time limit.
        if limit == "undetermined" and time_limit is not None:
            limit = "time" if seconds >= 0.9 * time_limit else limit
    x = duals = reduced_costs = None
    # Some solvers attach their last iterate to a proof of infeasibility.
    if proto.solutions and status in WITH_POINT:
        best = proto.solutions[0]
        if best.HasField("primal_solution"):
            x = dense_vector(best.primal_solution.variable_values, model.num_columns)
        if has_duals and best.HasField("dual_solution"):
            duals = dense_vector(best.dual_solution.dual_values, model.num_rows)
            reduced_costs = dense_vector(best.dual_solution.reduced_costs, model.num_columns)
    bound = termination.objective_bounds.dual_bound
    # Messages about an optimum add nothing.
    detail = "" if status is Status.OPTIMAL else " ".join(termination.detail.split())
    message = detail or (in_words(limit) if limit else "")
    return Result(
        status,
        message,
        x=x,
        dual_bound=bound if np.isfinite(bound) else None,
        duals=duals,
        reduced_costs=reduced_costs,
        limit=limit,
    )
