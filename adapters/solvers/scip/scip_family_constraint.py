"""Constraints for every member of a family, put into a PySCIPOpt model of the user."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike
from pyscipopt import Model, Variable

from nzdd import ZDD
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.solvers.callbacks.violated_rows import MAX_ROWS
from nzdd.adapters.solvers.scip.handler import RowHandler
from nzdd.adapters.solvers.scip.scip_oracle_rows import add_rows
from nzdd.formulations.rows.constraint_diagram import Sense


def add_family_constraint(
    model: Model,
    variables: Any,
    family: ZDD,
    b: float,
    sense: Sense = ">=",
    *,
    coefficients: ArrayLike = 1.0,
    constants: ArrayLike = 0.0,
    nominal: Any = None,
    max_rows: int = MAX_ROWS,
    repair: bool = True,
) -> RowHandler:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    model : pyscipopt.Model
    variables : {name or symbol: variable}, or sequence of variables
        The variable x[j] of each symbol, by its name where the family has names; None if it has its
        constant only.
    family : ZDD
        Of any number of members; they are never listed.
    b : float
    sense : {">=", "<=", "="}
    coefficients, constants : array of float, shape (num_symbols,), mapping from names, or float
        The numbers c and d.
    nominal : sequence of pairs of variable and coefficient, optional
        Terms that every row has besides, such as ``[(t, 1)]`` of an epigraph variable t.
    max_rows, repair
        See `nzdd.adapters.solvers.scip.add_rows`.

    Returns
    -------
    RowHandler
        The constraint handler, with the counts `rounds` and `rows_added`.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, or as by `nzdd.adapters.solvers.scip.add_rows`.

    Examples
    --------
    At least three of any five:

    >>> from nzdd.families import sets_of_size
    >>> model = Model()
    >>> model.hideOutput()
    >>> x = {j: model.addVar(ub=1, obj=1) for j in range(10)}
    >>> _ = add_family_constraint(model, x, sets_of_size(10, 5), 3)
    >>> model.optimize()
    >>> model.getStatus(), round(model.getObjVal(), 6)
    ('optimal', 6.0)
    """
    added = FamilyConstraint.on_variables(
        variables,
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=_check,
        key=Variable.ptr,
    )
    return add_rows(model, added.variables, added.rows, max_rows=max_rows, repair=repair)


def _check(variable: Any) -> None:
    if not isinstance(variable, Variable):
        raise TypeError(f"variables must be of pyscipopt.Variable; one is {variable!r}")
