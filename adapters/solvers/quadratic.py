"""Quadratic models, with or without integer columns, by SCIP in OR-Tools MathOpt."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.solvers import ortools
from nzdd.adapters.solvers.options import Options, settings
from nzdd.adapters.solvers.ortools.model_proto import model_proto
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Result, checked

if TYPE_CHECKING:
    from typing_extensions import Unpack


def solve(model: QuadraticModel, **options: Unpack[Options]) -> Result:
    """Solve a quadratic model.

    Parameters
    ----------
    model : QuadraticModel
        The model, n columns.
    **options
        See `nzdd.adapters.solvers.options.Options`.

    Returns
    -------
    Result
        Checked against the model. SCIP meets rows and the objective to about 1e-6, also where no
        column is integer.

    Raises
    ------
    ValueError
        If an option is wrong.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second: the solver runs in a process of its own.

    Notes
    -----
    SCIP is the one solver of MathOpt that takes squares and integers together.
    """
    wanted = settings(model.linear, options)
    started = time.perf_counter()
    trivial = trivial_answer(model.linear)
    if trivial is not None:
        return checked(model, replace(trivial, solver="scip"))
    proto = model_proto(model.linear)
    squared = np.flatnonzero(model.curvature)
    squares = proto.objective.quadratic_coefficients
    squares.row_ids.extend(squared.tolist())
    squares.column_ids.extend(squared.tolist())
    squares.coefficients.extend((0.5 * model.curvature[squared]).tolist())
    built = time.perf_counter()
    result = ortools.run(model.linear, proto, "scip", wanted)
    solved = time.perf_counter()
    result = checked(
        model, replace(result, solver="scip", duals=None, reduced_costs=None), gap=wanted.gap
    )
    seconds = {"build": built - started, "solve": solved - built}
    return replace(result, seconds=seconds)
