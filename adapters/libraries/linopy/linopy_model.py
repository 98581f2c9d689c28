"""Models of linopy as linear models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.extras import require
from nzdd.adapters.libraries.linopy.linopy_family_constraint import family_constraints_of
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram

linopy: Any = require("linopy", "a model of linopy")
_matrices: Any = require("linopy.matrices", "a model of linopy")


@dataclass(frozen=True, slots=True, eq=False)
class Translation:
    """A model of linopy as a linear model.

    Attributes
    ----------
    model : LinearModel
    columns, rows : ndarray of int64
        The label in linopy of each column and each row.
    scaling : ndarray of float64, shape (n,)
        What linopy multiplies each variable by before it is solved; 1 unless it was told to.
    objective_scaling : float
        The same of the objective.
    constraints : list of ConstraintDiagram
        The constraints over families, over the same columns.
    """

    model: LinearModel
    columns: Ints
    rows: Ints
    scaling: NDArray[np.float64]
    objective_scaling: float
    constraints: list[ConstraintDiagram]


def from_linopy(model: Any) -> LinearModel:
    """A model of linopy, linear or mixed-integer, as a linear model.

    Parameters
    ----------
    model : linopy.Model

    Returns
    -------
    LinearModel
        Columns and rows are those not masked, in the order of linopy's own matrices, and
        are named by the labels as in the files that linopy writes: ``x5`` is the variable with
        label 5, ``c7`` the constraint. Without an objective all costs are 0. A row for which linopy
        was given a scaling is multiplied by it; columns and the objective are as in the model.

    Raises
    ------
    TypeError
        If it is not a model of linopy.
    UnsupportedModelError
        If it has a quadratic objective, semi-continuous variables, SOS or indicator constraints, or
        constraints over families. The message names one of them.
    ValueError
        If a number is not what a `LinearModel` takes.

    Notes
    -----
    Time and memory O(m + n + nonzeros), through the arrays of linopy: 10^6 rows of three variables
    take about a second.

    Examples
    --------
    >>> model = linopy.Model()
    >>> x, y = (model.add_variables(lower=0, integer=True, name=name) for name in "xy")
    >>> cover = model.add_constraints(2 * x + y >= 3, name="cover")
    >>> model.add_objective(3 * x + 2 * y)
    >>> ours = from_linopy(model)
    >>> ours, ours.column_names, ours.row_names
    (<LinearModel: minimize, 1 rows, 2 columns (2 integer), 2 nonzeros>, ('x0', 'x1'), ('c0',))
    """
    found = translate(model)
    if found.constraints:
        raise UnsupportedModelError(
            "the model has constraints over families, and a LinearModel lists its rows; solve it "
            "by nzdd.linopy.solve"
        )
    return found.model


def translate(model: Any) -> Translation:
    """As `from_linopy`, with the labels."""
    if not isinstance(model, linopy.Model):
        raise TypeError(f"only a model of linopy is read, not {type(model).__name__}")
    _refuse_other_kinds(model)
    arrays = _matrices.MatrixAccessor(model)
    scaling = np.asarray(getattr(arrays, "var_scaling", 1.0) * np.ones(arrays.vlabels.size))
    whole = float(getattr(model.objective, "scaling", 1.0))
    n = arrays.vlabels.size
    matrix = csr_array((0, n)) if arrays.A is None else csr_array(arrays.A)
    if (scaling != 1).any():
        matrix = csr_array(matrix * scaling)
    right, sense = np.asarray(arrays.b, np.float64), np.asarray(arrays.sense, "U1")
    lower, upper = np.asarray(arrays.lb, np.float64), np.asarray(arrays.ub, np.float64)
    lower, upper = lower / scaling, upper / scaling
    binary = arrays.vtypes == "B"  # a kind that leaves other bounds in place
    columns, rows = arrays.vlabels.astype(np.int64), arrays.clabels.astype(np.int64)
    linear = LinearModel(
        arrays.c * scaling / whole,
        matrix,
        np.where(sense == "<", -np.inf, right),
        np.where(sense == ">", np.inf, right),
        np.where(binary, np.maximum(lower, 0), lower),
        np.where(binary, np.minimum(upper, 1), upper),
        np.isin(arrays.vtypes, ("B", "I")),
        maximize=model.sense == "max",
        row_names=[f"c{label}" for label in rows.tolist()],
        column_names=[f"x{label}" for label in columns.tolist()],
    )
    constraints = [
        constraint.rows_over(_places(constraint.variables, columns), n)
        for constraint in family_constraints_of(model)
    ]
    return Translation(linear, columns, rows, scaling, whole, constraints)


def _places(labels: list[int], columns: Ints) -> Ints:
    """The column of each label."""
    order = np.argsort(columns)
    place = np.searchsorted(columns, labels, sorter=order)
    found = order[np.minimum(place, columns.size - 1)] if columns.size else np.zeros(0, np.int64)
    gone = np.asarray(labels) != columns[found] if columns.size else np.ones(len(labels), np.bool_)
    if gone.any():
        label = labels[int(np.argmax(gone))]
        raise ValueError(
            f"a constraint over a family has the variable x{label}, which was removed from the "
            "model; build the model anew"
        )
    return found


def _refuse_other_kinds(model: Any) -> None:
    """Raise UnsupportedModelError for what a linear model does not have."""
    if model.is_quadratic:
        raise UnsupportedModelError(
            "the objective of the model is quadratic; see nzdd.formulations.models.quadratic"
        )
    for kind, found, cure in (
        (
            "semi-continuous variables",
            getattr(model, "semi_continuous", ()),
            "write them with a binary variable",
        ),
        (
            "an SOS constraint",
            getattr(model.variables, "sos", ()),
            "call its apply_sos_reformulation()",
        ),
        (
            "indicator constraints",
            getattr(model, "indicator_constraints", ()),
            "write them with a large constant",
        ),
    ):
        for name in found:
            raise UnsupportedModelError(
                f"{name!r} has {kind}, which a LinearModel does not have; {cure}"
            )
