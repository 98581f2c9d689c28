"""Rows of an oracle, or for all members of a family, put into a PySCIPOpt model of the user."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike
from pyscipopt import Model, Variable
from pyscipopt.scip import PY_SCIP_STAGE as SCIP_STAGE

from nzdd import ZDD
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.solvers.callbacks.own_model import check_rows
from nzdd.adapters.solvers.callbacks.violated_rows import MAX_ROWS
from nzdd.adapters.solvers.scip.handler import RowHandler
from nzdd.adapters.solvers.scip.heuristic import RepairHeuristic
from nzdd.adapters.solvers.scip.scip_model import columns
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.repair import is_repairable
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.formulations.rows.separation import RowOracle


def add_rows(
    model: Model,
    variables: Sequence[Variable],
    rows: RowOracle,
    *,
    max_rows: int = MAX_ROWS,
    repair: bool = True,
) -> RowHandler:
    """Put all rows of an oracle into a PySCIPOpt model of your own.

    The rows are found where a point violates them: cut off at every node, enforced on integral
    solutions, asked of every candidate of a heuristic. Call it once for each oracle, before the
    model is solved; everything else in the model is as you like it.

    Parameters
    ----------
    model : pyscipopt.Model
    variables : sequence of pyscipopt.Variable
        ``variables[j]`` is column j of the rows. The model may have others.
    rows : RowOracle
        A `ConstraintDiagram`, a `MatrixRows`, or anything with their methods.
    max_rows : int
        Rows taken of one point at most.
    repair : bool
        Add a primal heuristic (`nzdd.formulations.row_generation.repair`) where all variables are
        integer and the rows are covering or packing rows.

    Returns
    -------
    RowHandler
        The constraint handler, with the counts `rounds` and `rows_added`.

    Raises
    ------
    TypeError
        If the model, a variable or the rows are something else.
    ValueError
        If the numbers of variables and columns differ, a variable is one of another model, or the
        model has been solved already.

    Notes
    -----
    Sets ``misc/allowstrongdualreds`` and ``misc/allowweakdualreds`` to False, and nothing else.
    Leave them so: locks tell SCIP which way a variable must not move on its own, but its symmetry
    handling and its splitting into components look at listed constraints only, and would cut
    optima off. ``separating/maxroundsroot = 5`` and ``separating/maxrounds = 2`` often help.

    Between two solves, after ``freeTransform()``, the model may be changed. Copies of it have no
    rows; ``solveConcurrent()`` solves copies, so it ends with an error.

    Where an oracle raises an exception, or a variable of the rows was deleted, SCIP prints so on
    stderr and ``model.optimize()`` raises ``SCIP: unspecified error!``.
    """
    if not isinstance(model, Model):
        raise TypeError(f"model must be a pyscipopt.Model, not {type(model).__name__}")
    check_rows(rows, len(variables), max_rows)
    for variable in variables:
        if not isinstance(variable, Variable):
            raise TypeError(
                f"variables must be a sequence of pyscipopt.Variable; one is {variable!r}"
            )
    if model.getStage() != SCIP_STAGE.PROBLEM:
        raise ValueError(
            f"the model is in stage {model.getStageName()}; add rows before it is solved, or call "
            "its freeTransform() first"
        )
    own = {variable.ptr() for variable in model.getVars()}
    for variable in variables:
        if variable.ptr() not in own:  # SCIP would crash
            raise ValueError(
                f"variable {variable.name!r} belongs to another model; give what addVar of this "
                "model returned"
            )
    handler = RowHandler(variables, rows, max_rows)
    handler.include(model)

    def lazy(model: Model) -> LazyModel:
        return LazyModel(columns(model, variables), (rows,))

    if repair and is_repairable(lazy(model)):
        RepairHeuristic(variables, lazy).include(model)
    return handler


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
