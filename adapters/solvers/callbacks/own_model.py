"""Checks of what a user puts into a model of their own, and of how it is when it is solved."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from nzdd.adapters.solvers.callbacks.row_giver import ROUNDING, RowGiver
from nzdd.adapters.solvers.callbacks.violated_rows import excess
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.separation import RowOracle

ENDLESS = 1e20
"""From here on solvers call a bound infinite."""


def check_rows(rows: RowOracle, num_variables: int, max_rows: int) -> None:
    """Raise TypeError or ValueError unless the rows are an oracle over that many columns."""
    if not hasattr(rows, "num_columns"):
        raise TypeError(
            f"rows must be a ConstraintDiagram or another row oracle, not {type(rows).__name__}; "
            "ConstraintDiagram.from_zdd makes one of a family"
        )
    if num_variables != rows.num_columns:
        raise ValueError(
            f"{num_variables} variables do not fit rows over {rows.num_columns} columns"
        )
    if max_rows < 1:
        raise ValueError(f"max_rows is {max_rows}; give a number >= 1")


def columns_of(lower: ArrayLike, upper: ArrayLike, whole: ArrayLike) -> LinearModel:
    """Columns as they are in a solve; bounds that a solver calls infinite are."""
    bounds = np.array((lower, upper), np.float64)
    bounds[np.abs(bounds) >= ENDLESS] *= np.inf
    low, high = bounds
    return LinearModel(0.0, csr_array((0, low.size)), [], [], low, high, whole)


def no_integers(solver: str) -> ValueError:
    """The error of a model without integer columns."""
    return ValueError(
        f"the model has no integer variables, and {solver} asks for rows of mixed-integer models "
        "only; solve it by nzdd.solve(model, rows=[rows])"
    )


def gone(name: str, cure: str) -> ValueError:
    """The error of a variable that is not in the model any more."""
    return ValueError(f"the rows have the variable {name!r}, which the model has no more; {cure}")


def of_another_model(cure: str) -> ValueError:
    """The error of a model, such as a copy, that the rows were not added to."""
    return ValueError(f"this model is not the one that the rows were added to; {cure}")


def overlooked(parameter: str, value: object, needed: int) -> ValueError:
    """The error of a parameter that was changed and makes the solver overlook rows."""
    return ValueError(
        f"{parameter} is {value}, which overlooks rows; set it to {needed}, as it was when "
        "they were added"
    )


def earlier(cure: str) -> ValueError:
    """The error of a solution that the rows had no part in."""
    return ValueError(f"the model has a solution of a solve without these rows; {cure}")


def refuse_earlier(rows: RowGiver, x: NDArray[np.float64], cure: str) -> None:
    """Raise ValueError if the solution that a solver goes on from violates rows."""
    if (excess(rows.violated(x), x) > ROUNDING).any():
        raise earlier(cure)
