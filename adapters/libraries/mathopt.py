"""Models of OR-Tools MathOpt as linear models, and back."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from ortools.math_opt.python import mathopt
from scipy.sparse import coo_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers.ortools.model_proto import model_proto
from nzdd.formulations.models.linear import LinearModel

_FOREIGN = (
    "quadratic_constraints",
    "second_order_cone_constraints",
    "sos1_constraints",
    "sos2_constraints",
    "indicator_constraints",
    "auxiliary_objectives",
)
"""Parts of a MathOpt model that a linear model does not have."""


def from_mathopt(model: mathopt.Model) -> LinearModel:
    """A MathOpt model as a linear model.

    Parameters
    ----------
    model : ortools.math_opt.python.mathopt.Model
        Linear, mixed-integer or not.

    Returns
    -------
    LinearModel
        Its columns and rows stand in the order of ``model.variables()`` and
        ``model.linear_constraints()``. Names are kept where each column, or row, has one.

    Raises
    ------
    TypeError
        If it is another kind of model.
    UnsupportedModelError
        If the model has a part that is not linear, or more than one objective.
    ValueError
        If a number is not what a `LinearModel` takes.

    Notes
    -----
    Time and memory O(m + n + nonzeros), about 0.3 s a million nonzeros, through the proto.

    Examples
    --------
    >>> model = mathopt.Model(name="two")
    >>> x, y = (model.add_integer_variable(lb=0, name=name) for name in "xy")
    >>> row = model.add_linear_constraint(2 * x + y >= 3, name="cover")
    >>> model.minimize(3 * x + 2 * y + 1)
    >>> ours = from_mathopt(model)
    >>> ours
    <LinearModel 'two': minimize, 1 rows, 2 columns (2 integer), 2 nonzeros>
    >>> again = to_mathopt(ours)
    >>> mathopt.solve(again, mathopt.SolverType.GSCIP).objective_value()
    6.0
    """
    if not isinstance(model, mathopt.Model):
        raise TypeError(f"only a mathopt.Model is read, not {type(model).__name__}")
    proto = model.export_model()
    for part in _FOREIGN:
        if len(getattr(proto, part)):
            what = part.replace("_", " ")
            raise UnsupportedModelError(f"the model has {what}; a LinearModel has none")
    if len(proto.objective.quadratic_coefficients.coefficients):
        raise UnsupportedModelError(
            "the objective of the model is quadratic; see nzdd.formulations.models.quadratic"
        )
    columns, rows = proto.variables, proto.linear_constraints
    entries = proto.linear_constraint_matrix
    column_ids, row_ids = np.array(columns.ids, np.int64), np.array(rows.ids, np.int64)
    shape = (row_ids.size, column_ids.size)
    # Ids rise, with gaps where something was deleted.
    where = (
        np.searchsorted(row_ids, np.array(entries.row_ids, np.int64)),
        np.searchsorted(column_ids, np.array(entries.column_ids, np.int64)),
    )
    costs = proto.objective.linear_coefficients
    objective = np.zeros(column_ids.size)
    objective[np.searchsorted(column_ids, np.array(costs.ids, np.int64))] = costs.values
    return LinearModel(
        objective,
        coo_array((entries.coefficients, where), shape=shape),
        rows.lower_bounds,
        rows.upper_bounds,
        columns.lower_bounds,
        columns.upper_bounds,
        np.array(columns.integers, np.bool_),
        maximize=proto.objective.maximize,
        offset=proto.objective.offset,
        row_names=_names(rows.names),
        column_names=_names(columns.names),
        name=proto.name,
    )


def to_mathopt(model: LinearModel) -> mathopt.Model:
    """A linear model as a MathOpt model, names included.

    Parameters
    ----------
    model : LinearModel
        Column j becomes the variable with id j, row i the linear constraint with id i.

    Raises
    ------
    TypeError
        If it is not a LinearModel.
    UnsupportedModelError
        If two columns, or two rows, have the same name, which MathOpt does not allow.

    Notes
    -----
    Time and memory O(m + n + nonzeros), about 0.2 s a million nonzeros, through the proto.
    """
    if not isinstance(model, LinearModel):
        raise TypeError(f"only a LinearModel becomes a mathopt.Model, not {type(model).__name__}")
    proto = model_proto(model)
    proto.name = model.name
    for kind, names, part in (
        ("columns", model.column_names, proto.variables),
        ("rows", model.row_names, proto.linear_constraints),
    ):
        if names is not None:
            _refuse_twins(kind, names)
            part.names.extend(names)
    return mathopt.Model.from_model_proto(proto)


def _names(names: Iterable[str]) -> tuple[str, ...] | None:
    given = tuple(names)
    return given if given and all(given) else None


def _refuse_twins(kind: str, names: tuple[str, ...]) -> None:
    values, counts = np.unique(np.array(names, dtype=object), return_counts=True)
    for twin in values[(counts > 1) & (values != "")][:1]:
        raise UnsupportedModelError(
            f"two {kind} have the name {twin!r}; MathOpt takes different names only"
        )
