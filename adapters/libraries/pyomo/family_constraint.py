"""Constraints of Pyomo for every member of a family, which nobody lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from nzdd import ZDD
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.input.text import shown

pyo: Any = require("pyomo.environ", "a model of Pyomo")
_external: Any = require("pyomo.core.base.external", "a model of Pyomo")
_modeling: Any = require("pyomo.common.modeling", "a model of Pyomo")


def add_family_constraint(
    model: Any,
    variables: Any,
    family: ZDD,
    b: float,
    sense: Sense = ">=",
    *,
    coefficients: ArrayLike = 1.0,
    constants: ArrayLike = 0.0,
    nominal: Any = None,
    name: str = "family_constraint",
) -> Any:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel or Block
        The constraint becomes a component of it.
    variables : {symbol: variable}, an indexed variable over symbols, or sequence
        The variable x[j] of each symbol, or None if it has its constant only.
    family : ZDD
        Of any number of members; they are never listed.
    b : float
    sense : {">=", "<=", "="}
    coefficients, constants : array of float, shape (num_symbols,), or float
        The numbers c and d.
    nominal : sequence of pairs of variable and coefficient, or ComponentMap, optional
        Terms that every row has besides, such as ``[(t, 1)]`` of an epigraph variable t. (Single
        variables of Pyomo cannot be keys of a dict.)
    name : str
        Of the component; a number is appended if there is one of this name.

    Returns
    -------
    pyomo.environ.Constraint
        Its body is the least slack of all rows, an external function of the variables, so that it
        can be cloned, pickled, deactivated, deleted and evaluated as any constraint. The solver
        ``nzdd`` and the transformation ``nzdd.compress`` take its rows; any other solver of Pyomo
        refuses the model, as the body is not linear.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, or a variable is not one of the model.

    Notes
    -----
    Time and memory O(nodes of the family + variables).

    Examples
    --------
    At least three of any five:

    >>> from nzdd.families import sets_of_size
    >>> model = pyo.ConcreteModel()
    >>> model.x = pyo.Var(range(10), bounds=(0, 1))
    >>> model.cost = pyo.Objective(expr=pyo.summation(model.x))
    >>> rows = add_family_constraint(model, model.x, sets_of_size(10, 5), 3)
    >>> results = pyo.SolverFactory("nzdd").solve(model)
    >>> round(pyo.value(model.cost), 6), pyo.value(rows.body) > -1e-6
    (6.0, True)
    """
    if getattr(model, "ctype", None) is not pyo.Block:
        raise TypeError(f"model must be a model or a block of Pyomo, not {shown(model)}")
    whole = model.model()

    def check(variable: Any) -> None:
        if getattr(variable, "ctype", None) is not pyo.Var or not hasattr(variable, "fixed"):
            raise TypeError(f"a variable is {shown(variable)}; give single variables of Pyomo")
        if variable.model() is not whole:
            raise ValueError(
                f"variable {variable.name!r} belongs to another model; give those of {whole.name!r}"
            )

    added = FamilyConstraint.on_variables(
        variables,
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=check,
    )
    component = pyo.Constraint(expr=LeastSlack(added)(*added.variables) >= 0)
    model.add_component(_modeling.unique_component_name(model, name), component)
    return component


class LeastSlack(_external.ExternalFunction):  # type: ignore[misc]
    """The least slack of all rows of a family constraint, as a function of its variables."""

    def __init__(self, constraint: FamilyConstraint) -> None:
        super().__init__()
        # The variables are those of the expression, also in a copy of the model.
        self.constraint = replace(constraint, variables=[None] * len(constraint.variables))

    def __deepcopy__(self, memo: dict[int, Any]) -> LeastSlack:
        return self

    def getname(self, *arguments: Any, **options: Any) -> str:
        """The name that expressions show."""
        return "least_slack"

    def _evaluate(self, values: list[float], fixed: Any, order: int) -> tuple[float, None, None]:
        if order:
            _refuse()
        return self.constraint.rows.min_slack(np.array(values, np.float64)), None, None

    @property
    def _function(self) -> NoReturn:
        """What a writer of models in AMPL's format asks for."""
        _refuse()

    _library = _function


def family_constraint_of(component: Any) -> tuple[FamilyConstraint, list[Any]] | None:
    """The family constraint that a constraint of Pyomo holds, and its variables, or None."""
    function = getattr(component.body, "_fcn", None)
    if not isinstance(function, LeastSlack):
        return None
    return function.constraint, list(component.body.args)


def _refuse() -> NoReturn:
    raise UnsupportedModelError(
        "only nzdd solves constraints over families; take SolverFactory('nzdd'), or apply "
        "TransformationFactory('nzdd.compress') first"
    )
