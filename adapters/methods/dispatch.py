"""`nzdd.solve`: a model is solved by one of the methods, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from nzdd.adapters.methods.auto.auto import Auto, Choice
from nzdd.adapters.methods.choose_many.solve import solve_many
from nzdd.adapters.methods.claims.verdict import known_point, refuted
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.methods.extended import solve_extended
from nzdd.adapters.methods.lazy import solve_model
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.registry import find_lazy_solver
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.iteration.limits import Limits, Stopped, in_words
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.propagation import Presolved, presolve
from nzdd.formulations.row_generation.lazy_model import LazyModel, lazy_rows
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.separation import RowOracle
from nzdd.input.parameters import check_choice
from nzdd.input.row_table import Progress
from nzdd.input.text import shown

if TYPE_CHECKING:
    from typing_extensions import Unpack

Method = Literal["auto", "direct", "extended", "lazy"]
METHODS: dict[str, str] = {
    "auto": "chooses by the size and the kind of the rows",
    "direct": "the model as it is",
    "extended": "the model is compressed first",
    "lazy": "rows are added where they bind",
}


def solve(
    model: LinearModel | FamilyModel,
    method: Method = "auto",
    solver: str | None = None,
    *,
    rows: Sequence[RowOracle] = (),
    minimize: Literal["nonzeros", "edges"] = "nonzeros",
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Solve a linear or mixed-integer model.

    Parameters
    ----------
    model : LinearModel or FamilyModel
    method : {"auto", "direct", "extended", "lazy"}
        ``direct`` hands the model to the solver as it is. ``extended`` compresses it first and
        recovers the answer. ``lazy`` puts the inequalities into oracles, which give the solver
        those that bind. ``auto`` chooses by the size and the kind of the rows.
    solver : str, optional
        See `nzdd.adapters.methods.direct.solve_direct`, and for ``lazy``
        `nzdd.adapters.methods.lazy.solve_lazy`.
    rows : sequence of RowOracle
        Further rows over the same columns, such as a `ConstraintDiagram` of very many rows.
        ``direct`` cannot take them.
    minimize : {"nonzeros", "edges"}
        For ``extended``; see `ExtendedFormulation.from_model`.
    progress : callable, optional
        Called with the stage of building diagrams and the share of it that is done.
    **options
        See `nzdd.adapters.solvers.options.Options`; `hint` is a point of the model that came in.

    Returns
    -------
    Result
        Checked against all rows that came in. Where a point of one solver and a bound of another
        have ended a race, `method` and `solver` name both, as in ``"highs and scip"``. After a
        linear program `duals` has those of the model's rows, and `multipliers` those of further
        rows; `binding` has the binding members of the constraints of a `FamilyModel`. `report`
        describes the work: for ``extended`` a `CompressionReport`, or None where rows were found
        that cannot hold, for ``lazy`` a `LazyReport`, for ``auto`` a
        `nzdd.adapters.methods.auto.auto.Choice`.

    Raises
    ------
    ValueError
        If an argument is wrong, or (`UnsupportedModelError`) the solver cannot take the model.
    TypeError
        If there is no such option.
    KeyboardInterrupt
        On Ctrl-C, within half a second.

    Notes
    -----
    ``auto`` may run two or three solvers at a time, each on a core of its own, and take the first
    answer; ``threads=1`` keeps it to one, and makes runs repeatable. The time limit is that of the
    whole call, diagrams and presolve included.
    """
    check_choice("method", method, tuple(METHODS))
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {shown(progress)}; give a function, or None")
    family, linear = (model, model.linear) if isinstance(model, FamilyModel) else (None, model)
    # What is wrong with them is said before any work.
    given = settings(linear, options)
    stop = None if given.interrupt is None else given.interrupt.is_set
    limits = Limits(given.time_limit, stop)
    if family is not None:
        if method in {"auto", "lazy"} and solver is None and not rows:
            by_prices = solve_many(family, limits, given)
            if by_prices is not None:
                return by_prices
        rows = (*family.diagrams, *rows)
    if solver is None and given.solver_options:
        raise ValueError("solver_options are those of one solver; give its name as solver, too")
    if method == "direct" and rows:
        raise ValueError("rows in oracles cannot go to a solver directly; take method='lazy'")
    if method == "extended" and not all(isinstance(part, ConstraintDiagram) for part in rows):
        raise ValueError("method='extended' takes rows as ConstraintDiagram only")
    if (told := given.on_step) is not None:
        # diagrams, presolve and several methods count, too
        given = replace(given, on_step=lambda step: told(replace(step, seconds=limits.seconds)))
    incoming = LazyModel(linear, tuple(rows)) if rows else linear
    presolved, proof = Presolved(linear, tuple(rows)), None
    if rows or method in {"auto", "lazy"}:
        trivial = trivial_answer(linear)
        proof = trivial.message if trivial and trivial.status is Status.INFEASIBLE else None
        if proof is None and (rows or method == "lazy"):
            presolved = presolve(linear, rows)
            proof = presolved.proof
        hint = None if given.hint is None else presolved.hint(given.hint)
        given = replace(given, examined=trivial is None, hint=hint)
    known = None
    try:
        if proof is None:
            result = _solved(presolved, method, solver, minimize, progress, given, limits)
        else:
            result, known = _without_solver(method, proof), known_point(incoming, given.hint)
    except Stopped as stopped:  # while diagrams were built
        limit = stopped.args[0]
        result = Result(Status.NO_SOLUTION_FOUND, in_words(limit), limit=limit, method=method)
        if (known := known_point(incoming, given.hint)) is not None:
            result = replace(result, status=Status.FEASIBLE)
    if known is not None:
        result = refuted(incoming, result, known)
    elif presolved.model is not linear or len(presolved.rows) < len(rows):
        result = checked(incoming, result)
    if family is None:
        return result
    return replace(result, binding=family.binding(result), chosen=family.chosen(result))


def _solved(
    presolved: Presolved,
    method: Method,
    solver: str | None,
    minimize: Literal["nonzeros", "edges"],
    progress: Progress | None,
    given: Settings,
    limits: Limits,
) -> Result:
    """The result for a model after presolve; Stopped where a limit is reached before a solver."""
    model, rows = presolved.model, presolved.rows

    def show(stage: str, share: float) -> None:
        limits.check()
        if progress is not None:
            progress(stage, share)

    if method == "auto":
        return Auto(model, rows, solver, show, given, limits).run()
    if method == "direct":
        return solve_direct(model, solver, given=given)
    if method == "extended":
        diagrams = [part for part in rows if isinstance(part, ConstraintDiagram)]
        return solve_extended(
            model, diagrams, solver, minimize=minimize, progress=show, given=given
        )
    chosen, started = find_lazy_solver(solver, model), perf_counter()
    mask = lazy_rows(model)
    mask[mask.size - presolved.num_orderings :] = False
    lazy = LazyModel.from_model(model, mask, progress=show, more=rows)
    built = perf_counter()
    given = replace(given, time_limit=limits.left)
    result = solve_model(model, lazy, mask, chosen, given, implicit=len(rows))
    return replace(result, seconds={"build": built - started, **result.seconds})


def _without_solver(method: Method, proof: str) -> Result:
    """The result where rows cannot hold, which was found before any method was chosen."""
    report = None if method == "extended" else LazyReport()
    if method != "auto":
        return Result(Status.INFEASIBLE, proof, method=method, report=report)
    choice = Choice(("presolve",), "there are rows that cannot hold", detail=report)
    return Result(Status.INFEASIBLE, proof, method="lazy", report=choice)
