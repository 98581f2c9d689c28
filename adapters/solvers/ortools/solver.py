"""Solvers of OR-Tools MathOpt: SCIP, HiGHS, CP-SAT, GLOP and PDLP."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from ortools.math_opt import (
    model_parameters_pb2,
    model_pb2,
    parameters_pb2,
    result_pb2,
)

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers.best_known import BestKnown
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.ortools.model_proto import dense_vector, fill_vector, model_proto
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations.iteration.limits import in_words
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class _Solver:
    type: int
    integers: bool
    continuous: bool
    hints: bool
    algorithm: int = parameters_pb2.LP_ALGORITHM_UNSPECIFIED


SOLVERS = {
    "scip": _Solver(parameters_pb2.SOLVER_TYPE_GSCIP, True, True, True),
    "highs": _Solver(parameters_pb2.SOLVER_TYPE_HIGHS, True, True, True),
    "highs_ipm": _Solver(
        parameters_pb2.SOLVER_TYPE_HIGHS,
        False,
        True,
        False,
        parameters_pb2.LP_ALGORITHM_BARRIER,
    ),
    "cp_sat": _Solver(parameters_pb2.SOLVER_TYPE_CP_SAT, True, False, True),
    "glop": _Solver(parameters_pb2.SOLVER_TYPE_GLOP, False, True, False),
    "pdlp": _Solver(parameters_pb2.SOLVER_TYPE_PDLP, False, True, False),
}
"""Solver names and what each takes."""

# Measured on 16 benchmark models, 30 s each on two cores: SCIP and HiGHS solve 11 and 10 of them
# (HiGHS faster on 4, SCIP on 7); CP-SAT, where it applies, is the fastest on combinatorial ones and
# far behind on set partitioning. The relaxations of six large models take HiGHS 17 s and GLOP 30 s;
# PDLP returns half of them outside the tolerance.
DEFAULT_MIP = "scip"
DEFAULT_LP = "highs"

WITH_POINT = {Status.OPTIMAL, Status.FEASIBLE, Status.IMPRECISE, Status.UNBOUNDED}

CP_SAT_LARGEST_BOUND = 1e7
"""CP-SAT cuts larger bounds down to this one without a word."""


def solve(model: LinearModel, *, solver: str | None = None, **options: Unpack[Options]) -> Result:
    """Solve a model with a solver of OR-Tools.

    Parameters
    ----------
    model : LinearModel
        The model, shape (m, n).
    solver : {"scip", "highs", "highs_ipm", "cp_sat", "glop", "pdlp"}, optional
        "highs_ipm" is the interior point method of HiGHS, with crossover. CP-SAT takes models with
        integer columns only, all of whose bounds are at most 1e7 in absolute value; "highs_ipm",
        GLOP and PDLP take models without integer columns. By default SCIP for mixed-integer models
        and HiGHS for others.
    **options
        See `nzdd.adapters.solvers.options.Options`.

    Returns
    -------
    Result
        Checked against the model. `duals` and `reduced_costs` come from "glop", "highs",
        "highs_ipm" and "pdlp" on models without integer columns.

    Raises
    ------
    UnsupportedModelError
        If the solver cannot take the model, before it starts.
    ValueError
        If the solver's name or an option is wrong.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second.

    Notes
    -----
    The solver runs in a process of its own, kept for the next call: the first call takes a tenth
    of a second longer, the model is held twice in memory, and a crash of the solver is a `Result`
    with OTHER_ERROR.
    """
    chosen = solver or (DEFAULT_MIP if model.is_mixed_integer else DEFAULT_LP)
    check_support(model, chosen)
    wanted = settings(model, options)
    started = time.perf_counter()
    trivial = trivial_answer(model)
    if trivial is not None:
        return checked(model, replace(trivial, solver=chosen))
    proto = model_proto(model)
    built = time.perf_counter()
    result = run(model, proto, chosen, wanted)
    solved = time.perf_counter()
    result = checked(model, replace(result, solver=chosen), gap=wanted.gap)
    done = time.perf_counter()
    seconds = {"build": built - started, "solve": solved - built, "check": done - solved}
    return replace(result, seconds=seconds)


def check_support(model: LinearModel, solver: str) -> None:
    """Raise UnsupportedModelError, or ValueError for an unknown name, unless `solve` would start.

    MathOpt itself answers such models with an AttributeError.
    """
    if solver not in SOLVERS:
        raise ValueError(f"unknown solver {solver!r}; choose one of {', '.join(SOLVERS)}")
    traits = SOLVERS[solver]
    if model.is_mixed_integer and not traits.integers:
        at = int(model.integrality.argmax())
        raise UnsupportedModelError(
            f"{solver} takes no integer columns, and {model.column_label(at)} is one; "
            "use scip, highs or cp_sat, or solve model.relaxed()"
        )
    if not traits.continuous and not model.integrality.all():
        at = int(model.integrality.argmin())
        raise UnsupportedModelError(
            f"{solver} takes integer columns only, and {model.column_label(at)} is continuous; "
            "use scip or highs"
        )
    if solver == "cp_sat":
        wide = np.flatnonzero(
            (model.lower < -CP_SAT_LARGEST_BOUND) | (model.upper > CP_SAT_LARGEST_BOUND)
        )
        if wide.size:
            at = int(wide[0])
            raise UnsupportedModelError(
                f"cp_sat needs bounds within {CP_SAT_LARGEST_BOUND:g}, and "
                f"{model.column_label(at)} has [{model.lower[at]:g}, {model.upper[at]:g}]; "
                "tighten them, or use scip or highs"
            )


def _parameters(
    model: LinearModel, solver: str, wanted: Settings
) -> parameters_pb2.SolveParametersProto:
    parameters = parameters_pb2.SolveParametersProto()
    parameters.lp_algorithm = SOLVERS[solver].algorithm
    if wanted.time_limit is not None:
        parameters.time_limit.FromNanoseconds(int(wanted.time_limit * 1e9))
    if model.is_mixed_integer:
        parameters.relative_gap_tolerance = wanted.gap
    elif solver == "scip":
        # Its presolve may make an unbounded program endless, and its simplex has one of its own.
        parameters.presolve = parameters_pb2.EMPHASIS_OFF
    if wanted.threads is not None:
        if SOLVERS[solver].type == parameters_pb2.SOLVER_TYPE_HIGHS:
            # MathOpt refuses its own parameter here.
            parameters.highs.int_options["threads"] = wanted.threads
        elif solver != "glop":
            parameters.threads = wanted.threads
    return parameters


def _hints(
    model: LinearModel, solver: str, wanted: Settings
) -> model_parameters_pb2.ModelSolveParametersProto:
    hints = model_parameters_pb2.ModelSolveParametersProto()
    if wanted.hint is not None and SOLVERS[solver].hints:
        # HiGHS fails on a hint outside the bounds.
        inside = np.clip(wanted.hint, model.lower, model.upper)
        fill_vector(hints.solution_hints.add().variable_values, inside, ~np.isnan(inside))
    return hints


def run(model: LinearModel, proto: model_pb2.ModelProto, solver: str, wanted: Settings) -> Result:
    """Hand a proto to one of `SOLVERS`, in a process of its own.

    Parameters
    ----------
    model : LinearModel
        What the columns, their bounds and integrality of the proto are.
    proto : ModelProto
        May have more than the model has, such as a quadratic objective, if the solver takes it.
    solver : str
    wanted : Settings

    Returns
    -------
    Result
        Not checked yet, and without `fun`.
    """
    parameters = _parameters(model, solver, wanted).SerializeToString()
    hints = _hints(model, solver, wanted).SerializeToString()
    logs = wanted.on_log is not None
    # HiGHS fixes its number of threads once a process.
    is_highs = SOLVERS[solver].type == parameters_pb2.SOLVER_TYPE_HIGHS
    kind = f"highs {wanted.threads}" if is_highs else ""
    known = BestKnown(model, wanted.hint)
    started = time.perf_counter()
    try:
        answer = worker_pool.call(
            "nzdd.adapters.solvers.ortools.task",
            "solve",
            *(proto.SerializeToString(), SOLVERS[solver].type, parameters, hints, logs),
            kind=kind,
            on_log=wanted.on_log,
            on_found=known.hear,
            **wanted.ends(),
        )
    except worker_pool.InterruptedWorker as stop:
        return known.result(stop.limit)
    except worker_pool.WorkerError as error:
        if "SCIP error code" in str(error):  # which MathOpt calls an invalid argument
            return Result(Status.NUMERICAL_ERROR, str(error))
        if "INVALID_ARGUMENT" in str(error):
            raise UnsupportedModelError(f"{solver} refuses the model: {error}") from None
        return Result(Status.OTHER_ERROR, str(error))
    elapsed = time.perf_counter() - started
    proto_answer = result_pb2.SolveResultProto.FromString(answer)
    return known.completed(_result(model, wanted, proto_answer, elapsed))


def _result(
    model: LinearModel, wanted: Settings, proto: result_pb2.SolveResultProto, elapsed: float
) -> Result:
    termination = proto.termination
    reason = result_pb2.TerminationReasonProto.Name(termination.reason)
    status = Status(reason.removeprefix("TERMINATION_REASON_").lower())
    limit: str | None = None
    if termination.limit != result_pb2.LIMIT_UNSPECIFIED:
        limit = result_pb2.LimitProto.Name(termination.limit).removeprefix("LIMIT_").lower()
        # CP-SAT and GLOP do not say that it was the time.
        if limit == "undetermined" and wanted.time_limit is not None:
            limit = "time" if elapsed >= 0.9 * wanted.time_limit else limit
    x = duals = reduced_costs = None
    # Some solvers attach their last iterate to a proof that there is no point.
    if proto.solutions and status in WITH_POINT:
        best = proto.solutions[0]
        if best.HasField("primal_solution"):
            x = dense_vector(best.primal_solution.variable_values, model.num_columns)
        if best.HasField("dual_solution") and not model.is_mixed_integer:
            duals = dense_vector(best.dual_solution.dual_values, model.num_rows)
            reduced_costs = dense_vector(best.dual_solution.reduced_costs, model.num_columns)
    bound = termination.objective_bounds.dual_bound
    # Of an optimum the solvers' own words say nothing more.
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
