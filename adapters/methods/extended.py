"""The method ``extended``: a model is solved by its extended formulation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.adapters.methods.claims.doubt import has_failed
from nzdd.adapters.methods.claims.settle import settled
from nzdd.adapters.methods.claims.settle_lazily import settled_lazily
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.registry import find_solver
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.divisibility import divided
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked, claimed
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.integer_rows import divided_diagram
from nzdd.input.row_table import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

UNSURE = {Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}


def solve_extended(
    model: LinearModel,
    diagrams: Sequence[ConstraintDiagram] = (),
    solver: str | None = None,
    *,
    minimize: Literal["nonzeros", "edges"] = "nonzeros",
    progress: Progress | None = None,
    given: Settings | None = None,
    **options: Unpack[Options],
) -> Result:
    """Compress a model, solve what comes out, and recover the answer.

    Parameters
    ----------
    model : LinearModel
    diagrams : sequence of ConstraintDiagram
        Further rows over the model's columns, of any number.
    solver, **options
        See `nzdd.adapters.methods.direct.solve_direct`; `hint` is a point of the model that came
        in.
    minimize, progress
        See `ExtendedFormulation.from_model`.
    given : Settings, optional
        The options, checked already.

    Returns
    -------
    Result
        Checked against all rows that came in, with ``method="extended"`` and the
        `CompressionReport`; see `recovered`.

    Notes
    -----
    A solver that takes integer columns only, such as CP-SAT, gets integral potentials; see
    `ExtendedFormulation.from_model`.
    """
    started, own = perf_counter(), given or settings(model, options)
    limits = Limits(own.time_limit)
    chosen = find_solver(solver, model)
    # Potentials are continuous, and sums of large numbers: solvers get small ones where they can.
    extended = ExtendedFormulation.from_model(
        divided(model),
        minimize,
        diagrams=[divided_diagram(diagram, model) for diagram in diagrams],
        integral_potentials=not chosen.continuous,
        progress=progress,
    )
    count, hint, told, heard = model.num_columns, own.hint, own.on_step, own.on_found
    inner = replace(
        own,
        time_limit=limits.left,
        examined=False,
        hint=None if hint is None else _lifted(extended, hint),
        on_found=heard and (lambda x, bound: heard(None if x is None else x[:count], bound)),
        on_step=told and (lambda step: told(_of_original(step, count))),
    )
    compressed = perf_counter()
    result = solve_once(extended.model, solver, inner)
    if diagrams and (result.status in UNSURE or has_failed(result)):
        # With all rows listed, a direction is a linear program.
        result = settled(extended.model, result, inner, compressed)
    result = recovered(extended, result, compressed - started, own.gap)
    if extended.original is not model:
        result = checked(model, claimed(result), gap=own.gap)
    if result.multipliers is not None:
        signed = zip(diagrams, result.multipliers, strict=True)
        multipliers = tuple(
            replace(part, dual=-part.dual) if rows.sense == "<=" else part for rows, part in signed
        )
        result = replace(result, multipliers=multipliers)
    if not diagrams:
        return settled(model, result, own, compressed)
    lazy = LazyModel(model, tuple(diagrams))
    return settled_lazily(lazy, checked(lazy, result), own, compressed)


def _of_original(step: SolveStep, columns: int) -> SolveStep:
    """A step of the extended model, whose first columns are those of the original one."""
    x = None if step.x is None else step.x[:columns]
    return replace(step, method="extended", columns=columns, x=x)


def recovered(
    extended: ExtendedFormulation, result: Result, seconds: float, gap: float = math.inf
) -> Result:
    """The result for the original model, checked there, of one for the extended model.

    A point that is imprecise in the extended model may be precise in the original one.
    Reduced costs are computed from the recovered duals of the rows; where some rows are implicit,
    they are those of the extended model. The compression took this many seconds.
    """
    original = extended.original
    duals = reduced_costs = multipliers = None
    if result.duals is not None:
        duals = extended.recover_duals(result.duals)
        reduced_costs = original.objective - original.matrix.T @ duals
        if any(block.is_implicit for block in extended.blocks):
            multipliers = extended.recover_multipliers(result.duals)
            if result.reduced_costs is not None:
                reduced_costs = result.reduced_costs[: original.num_columns]
    translated = replace(
        result,
        x=None if result.x is None else extended.recover(result.x),
        duals=duals,
        reduced_costs=reduced_costs,
        multipliers=multipliers,
        method="extended",
        report=extended.report,
        seconds={"compress": seconds, **result.seconds},
    )
    return checked(original, claimed(translated), gap=gap)


def _lifted(extended: ExtendedFormulation, hint: ArrayLike) -> NDArray[np.float64]:
    point = np.asarray(hint, np.float64)
    if not np.isnan(point).any():
        return extended.lift(point)
    added = extended.model.num_columns - point.size
    return np.concatenate((point, np.full(added, np.nan)))
