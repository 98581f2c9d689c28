"""Models of gurobipy as linear models, and back (the extra ``gurobi``).

Rows of families go into a model of gurobipy by `nzdd.adapters.solvers.gurobi`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import require
from nzdd.adapters.solvers.gurobi.gurobi_branch_and_cut import fill
from nzdd.formulations.models.linear import LinearModel


def from_gurobipy(model: Any) -> LinearModel:
    """A model of gurobipy, linear or mixed-integer, as a linear model.

    Parameters
    ----------
    model : gurobipy.Model
        Pending changes are made first: its ``update()`` is called.

    Returns
    -------
    LinearModel
        Columns and rows have the names and the order of ``getVars()`` and ``getConstrs()``, so that
        ``getVarByName`` finds a column. What ``addRange`` made is a row and a column, as in Gurobi.

    Raises
    ------
    TypeError
        If it is not a model of gurobipy.
    UnsupportedModelError
        If it has something else than linear rows and one linear objective: quadratic, SOS or
        general constraints, a piecewise-linear objective, objectives of ``setObjectiveN``,
        scenarios, semi-continuous or semi-integer variables. The message names one of them.
    ValueError
        If a number is not what a `LinearModel` takes.
    MissingExtraError
        If gurobipy is not installed.

    Notes
    -----
    Time and memory O(m + n + nonzeros), through the arrays of gurobipy: 10^6 rows of three
    variables take about three seconds, a third of it for names. Bounds and right-hand sides of 1e20
    and more are infinite, as for Gurobi.

    Examples
    --------
    >>> import gurobipy as gp
    >>> model = gp.Model("two", env=gp.Env(params={"OutputFlag": 0}))
    >>> x, y = (model.addVar(vtype="I", name=name) for name in "xy")
    >>> cover = model.addConstr(2 * x + y >= 3, name="cover")
    >>> model.setObjective(3 * x + 2 * y + 1)
    >>> from_gurobipy(model)
    <LinearModel 'two': minimize, 1 rows, 2 columns (2 integer), 2 nonzeros>
    """
    gp = require("gurobipy", "a model of gurobipy")
    if not isinstance(model, gp.Model):
        raise TypeError(f"only a gurobipy.Model is read, not {type(model).__name__}")
    model.update()
    variables, rows = model.getVars(), model.getConstrs()

    def column(name: str, kind: Any = np.float64) -> NDArray[Any]:
        return np.array(model.getAttr(name, variables), kind)

    kinds = column("VType", "U1")
    _refuse_other_kinds(model, kinds)
    binary = kinds == "B"  # a type that leaves other bounds in place
    lower, upper = _infinite(column("LB")), _infinite(column("UB"))
    sense = np.array(model.getAttr("Sense", rows), "U1")
    right = _infinite(np.array(model.getAttr("RHS", rows), np.float64))
    matrix = csr_array(model.getA()) if rows and variables else csr_array((len(rows), kinds.size))
    return LinearModel(
        column("Obj"),
        matrix,
        np.where(sense == "<", -np.inf, right),
        np.where(sense == ">", np.inf, right),
        np.where(binary, np.maximum(lower, 0), lower),
        np.where(binary, np.minimum(upper, 1), upper),
        np.isin(kinds, ("B", "I")),
        maximize=model.ModelSense < 0,
        offset=model.ObjCon,
        row_names=model.getAttr("ConstrName", rows),
        column_names=model.getAttr("VarName", variables),
        name=model.ModelName,
    )


def to_gurobipy(model: LinearModel, env: Any = None) -> Any:
    """A linear model as a model of gurobipy, with the names of its columns and rows.

    Parameters
    ----------
    model : LinearModel
    env : gurobipy.Env, optional
        By default that of gurobipy.

    Returns
    -------
    gurobipy.Model
        Its first variables are the columns. A row with two different sides gets a variable for its
        activity, as by ``addRange``; these come last. Rows without any side are left out.

    Raises
    ------
    TypeError
        If it is not a LinearModel.
    MissingExtraError
        If gurobipy is not installed.

    Notes
    -----
    Time and memory O(m + n + nonzeros). A free licence builds models of any size, and solves small
    ones.
    """
    gp = require("gurobipy", "a model of gurobipy")
    if not isinstance(model, LinearModel):
        raise TypeError(f"only a LinearModel becomes a gurobipy.Model, not {type(model).__name__}")
    theirs = gp.Model(model.name, env=env)
    variables, rows, listed = fill(gp, theirs, model)
    if model.column_names is not None:
        theirs.setAttr("VarName", variables.tolist(), list(model.column_names))
    if model.row_names is not None and rows is not None:
        names = [model.row_names[row] for row in listed.tolist()]
        theirs.setAttr("ConstrName", rows.tolist(), names)
    theirs.update()
    return theirs


_PARTS = (
    ("IsQP", "a quadratic objective", "see nzdd.formulations.models.quadratic"),
    ("NumQConstrs", "quadratic constraints", "write them with linear terms"),
    ("NumSOS", "SOS constraints", "write them with binary variables"),
    ("NumGenConstrs", "general constraints", "write them with binary variables"),
    ("NumPWLObjVars", "a piecewise-linear objective", "write it with variables for its parts"),
    ("IsMultiObj", "objectives of setObjectiveN", "convert a model with one of setObjective"),
    ("NumScenarios", "scenarios", "convert a model without them"),
)
"""Flags and counts of what a linear model does not have."""


def _refuse_other_kinds(model: Any, kinds: NDArray[Any]) -> None:
    """Raise UnsupportedModelError for what a linear model does not have."""
    for count, what, cure in _PARTS:
        if model.getAttr(count):
            found = {
                "NumQConstrs": lambda: model.getQConstrs()[0].QCName,
                "NumGenConstrs": lambda: model.getGenConstrs()[0].GenConstrName,
            }.get(count, lambda: "")()
            example = f", such as {found!r}" if found else ""
            raise UnsupportedModelError(
                f"the model has {what}{example}, and a LinearModel has none; {cure}"
            )
    other = np.flatnonzero(np.isin(kinds, ("S", "N")))
    if other.size:
        name = model.getVars()[int(other[0])].VarName
        raise UnsupportedModelError(
            f"variable {name!r} is semi-continuous or semi-integer; write it with a binary variable"
        )


def _infinite(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """With what Gurobi calls infinite."""
    return np.where(np.abs(values) >= 1e20, np.copysign(np.inf, values), values)
