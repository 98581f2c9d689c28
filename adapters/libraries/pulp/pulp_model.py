"""Models of PuLP as linear models, and back."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.libraries.pulp.pulp_family_constraint import family_constraints_of
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.input.arrays import refuse_rounded
from nzdd.input.text import shown

pulp: Any = require("pulp", "a model of PuLP")


@dataclass(frozen=True, slots=True, eq=False)
class Translation:
    """A model of PuLP as a linear model, and whose columns and rows are whose.

    Attributes
    ----------
    model : LinearModel
    variables : list of LpVariable
        That of each column.
    constraints : list of LpConstraint
        That of each row.
    families : list of FamilyConstraint
    rows : list of ConstraintDiagram
        The constraints over families, and their rows over the same columns.
    """

    model: LinearModel
    variables: list[Any]
    constraints: list[Any]
    families: list[FamilyConstraint]
    rows: list[ConstraintDiagram]


def from_pulp(problem: Any) -> LinearModel:
    """A model of PuLP, linear or mixed-integer, as a linear model.

    Parameters
    ----------
    problem : pulp.LpProblem

    Returns
    -------
    LinearModel
        Columns and rows have the names and the order of ``problem.variables()`` and of the
        constraints. Without an objective all costs are 0.

    Raises
    ------
    TypeError
        If it is not a model of PuLP.
    UnsupportedModelError
        If it has SOS constraints, or constraints over families; the message names one.
    ValueError
        If a number is not what a `LinearModel` takes.

    Notes
    -----
    Time and memory O(m + n + nonzeros) in Python, as PuLP has no arrays: about 0.5 s for 10^5 rows
    of five variables.

    Examples
    --------
    >>> problem = pulp.LpProblem("two")
    >>> x, y = (problem.add_variable(name, 0, cat="Integer") for name in "xy")
    >>> problem += 3 * x + 2 * y + 1
    >>> problem += 2 * x + y >= 3, "cover"
    >>> from_pulp(problem)
    <LinearModel 'two': minimize, 1 rows, 2 columns (2 integer), 2 nonzeros>
    """
    found = translate(problem)
    if found.rows:
        raise UnsupportedModelError(
            f"the model {problem.name!r} has constraints over families, and a LinearModel lists "
            "its rows; solve it by nzdd.pulp.NzddSolver"
        )
    return found.model


def translate(problem: Any) -> Translation:
    """As `from_pulp`, with the variables and the constraints."""
    if not isinstance(problem, pulp.LpProblem):
        raise TypeError(f"only a pulp.LpProblem is read, not {type(problem).__name__}")
    for name in (*problem.sos1, *problem.sos2):
        raise UnsupportedModelError(
            f"{name!r} is an SOS constraint, which a LinearModel does not have; write it with "
            "binary variables"
        )
    families = family_constraints_of(problem)
    variables = list(problem.variables())
    place = {id(variable): column for column, variable in enumerate(variables)}
    for each in families:
        for variable in each.variables:
            if place.setdefault(id(variable), len(variables)) == len(variables):
                variables.append(variable)
    names, constraints = _constraints(problem)
    n = len(variables)
    matrix = _terms(constraints, place)
    costs, offset = np.zeros(n), 0.0
    if problem.objective is not None:
        costs = _terms([problem.objective], place).toarray()[0]
        offset = problem.objective.constant
    constants = [each.constant for each in constraints]
    refuse_rounded(constants, "constants")
    right = -np.array(constants, np.float64)
    sense = np.array([each.sense for each in constraints], np.int64)
    model = LinearModel(
        costs,
        matrix,
        np.where(sense == pulp.LpConstraintLE, -np.inf, right),
        np.where(sense == pulp.LpConstraintGE, np.inf, right),
        [-np.inf if each.lowBound is None else each.lowBound for each in variables],
        [np.inf if each.upBound is None else each.upBound for each in variables],
        [_is_integer(each) for each in variables],
        maximize=problem.sense == pulp.LpMaximize,
        offset=offset,
        row_names=names,
        column_names=[each.name for each in variables],
        name=problem.name,
    )
    rows = [
        each.rows_over([place[id(variable)] for variable in each.variables], n) for each in families
    ]
    return Translation(model, variables, constraints, families, rows)


def to_pulp(model: LinearModel) -> Any:
    """A linear model as a model of PuLP.

    Parameters
    ----------
    model : LinearModel

    Returns
    -------
    pulp.LpProblem
        Its variables and constraints have the names of columns and rows. All are called ``x0000``
        or ``c0000`` if some are missing, or equal as PuLP writes them. PuLP knows one side a
        constraint: a range row becomes two, with ``_low`` and ``_high`` after the name, and a row
        without any side none.

    Raises
    ------
    TypeError
        If it is not a LinearModel.

    Notes
    -----
    Time and memory O(m + n + nonzeros) in Python. PuLP replaces blanks and some other characters of
    names by ``_``, and lists variables by their names.
    """
    if not isinstance(model, LinearModel):
        raise TypeError(f"only a LinearModel becomes a model of PuLP, not {type(model).__name__}")
    sense = pulp.LpMaximize if model.maximize else pulp.LpMinimize
    problem = pulp.LpProblem(model.name.replace(" ", "_") or "NoName", sense)
    columns = zip(
        _names(model.column_names, model.num_columns, "x"),
        _ends(model.lower),
        _ends(model.upper),
        model.integrality.tolist(),
        strict=True,
    )
    variables = [
        _add_variable(problem, name, lower, upper, pulp.LpInteger if whole else pulp.LpContinuous)
        for name, lower, upper, whole in columns
    ]
    problem.setObjective(_sum(model.objective, variables, model.offset))
    matrix = model.matrix
    finite = np.isfinite(model.row_lower) & np.isfinite(model.row_upper)
    ranges = (finite & (model.row_lower != model.row_upper)).tolist()
    for row, name in enumerate(_names(model.row_names, model.num_rows, "c", ranges)):
        entries = slice(matrix.indptr[row], matrix.indptr[row + 1])
        body = matrix.data[entries], [variables[j] for j in matrix.indices[entries].tolist()]
        low, high = model.row_lower[row], model.row_upper[row]
        if low == high:
            sides = [("", pulp.LpConstraintEQ, low)]
        else:
            below, above = _SIDES if ranges[row] else ("", "")
            sides = [(below, pulp.LpConstraintGE, low), (above, pulp.LpConstraintLE, high)]
        for suffix, relation, side in sides:
            if np.isfinite(side):
                expression = pulp.LpConstraint(_sum(*body), relation, rhs=float(side))
                problem.addConstraint(expression, name + suffix)
    return problem


def _constraints(problem: Any) -> tuple[list[str], list[Any]]:
    """Names and constraints, as they are kept by all releases of PuLP before 4."""
    kept = problem._constraints if hasattr(problem, "_constraints") else problem.constraints
    return list(kept), list(kept.values())


def _terms(expressions: list[Any], place: dict[int, int]) -> csr_array[Any, Any]:
    """The coefficients of expressions, a row each."""
    data: list[float] = []
    indices: list[int] = []
    offsets = [0]
    for expression in expressions:
        data += expression.values()
        indices += map(place.__getitem__, map(id, expression.keys()))
        offsets.append(len(data))
    refuse_rounded(data, "coefficients")
    shape = (len(expressions), len(place))
    return csr_array((np.array(data, np.float64), np.array(indices, np.int64), offsets), shape)


def _add_variable(problem: Any, *arguments: Any) -> Any:
    with warnings.catch_warnings():
        # What stands in its place in 3.3.2 forgets a variable that no constraint has.
        warnings.simplefilter("ignore", DeprecationWarning)
        variable = pulp.LpVariable(*arguments)
        problem.addVariable(variable)
    return variable


def _is_integer(variable: Any) -> bool:
    if variable.cat not in (pulp.LpInteger, pulp.LpContinuous):
        raise UnsupportedModelError(
            f"variable {variable.name!r} is of the category {shown(variable.cat)}; give Integer, "
            "Binary or Continuous"
        )
    return bool(variable.cat == pulp.LpInteger)


def _sum(coefficients: Any, variables: list[Any], constant: float = 0.0) -> Any:
    terms = zip(variables, coefficients.tolist(), strict=True)
    return pulp.LpAffineExpression(list(terms), constant)


def _ends(bounds: Any) -> list[float | None]:
    """Bounds as PuLP has them, None where there is none."""
    return [bound if np.isfinite(bound) else None for bound in bounds.tolist()]


_SIDES = "_low", "_high"


def _names(
    names: tuple[str, ...] | None, size: int, letter: str, ranges: Sequence[bool] | None = None
) -> list[str]:
    """The names as PuLP writes them, or numbers; those of ranges get the suffixes of sides."""
    if names is not None and all(names):
        found = [name.translate(pulp.LpElement.trans) for name in names]
        each = zip(found, ranges or [False] * size, strict=True)
        written = [name + side for name, both in each for side in (_SIDES if both else ("",))]
        if len(set(written)) == len(written):
            return found
    return [f"{letter}{number:0{len(str(max(1, size - 1)))}}" for number in range(size)]
