"""Solve a soft-margin problem by any of the methods."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.soft_margin.methods.column_generation import column_generation
from nzdd.formulations.learning.soft_margin.methods.erlpboost import erlpboost
from nzdd.formulations.learning.soft_margin.methods.interior_point import (
    MAX_ITERATIONS,
    InteriorPoint,
)
from nzdd.formulations.learning.soft_margin.methods.linear_program import solve_by_lp
from nzdd.formulations.learning.soft_margin.methods.lp_master import LPMaster
from nzdd.formulations.learning.soft_margin.methods.quadratic_master import (
    QuadraticMaster,
    SolveQuadratic,
)
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult, make_result
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.input.parameters import check_choice, check_number
from nzdd.input.row_table import Progress

ALGORITHMS = ("interior-point", "column-generation", "erlpboost", "lp")
GAPS = {"column-generation": 1e-6, "erlpboost": 1e-3, "lp": 1e-6}
"""The gap each method closes by default; the interior-point method see `InteriorPoint`."""

SolveModel = Callable[[LinearModel], Result]


def solve(
    problem: SoftMarginProblem,
    algorithm: str = "auto",
    *,
    gap: float | None = None,
    max_rounds: int | None = None,
    limits: Limits | None = None,
    columns: int | None = None,
    eta: str | float = "practical",
    interior_point: InteriorPoint | None = None,
    make_engine: MakeEngine | None = None,
    solve_model: SolveModel | None = None,
    solve_quadratic: SolveQuadratic | None = None,
    progress: Progress | None = None,
    on_step: OnStep | None = None,
) -> SoftMarginResult:
    """Solve a soft-margin problem to a proven gap.

    Parameters
    ----------
    problem : SoftMarginProblem
    algorithm : {"auto", "interior-point", "column-generation", "erlpboost", "lp"}
        ``auto``: the interior-point method.
    gap : float, optional
        The gap to close, above 0; by default 1e-3 for ``erlpboost``, 1e-8 for ``interior-point`` up
        to 1000 features, else 1e-6. Relative to ``max(1, |optimum|)`` for
        ``interior-point`` and ``lp``, otherwise absolute (epsilon of the paper).
    max_rounds : int, optional
        The most rounds, or iterations of the interior-point method.
    limits : Limits, optional
        Of time, for all methods but ``lp``; looked at before each iteration. An outside solver of
        restricted problems gets what is left of it.
    columns : int, optional
        The number of symbols added in a round: by default one for boosting, and
        ``max(20, |J| / 4)`` for column generation, J being the symbols so far.
    eta : {"practical", "theory"} or float
        See `erlpboost`.
    interior_point : InteriorPoint, optional
        That of the diagram, if there is one already.
    make_engine : callable, optional
        Makes an `LPEngine`, which then solves the restricted problems of column generation.
    solve_quadratic : callable, optional
        A `SolveQuadratic`. With `make_engine` it then solves the sub-problems of boosting.
    solve_model : callable, optional
        Solves a `LinearModel`, for ``lp``.
    progress, on_step : callable, optional

    Returns
    -------
    SoftMarginResult
        After Ctrl-C the best so far, with the limit "interrupted".

    Raises
    ------
    ValueError
        If an argument is unknown or missing.
    """
    if algorithm == "auto":
        algorithm = "interior-point"
    check_choice("algorithm", algorithm, ("auto", *ALGORITHMS))
    check_number("gap", gap, above=True, infinite=True, choices=(None,))
    to_close: Any = GAPS.get(algorithm) if gap is None else gap
    if algorithm == "lp" and solve_model is None:
        raise ValueError("algorithm 'lp' needs solve_model, a function that solves a LinearModel")
    common: dict[str, Any] = {"gap": to_close, "progress": progress, "on_step": on_step}
    seconds: dict[str, float] = {}
    started = perf_counter()
    if algorithm != "lp":
        common["limits"] = limits
    if interior_point is None and algorithm != "lp":
        interior_point = InteriorPoint(problem.diagram)
        seconds["order"] = perf_counter() - started
        started = perf_counter()
    if algorithm == "lp":
        assert solve_model is not None
        solution = solve_by_lp(problem, solve_model, gap=to_close, on_step=on_step)
    elif algorithm == "interior-point":
        assert interior_point is not None
        most = MAX_ITERATIONS if max_rounds is None else max_rounds
        solution = interior_point.solve(problem, max_iterations=most, **common)
    elif algorithm == "column-generation":
        master = interior_point if make_engine is None else LPMaster(problem, make_engine)
        solution = column_generation(
            problem, columns=columns, master=master, max_rounds=max_rounds, **common
        )
    else:
        boosting_master: InteriorPoint | QuadraticMaster | None = interior_point
        if solve_quadratic is not None and make_engine is not None:
            boosting_master = QuadraticMaster(problem, solve_quadratic, make_engine)
        solution = erlpboost(
            problem,
            eta=eta,
            columns=1 if columns is None else columns,
            master=boosting_master,
            max_rounds=max_rounds,
            **common,
        )
    seconds["solve"] = perf_counter() - started
    return make_result(problem, algorithm, solution, seconds)
