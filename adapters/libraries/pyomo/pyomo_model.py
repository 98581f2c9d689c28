"""Models of Pyomo as linear models, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.libraries.pyomo.pyomo_family_constraint import check_block, family_constraint_of
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.input.arrays import refuse_rounded

pyo: Any = require("pyomo.environ", "a model of Pyomo")
_component: Any = require("pyomo.core.base.component", "a model of Pyomo")
_expr: Any = require("pyomo.core.expr", "a model of Pyomo")
_repn: Any = require("pyomo.repn", "a model of Pyomo")

_CURES = {
    "Disjunction": "apply TransformationFactory('gdp.bigm') first",
    "Disjunct": "apply TransformationFactory('gdp.bigm') first",
    "LogicalConstraint": "apply TransformationFactory('core.logical_to_linear') first",
    "Complementarity": "apply TransformationFactory('mpec.simple_disjunction') first",
    "SOSConstraint": "write it with binary variables",
    "Arc": "apply TransformationFactory('network.expand_arcs') first",
}


@dataclass(frozen=True, slots=True, eq=False)
class Translation:
    """A model of Pyomo as a linear model, and whose columns and rows are whose.

    Attributes
    ----------
    model : LinearModel
    variables : list of VarData
        That of each column.
    constraints : list of ConstraintData
        That of each row.
    family_constraints : list of ConstraintData
        Those of `nzdd.adapters.libraries.pyomo.pyomo_family_constraint`.
    used : list of bool
        Whether a column has a cost, or stands in a row or a family constraint.
    """

    model: LinearModel
    variables: list[Any]
    constraints: list[Any]
    family_constraints: list[Any]
    used: list[bool]

    def families(self) -> tuple[list[FamilyConstraint], list[ConstraintDiagram]]:
        """What family constraints hold, and their rows over the columns of the model."""
        place = {id(variable): column for column, variable in enumerate(self.variables)}
        parts = [family_constraint_of(each) for each in self.family_constraints]
        found = [part for part in parts if part is not None]
        rows = [
            constraint.rows_over([place[id(each)] for each in variables], len(place))
            for constraint, variables in found
        ]
        return [constraint for constraint, _ in found], rows


def from_pyomo(model: Any) -> LinearModel:
    """A model of Pyomo, linear or mixed-integer, as a linear model.

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel or Block
        Its active components count, as for any solver of Pyomo.

    Returns
    -------
    LinearModel
        A column is named as its variable and a row as its constraint, so that
        ``model.find_component(name)`` is either. Variables of active blocks stand in the order of
        declaration, also those that no constraint has; last come all others that a constraint has.
        A fixed variable is a column whose bounds are its value; its terms stand in the constants.
        Without an active objective all costs are 0.

    Raises
    ------
    TypeError
        If it is no block of Pyomo.
    UnsupportedModelError
        If a constraint or the objective is not linear, a domain is neither an interval nor the
        integers of one, a component is of a kind that is not linear (a disjunction, an SOS
        constraint, a logical constraint, ...), several objectives are active, a fixed variable has
        no value, or a constraint over a family was changed. The message names the component.
    ValueError
        If the model is abstract, or a number is not what a `LinearModel` takes.

    Notes
    -----
    Time and memory O(m + n + nonzeros) in Python, as Pyomo has no arrays: about 1.5 s for 10^5
    rows of five variables.

    Examples
    --------
    >>> model = pyo.ConcreteModel("two")
    >>> model.x = pyo.Var(["a", "b"], domain=pyo.NonNegativeIntegers)
    >>> model.cover = pyo.Constraint(expr=2 * model.x["a"] + model.x["b"] >= 3)
    >>> model.cost = pyo.Objective(expr=3 * model.x["a"] + 2 * model.x["b"] + 1)
    >>> ours = from_pyomo(model)
    >>> ours, ours.column_names
    (<LinearModel 'two': minimize, 1 rows, 2 columns (2 integer), 2 nonzeros>, ('x[a]', 'x[b]'))
    """
    found = translate(model)
    for component in found.family_constraints[:1]:
        raise UnsupportedModelError(
            f"constraint {component.name!r} is over a family, and a LinearModel lists its rows; "
            "solve it by SolverFactory('nzdd'), or deactivate it"
        )
    return found.model


def translate(model: Any) -> Translation:
    """As `from_pyomo`, with the variables and the constraints."""
    check_block(model)
    _refuse_other_kinds(model)
    columns = _Columns(model.component_data_objects(pyo.Var, active=True, descend_into=True))
    objectives = list(model.component_data_objects(pyo.Objective, active=True, descend_into=True))
    if len(objectives) > 1:
        names = ", ".join(repr(each.name) for each in objectives[:3])
        raise UnsupportedModelError(
            f"{len(objectives)} objectives are active, such as {names}; deactivate all but one"
        )
    constraints: list[Any] = []
    family_constraints: list[Any] = []
    for each in model.component_data_objects(pyo.Constraint, active=True, descend_into=True):
        found = family_constraint_of(each)
        (constraints if found is None else family_constraints).append(each)
    in_families = [columns.column(one) for each in family_constraints for one in each.body.args]
    matrix, constants = _terms(objectives + constraints, columns)
    split = len(objectives)
    lower, upper, integrality = columns.bounds()
    costs = matrix[:split].sum(axis=0) if split else np.zeros(len(columns.variables))
    linear = LinearModel(
        costs,
        matrix[split:],
        [-np.inf if each.lb is None else each.lb for each in constraints] - constants[split:],
        [np.inf if each.ub is None else each.ub for each in constraints] - constants[split:],
        lower,
        upper,
        integrality,
        maximize=bool(objectives) and objectives[0].sense == pyo.maximize,
        offset=float(constants[:split].sum()),
        row_names=[each.name for each in constraints],
        column_names=[each.name for each in columns.variables],
        name="" if model.name == "unknown" else model.name,
    )
    used = np.zeros(len(columns.variables), np.bool_)
    used[matrix.indices] = used[in_families] = True
    return Translation(linear, columns.variables, constraints, family_constraints, used.tolist())


def to_pyomo(model: LinearModel) -> Any:
    """A linear model as a model of Pyomo.

    Parameters
    ----------
    model : LinearModel

    Returns
    -------
    pyomo.environ.ConcreteModel
        With the variables ``x``, the constraints ``rows`` and the objective ``objective``. Their
        indices are the names of columns and rows where all of these differ, and numbers otherwise.

    Raises
    ------
    TypeError
        If it is not a LinearModel.

    Notes
    -----
    Time and memory O(m + n + nonzeros) in Python.
    """
    if not isinstance(model, LinearModel):
        raise TypeError(f"only a LinearModel becomes a model of Pyomo, not {type(model).__name__}")
    theirs = pyo.ConcreteModel(model.name or "unknown")
    theirs.x = pyo.Var(_indices(model.column_names, model.num_columns))
    variables = list(theirs.x.values())
    set_domains(variables, model)
    theirs.rows = pyo.Constraint(_indices(model.row_names, model.num_rows))
    for index, row in zip(theirs.rows.index_set(), expressions(model, variables), strict=True):
        theirs.rows.add(index, row)
    theirs.objective = pyo.Objective(
        expr=_linear(model.objective, variables, model.offset),
        sense=pyo.maximize if model.maximize else pyo.minimize,
    )
    return theirs


def set_domains(variables: Sequence[Any], model: LinearModel, first: int = 0) -> None:
    """Give variables the bounds and the domains of the columns from `first` on."""
    columns = slice(first, first + len(variables))
    kinds = np.where(model.integrality[columns], pyo.Integers, pyo.Reals)
    for variable, domain, lower, upper in zip(
        variables,
        kinds,
        model.lower[columns].tolist(),
        model.upper[columns].tolist(),
        strict=True,
    ):
        variable.domain = domain
        variable.setlb(lower)
        variable.setub(upper)


def expressions(model: LinearModel, variables: Sequence[Any], first: int = 0) -> Iterable[Any]:
    """The rows from `first` on, as what ``Constraint.add`` takes."""
    matrix = model.matrix
    ends = zip(model.row_lower[first:].tolist(), model.row_upper[first:].tolist(), strict=True)
    for row, (lower, upper) in enumerate(ends, first):
        entries = slice(matrix.indptr[row], matrix.indptr[row + 1])
        own = [variables[column] for column in matrix.indices[entries].tolist()]
        yield lower, _linear(matrix.data[entries], own), upper


class _Columns:
    """The variables that were met, in order, and the column of each."""

    def __init__(self, variables: Iterable[Any]) -> None:
        self.variables = list(variables)
        self._place = {id(variable): column for column, variable in enumerate(self.variables)}
        for variable in self.variables:
            _refuse_fixed_without_value(variable)

    def column(self, variable: Any) -> int:
        """The column of a variable, a new one if it is none of the model."""
        place = self._place.setdefault(id(variable), len(self.variables))
        if place == len(self.variables):
            _refuse_fixed_without_value(variable)
            self.variables.append(variable)
        return place

    def bounds(self) -> tuple[list[float], list[float], list[bool]]:
        """The bounds of all columns, and which of them must be integer."""
        lower, upper, integrality = [], [], []
        for variable in self.variables:
            low, high = variable.bounds
            if variable.fixed:  # a number, whatever its domain and bounds say
                low = high = pyo.value(variable)
            lower.append(-np.inf if low is None else low)
            upper.append(np.inf if high is None else high)
            whole = not variable.is_continuous()
            if whole and not variable.is_integer() and not variable.fixed:
                raise UnsupportedModelError(
                    f"variable {variable.name!r} has the domain {variable.domain.name}; a "
                    "LinearModel knows intervals and their integers: write it with binary variables"
                )
            integrality.append(whole and not variable.fixed)
        return lower, upper, integrality


def _terms(components: list[Any], columns: _Columns) -> tuple[csr_array[Any, Any], Any]:
    """The coefficients of objectives and constraints, a row each, and their constants."""
    data: list[float] = []
    indices: list[int] = []
    offsets, constants = [0], []
    for component in components:
        body = component.expr if component.ctype is pyo.Objective else component.body
        parts = _repn.generate_standard_repn(body)
        if parts.nonlinear_expr is not None or parts.quadratic_vars:
            _refuse(component, "nonlinear" if parts.nonlinear_expr is not None else "quadratic")
        data += parts.linear_coefs
        indices += map(columns.column, parts.linear_vars)
        offsets.append(len(data))
        constants.append(parts.constant)
    refuse_rounded(data, "coefficients")
    refuse_rounded(constants, "constants")
    shape = (len(components), len(columns.variables))
    matrix = csr_array((np.array(data, np.float64), np.array(indices, np.int64), offsets), shape)
    return matrix, np.array(constants, np.float64)


def _refuse(component: Any, kind: str) -> None:
    what = "objective" if component.ctype is pyo.Objective else "constraint"
    cure = "write it with linear terms"
    if what == "objective" and kind == "quadratic":
        cure = "see nzdd.formulations.models.quadratic"
    raise UnsupportedModelError(f"{what} {component.name!r} is {kind}; {cure}, or deactivate it")


def _refuse_other_kinds(model: Any) -> None:
    """Raise UnsupportedModelError for an active component that a linear model does not have."""
    known = {pyo.Block, pyo.Constraint, pyo.Objective, pyo.Suffix}
    for component in model.component_objects(active=True, descend_into=True):
        if isinstance(component, _component.ActiveComponent) and component.ctype not in known:
            kind = component.ctype.__name__
            cure = _CURES.get(kind, "write it with linear constraints")
            raise UnsupportedModelError(
                f"component {component.name!r} is of the kind {kind}, which a LinearModel does not "
                f"have; {cure}, or deactivate it"
            )


def _refuse_fixed_without_value(variable: Any) -> None:
    if variable.fixed and variable.value is None:
        raise UnsupportedModelError(
            f"variable {variable.name!r} is fixed, but has no value; give it one by its fix(value)"
        )


def _linear(coefficients: Any, variables: Sequence[Any], constant: float = 0.0) -> Any:
    """The sum of terms; of one without any it is an expression all the same."""
    return _expr.LinearExpression(
        constant=constant, linear_coefs=coefficients.tolist(), linear_vars=list(variables)
    )


def _indices(names: tuple[str, ...] | None, size: int) -> Any:
    if names is None or len(set(names)) < size:
        return range(size)
    return list(names)
