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
_expr: Any = require("pyomo.core.expr", "a model of Pyomo")
_numeric: Any = require("pyomo.core.expr.numvalue", "a model of Pyomo")
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
    variables : {name or symbol: variable}, an indexed variable over these, or sequence
        The variable x[j] of each symbol, by its name where the family has names; None if it has its
        constant only.
    family : ZDD
        Of any number of members; they are never listed.
    b : float
    sense : {">=", "<=", "="}
    coefficients, constants : array of float, shape (num_symbols,), mapping from names, or float
        The numbers c and d.
    nominal : linear expression, pairs of variable and coefficient, or ComponentMap, optional
        Terms that every row has besides, such as an epigraph variable ``t`` or ``[(t, 1)]``.
        (Single variables of Pyomo cannot be keys of a dict.)
    name : str
        Of the component; a number is appended if there is one of this name.

    Returns
    -------
    pyomo.environ.Constraint
        Its body is the least slack of all rows, an external function of the variables, so that it
        can be cloned, pickled, deactivated, deleted and evaluated as any constraint. The solver
        ``nzdd`` and the transformation ``nzdd.compress`` take its rows. The writers of LP, MPS and
        NL files and the direct solvers of Pyomo refuse it, as the body is not linear; those for
        GAMS and BARON write a function ``least_slack``, which these do not have.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, a variable is not one of the model, `nominal` is not
        linear or has a constant, or the model is abstract.

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
    check_block(model)
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
        nominal=_pairs(nominal),
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
    """The family constraint that a constraint of Pyomo holds, and its variables, or None.

    Raises
    ------
    UnsupportedModelError
        If its bounds, or the arguments of its body, are no longer those of `add_family_constraint`.
    """
    function = getattr(component.body, "_fcn", None)
    if not isinstance(function, LeastSlack):
        return None
    variables = list(component.body.args)
    # One that was removed from the model is a variable still, as in any constraint of Pyomo.
    single = all(
        hasattr(each, "is_variable_type") and each.is_variable_type() for each in variables
    )
    if component.lb != 0 or component.ub is not None or not single:
        raise UnsupportedModelError(
            f"constraint {component.name!r} is a changed family constraint, or has the body of "
            "one; add it anew by add_family_constraint, with the b that you mean"
        )
    return function.constraint, variables


def check_block(model: Any) -> None:
    """Raise TypeError or ValueError if it is not one block, or a model, that is constructed."""
    if getattr(model, "ctype", None) is not pyo.Block:
        raise TypeError(f"model must be a model or a block of Pyomo, not {shown(model)}")
    if not model.is_constructed():
        raise ValueError(f"model {model.name!r} is abstract; take what its create_instance returns")
    if model.is_indexed():
        example = next((f", such as {each.name}" for each in model.values()), "")
        raise TypeError(f"{model.name!r} is an indexed block; give one of its blocks{example}")


def _pairs(nominal: Any) -> Any:
    """The terms of a linear expression; anything else as it is."""
    if not isinstance(nominal, _numeric.NumericValue):
        return nominal
    # Other than the repn, this keeps fixed variables, which may be unfixed later.
    linear, terms = _expr.decompose_term(nominal)
    if not linear or any(variable is None for _, variable in terms):
        raise ValueError(
            "nominal is not linear, or has a constant; give a sum such as 2 * t, and take the "
            "constant from b"
        )
    return [(variable, pyo.value(factor)) for factor, variable in terms]


def _refuse() -> NoReturn:
    raise UnsupportedModelError(
        "only nzdd solves constraints over families; take SolverFactory('nzdd'), or apply "
        "TransformationFactory('nzdd.compress') first"
    )
