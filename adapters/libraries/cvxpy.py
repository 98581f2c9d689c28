"""The rows of a diagram as constraints of cvxpy, for any convex objective (the extra ``cvxpy``)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from nzdd.adapters.extras import require
from nzdd.formulations.compression.extended_formulation import ExtendedFormulation
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram


def to_cvxpy(rows: ConstraintDiagram | ExtendedFormulation, x: Any) -> list[Any]:
    """The rows of a diagram, or an extended formulation, as constraints on x.

    Parameters
    ----------
    rows : ConstraintDiagram or ExtendedFormulation
        A diagram may hold very many rows: there is one constraint an edge, and one new variable an
        inner node (Kurokawa et al. 2022, theorem 1). Of an extended formulation all rows and the
        bounds of all columns are taken; the integrality of x is not.
    x : cvxpy.Variable or affine cvxpy.Expression, shape (n,)

    Returns
    -------
    list of cvxpy.Constraint
        In matrix form. They hold for some values of the new variables exactly where x
        satisfies all rows.

    Raises
    ------
    MissingExtraError
        If cvxpy is not installed.
    TypeError
        If `rows` is neither of the two, or x is not an expression of cvxpy.
    ValueError
        If x is not affine or not real, or has another shape.

    Notes
    -----
    Time and memory O(edges + labels). cvxpy brings highspy from 1.8 on, whose copy of HiGHS and
    that of OR-Tools cannot be loaded in one process: hence the extra asks for an older one.

    Examples
    --------
    The point nearest to 0 that has at least 1 on any 15 of 30 coordinates, by Clarabel:

    >>> import cvxpy as cp
    >>> from nzdd.families import sets_of_size
    >>> diagram = ConstraintDiagram.from_zdd(sets_of_size(30, 15), 1.0)
    >>> diagram.zdd.count()
    155117520
    >>> x = cp.Variable(30)
    >>> problem = cp.Problem(cp.Minimize(cp.sum_squares(x)), to_cvxpy(diagram, x))
    >>> value = problem.solve(solver=cp.CLARABEL)
    >>> bool(np.isclose(value, 30 / 15**2)), bool(diagram.min_slack(x.value) > -1e-6)
    (True, True)
    """
    cp = require("cvxpy", "a constraint of cvxpy")
    if not isinstance(rows, ConstraintDiagram | ExtendedFormulation):
        kinds = "a ConstraintDiagram or an ExtendedFormulation"
        raise TypeError(f"rows must be {kinds}, not {type(rows).__name__}")
    n = (rows if isinstance(rows, ConstraintDiagram) else rows.original).num_columns
    if not isinstance(x, cp.Expression):
        raise TypeError(f"x must be a variable or an expression of cvxpy, not {type(x).__name__}")
    if x.shape != (n,) or not x.is_affine() or not x.is_real():
        kind = x.curvature.lower() if x.is_real() else "complex"
        expected = f"it must have shape ({n},), one number per column, and be affine"
        raise ValueError(f"x has shape {x.shape} and is {kind}; {expected}")
    if isinstance(rows, ConstraintDiagram):
        edges = rows.edges.rows()
        new = cp.Variable(rows.edges.num_potentials) if rows.edges.num_potentials else None
        return _between(_sums(edges.matrix, x, edges.potentials, new), edges.lower, edges.upper)
    model = rows.model
    new = cp.Variable(model.num_columns - n) if model.num_columns > n else None
    activity = _sums(model.matrix[:, :n], x, model.matrix[:, n:], new)
    found = _between(activity, model.row_lower, model.row_upper)
    found += _between(x.__getitem__, model.lower[:n], model.upper[:n])
    if new is not None:
        found += _between(new.__getitem__, model.lower[n:], model.upper[n:])
    return found


def _sums(own: Any, x: Any, more: Any, new: Any) -> Callable[[Any], Any]:
    """The rows ``own @ x + more @ new`` of given numbers, without the second part for None."""
    first, second = csr_matrix(own), csr_matrix(more)

    def activity(rows: Any) -> Any:
        return first[rows] @ x if new is None else first[rows] @ x + second[rows] @ new

    return activity


def _between(activity: Callable[[Any], Any], lower: Floats, upper: Floats) -> list[Any]:
    """The constraints ``lower <= activity <= upper``, as far as they are finite."""
    equal = lower == upper
    sides = (
        (operator.eq, lower, equal),
        (operator.ge, lower, np.isfinite(lower) & ~equal),
        (operator.le, upper, np.isfinite(upper) & ~equal),
    )
    return [relate(activity(np.flatnonzero(at)), end[at]) for relate, end, at in sides if at.any()]
