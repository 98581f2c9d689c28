"""Solving a model by the road that suits it: `nzdd.solve`."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Literal, Unpack

import numpy as np

from nzdd.adapters.options import Options
from nzdd.adapters.solvers import solve_direct
from nzdd.family import Progress
from nzdd.formulations.extended_formulation import ExtendedFormulation
from nzdd.formulations.linear_model import LinearModel
from nzdd.formulations.result import Result, checked

METHODS = ("auto", "direct", "extended")


def solve(
    model: LinearModel,
    method: Literal["auto", "direct", "extended"] = "auto",
    solver: str | None = None,
    *,
    minimize: Literal["nonzeros", "edges"] = "nonzeros",
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Solve a linear or mixed-integer model.

    Parameters
    ----------
    model : LinearModel
    method : {"auto", "direct", "extended"}
        ``direct`` hands the model to the solver as it is. ``extended`` compresses it first and
        recovers the answer. ``auto`` is ``direct``: the extended formulation makes models smaller,
        but on most of them not solvers faster.
    solver : str, optional
        See `nzdd.adapters.solvers.solve_direct`.
    minimize : {"nonzeros", "edges"}
        For ``extended``; see `ExtendedFormulation.from_model`.
    progress : callable, optional
        Told the stage of the compression and the share of it that is done.
    **options
        See `nzdd.adapters.options.Options`; `hint` is a point of the model that came in.

    Returns
    -------
    Result
        Checked against the rows of the model that came in. `report` is the `CompressionReport` of
        the extended formulation.

    Raises
    ------
    ValueError
        If an argument is wrong, or (`UnsupportedModelError`) the solver cannot take the model.
    KeyboardInterrupt
        On Ctrl-C, within half a second.
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}; it must be one of {', '.join(METHODS)}")
    if method != "extended":
        return solve_direct(model, solver, **options)
    started = perf_counter()
    extended = ExtendedFormulation.from_model(model, minimize, progress=progress)
    hint = options.get("hint")
    if hint is not None and not np.isnan(np.asarray(hint, np.float64)).any():
        options["hint"] = extended.lift(hint)
    elif hint is not None:
        added = extended.model.num_columns - model.num_columns
        options["hint"] = np.concatenate((np.asarray(hint, np.float64), np.full(added, np.nan)))
    compressed = perf_counter()
    result = solve_direct(extended.model, solver, **options)
    return recovered(extended, result, compressed - started)


def recovered(extended: ExtendedFormulation, result: Result, seconds: float) -> Result:
    """The answer to an extended model as one to the original, checked there.

    Reduced costs are computed anew from the recovered row duals.
    """
    original = extended.original
    duals = None if result.duals is None else extended.recover_duals(result.duals)
    translated = replace(
        result,
        x=None if result.x is None else extended.recover(result.x),
        duals=duals,
        reduced_costs=None if duals is None else original.objective - original.matrix.T @ duals,
        method="extended",
        report=extended.report,
        seconds={"compress": seconds, **result.seconds},
    )
    return checked(original, translated)
