"""Checks of what a user puts into a model of their own."""

from __future__ import annotations

from nzdd.formulations.rows.separation import RowOracle


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


def no_integers(solver: str) -> ValueError:
    """The error of a model without integer columns."""
    return ValueError(
        f"the model has no integer variables, and {solver} asks for rows of mixed-integer models "
        "only; solve it by nzdd.solve(model, rows=[rows])"
    )
