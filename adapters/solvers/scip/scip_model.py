"""Linear models, rows and points: from arrays to PySCIPOpt and back."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from pyscipopt import Expr, ExprCons, MatrixVariable, Model, Variable
from pyscipopt.scip import Solution
from scipy.sparse import csr_array

from nzdd.adapters.solvers.callbacks.violated_rows import with_columns
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel

Variables = Sequence[Variable] | MatrixVariable


def scip_model(core: LinearModel) -> tuple[Model, list[Variable]]:
    """A silent SCIP model, and its variables in the order of the columns.

    Time a few microseconds a column and half of one a nonzero: SCIP takes no arrays. Rows without
    nonzeros are left out; the caller has to check them.
    """
    model = Model()
    model.hideOutput()
    binary = core.integrality & (core.lower >= 0.0) & (core.upper <= 1.0)
    kinds = np.where(binary, "B", np.where(core.integrality, "I", "C"))
    variables = [
        model.addVar(f"x{column}", kind, none_if_infinite(low), none_if_infinite(high), cost)
        for column, (kind, low, high, cost) in enumerate(
            zip(
                kinds.tolist(),
                core.lower.tolist(),
                core.upper.tolist(),
                core.objective.tolist(),
                strict=True,
            )
        )
    ]
    if core.maximize:
        model.setMaximize()
    model.addObjoffset(core.offset)
    add_linear(model, variables, core.matrix, core.row_lower, core.row_upper)
    return model, variables


def add_linear(
    model: Model,
    variables: Variables,
    matrix: csr_array[np.float64, tuple[int, int]],
    lower: Floats,
    upper: Floats,
    *,
    only_propagated: bool = False,
) -> None:
    """Add the rows ``lower <= matrix @ x <= upper`` as ordinary linear constraints.

    Rows without nonzeros or without a finite side are left out. Constraints that are only
    propagated enter no LP, judge no point, and leave when they are of no use.
    """
    # A variable is an expression of one term; rows made of these terms spare SCIP's algebra.
    terms = [next(iter(variable)) for variable in variables]
    place = {term: number for number, term in enumerate(terms)}
    if len(place) < len(terms):  # one variable for several columns
        columns = np.array([place[term] for term in terms])
        matrix = with_columns(matrix, columns)
    start = matrix.indptr.tolist()
    listed = not only_propagated
    bounded = np.isfinite(lower) | np.isfinite(upper)
    for row in np.flatnonzero(bounded & (np.diff(matrix.indptr) > 0)).tolist():
        span = slice(start[row], start[row + 1])
        entries = zip(matrix.indices[span].tolist(), matrix.data[span].tolist(), strict=True)
        expression = Expr({terms[column]: value for column, value in entries})
        sides = none_if_infinite(float(lower[row])), none_if_infinite(float(upper[row]))
        model.addCons(
            ExprCons(expression, *sides),
            initial=listed,
            separate=listed,
            enforce=listed,
            check=listed,
            dynamic=only_propagated,
            removable=only_propagated,
        )


def none_if_infinite(bound: float) -> float | None:
    """A bound for SCIP, where None means infinite."""
    return bound if math.isfinite(bound) else None


def infinite_bounds(model: Model, values: list[float]) -> Floats:
    """Bounds of SCIP as an array, infinite where SCIP counts them so."""
    array = np.array(values, np.float64)
    return np.where(np.abs(array) >= model.infinity(), np.copysign(np.inf, array), array)


def columns(model: Model, variables: Variables) -> LinearModel:
    """Objective, bounds and integrality of variables, without any row."""

    return LinearModel(
        [variable.getObj() for variable in variables],
        csr_array((0, len(variables))),
        [],
        [],
        infinite_bounds(model, [variable.getLbOriginal() for variable in variables]),
        infinite_bounds(model, [variable.getUbOriginal() for variable in variables]),
        [variable.vtype() in {"BINARY", "INTEGER"} for variable in variables],
        maximize=model.getObjectiveSense() == "maximize",
    )


def as_vector(variables: Variables) -> MatrixVariable:
    """Variables as an array, which SCIP evaluates in one call."""
    vector = np.empty(len(variables), dtype=object)
    vector[:] = variables
    return vector.view(MatrixVariable)


def point(model: Model, variables: MatrixVariable, solution: Solution | None = None) -> Floats:
    """The values of variables in a solution, by default the present one of the LP."""
    return np.asarray(model.getSolVal(solution, variables), dtype=np.float64)
