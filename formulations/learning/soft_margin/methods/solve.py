"""One call for a soft-margin problem, by any of the methods."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import Interrupted
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.soft_margin.methods.column_generation import column_generation
from nzdd.formulations.learning.soft_margin.methods.erlpboost import erlpboost
from nzdd.formulations.learning.soft_margin.methods.interior_point import (
    MANY_SYMBOLS,
    MAX_ITERATIONS,
    InteriorPoint,
)
from nzdd.formulations.learning.soft_margin.methods.linear_program import solve_by_lp
from nzdd.formulations.learning.soft_margin.methods.lp_master import LPMaster
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.result import SoftMarginResult, make_result
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.input.row_table import Progress

ALGORITHMS = ("interior-point", "column-generation", "erlpboost", "lp")
EPSILON = {"interior-point": 1e-8, "column-generation": 1e-6, "erlpboost": 1e-3, "lp": 1e-6}
"""The gap each method closes by default."""

SolveModel = Callable[[LinearModel], Result]


def solve(
    problem: SoftMarginProblem,
    algorithm: str = "auto",
    *,
    epsilon: float | None = None,
    max_rounds: int | None = None,
    columns: int | None = None,
    eta: str | float = "practical",
    interior_point: InteriorPoint | None = None,
    make_engine: MakeEngine | None = None,
    solve_model: SolveModel | None = None,
    progress: Progress | None = None,
    on_step: OnStep | None = None,
) -> SoftMarginResult:
    """Solve a soft-margin problem to a proven gap.

    Parameters
    ----------
    problem : SoftMarginProblem
    algorithm : {"auto", "interior-point", "column-generation", "erlpboost", "lp"}
        ``auto``: the interior point up to 1000 features, column generation beyond.
    epsilon : float, optional
        The gap to close; relative to ``max(1, |optimum|)`` for the interior point. `EPSILON` by
        default.
    max_rounds : int, optional
        At most so many rounds, or iterations of the interior point.
    columns : int, optional
        How many symbols a round adds; by default one for boosting and, for column generation, more
        the more there are.
    eta : {"practical", "theory"} or float
        For `erlpboost`.
    interior_point : InteriorPoint, optional
        One made for the diagram before, to be used again.
    make_engine : callable, optional
        Makes an LP engine: the restricted masters of column generation are then solved by it.
    solve_model : callable, optional
        Solves a `LinearModel`, for ``lp``.
    progress, on_step : callable, optional

    Raises
    ------
    ValueError
        If an argument is unknown or missing.
    Interrupted
        On Ctrl-C, with a `SoftMarginResult` of the best solution so far.
    """
    if algorithm == "auto":
        many = problem.diagram.num_features > MANY_SYMBOLS
        algorithm = "column-generation" if many else "interior-point"
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm {algorithm!r} is unknown; take auto, {', '.join(ALGORITHMS)}")
    epsilon = EPSILON[algorithm] if epsilon is None else epsilon
    if not epsilon > 0:
        raise ValueError(f"epsilon is {epsilon}; it must lie above 0")
    if algorithm == "lp" and solve_model is None:
        raise ValueError("algorithm 'lp' needs solve_model, a function that solves a LinearModel")
    started = perf_counter()
    seconds: dict[str, float] = {}
    if algorithm != "lp" and interior_point is None:
        interior_point = InteriorPoint(problem.diagram)
        seconds["order"] = perf_counter() - started
        started = perf_counter()

    def run() -> FlowSolution:
        if algorithm == "lp":
            assert solve_model is not None
            return solve_by_lp(problem, solve_model, tolerance=epsilon, on_step=on_step)
        assert interior_point is not None
        if algorithm == "interior-point":
            return interior_point.solve(
                problem,
                tolerance=epsilon,
                max_iterations=MAX_ITERATIONS if max_rounds is None else max_rounds,
                progress=progress,
                on_step=on_step,
            )
        if algorithm == "column-generation":
            return column_generation(
                problem,
                epsilon=epsilon,
                columns=columns,
                master=interior_point if make_engine is None else LPMaster(problem, make_engine),
                max_rounds=max_rounds,
                progress=progress,
                on_step=on_step,
            )
        return erlpboost(
            problem,
            epsilon=epsilon,
            eta=eta,
            columns=1 if columns is None else columns,
            interior_point=interior_point,
            max_rounds=max_rounds,
            progress=progress,
            on_step=on_step,
        )

    try:
        solution = run()
    except Interrupted as stop:
        seconds["solve"] = perf_counter() - started
        raise Interrupted(make_result(problem, algorithm, stop.solution, seconds)) from None
    seconds["solve"] = perf_counter() - started
    return make_result(problem, algorithm, solution, seconds)
