"""Presolve: what all rows of a model imply before any solver starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from nzdd.formulations.models.arrays import Floats, as_point
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.propagation.fixpoint import Propagation, Propagator
from nzdd.formulations.propagation.implied_bounds import activities, broken
from nzdd.formulations.rows.interchangeable_columns import (
    interchangeable_columns,
    orderings,
    sorted_within,
)
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

MOST_NONZEROS = 2_000_000
"""Listed rows with more are left to solvers: a look at them would take a tenth of a second."""

MAX_ROUNDS = 10

SHOWN = 6
"""Terms of a row that a message shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Presolved:
    """A model after propagation.

    Attributes
    ----------
    model : LinearModel
        The same columns and rows, perhaps with tighter bounds.
    rows : tuple of RowOracle
        Those whose rows do not hold everywhere within the bounds.
    proof : str or None
        Why no point is feasible, in words; None if that is not shown.
    tightened : int
        The number of bounds that are tighter.
    classes : ndarray of int64, shape (num_columns,), or None
        The classes of interchangeable columns in which integer columns are put in order, if any.
    num_orderings : int
        Rows of the model that do so, the last ones.
    """

    model: LinearModel
    rows: tuple[RowOracle, ...]
    proof: str | None = None
    tightened: int = 0
    classes: NDArray[np.int64] | None = None
    num_orderings: int = 0

    def hint(self, point: ArrayLike) -> Floats:
        """The point that differs from a given one by exchanges and has the order of the rows."""
        x = as_point(point, self.model.num_columns, "hint")
        if self.classes is None or np.isnan(x).any():
            return x
        return sorted_within(x, self.classes, self.model.integrality)


def presolve(model: LinearModel, rows: Sequence[RowOracle] = ()) -> Presolved:
    """Tighten bounds by the rows of a model and of oracles, and drop oracles that always hold.

    Integer columns that are interchangeable are put in order, so that a tree search does not meet
    the same points again and again under other names.

    Parameters
    ----------
    model : LinearModel
    rows : sequence of RowOracle
        Further rows over its columns. Of `ConstraintDiagram` and `MatrixRows` all rows are used.

    Returns
    -------
    Presolved
        Up to exchanges of columns, the feasible points are the same. A
        model without integer columns is only examined for rows that cannot hold: its duals belong
        to its own bounds and rows.

    Raises
    ------
    ValueError
        If an oracle is over other columns.

    Notes
    -----
    Time O(nodes) for each look at a diagram and O(nonzeros) for each look at listed rows, ten looks
    at most.
    """
    rows = tuple(rows)
    oracles = list(rows)
    mixed = model.is_mixed_integer
    if mixed and 0 < model.num_nonzeros <= MOST_NONZEROS:
        oracles.append(MatrixRows.trusted(model.matrix, model.row_lower, model.row_upper))
    if not oracles or (model.lower > model.upper).any():
        return Presolved(model, rows)
    propagator = Propagator(oracles, model.integrality)
    rounds = MAX_ROUNDS if mixed else 1
    found = propagator.tighten(model.lower, model.upper, max_rounds=rounds)
    if len(found.infeasible):
        return Presolved(model, rows, _proof(model, found, len(rows)))
    if not mixed:
        return Presolved(model, rows)
    changed = (found.lower > model.lower) | (found.upper < model.upper)
    holds = set(propagator.redundant(found.lower, found.upper))
    kept = tuple(oracle for index, oracle in enumerate(rows) if index not in holds)
    if changed.any():
        model = model.changed(lower=found.lower, upper=found.upper)
    return _ordered(Presolved(model, kept, tightened=int(changed.sum())))


def _ordered(presolved: Presolved) -> Presolved:
    """With orders of columns that can be exchanged."""
    model = presolved.model
    if not presolved.rows:  # solvers see the symmetries of listed rows
        return presolved
    classes = interchangeable_columns(model, presolved.rows)
    rows = orderings(classes, model.integrality & (model.lower < model.upper))
    if not len(rows):
        return presolved
    names = model.row_names
    if names is not None:
        names = (*names, *(f"order {row}" for row in range(len(rows))))
    model = model.changed(
        matrix=csr_array(vstack([model.matrix, rows.matrix], format="csr")),
        row_lower=np.concatenate((model.row_lower, rows.lower)),
        row_upper=np.concatenate((model.row_upper, rows.upper)),
        row_names=names,
    )
    return replace(presolved, model=model, classes=classes, num_orderings=len(rows))


def _proof(model: LinearModel, found: Propagation, num_oracles: int) -> str:
    row, low, high = found.infeasible, found.lower, found.upper
    least, greatest = (float(value[0]) for value, _ in activities(row, low, high))
    if greatest < row.lower[0]:
        side, most = f">= {row.lower[0]:g}", f"at most {greatest:g}"
    else:
        side, most = f"<= {row.upper[0]:g}", f"at least {least:g}"
    whose = "of the model" if found.oracle == num_oracles else "of an oracle"
    alone = bool(broken(row, model.lower, model.upper)[0])
    where = "the bounds of its columns" if alone else "the bounds that other rows imply"
    return f"the row {_text(model, row)} {side} {whose} cannot hold: within {where} it is {most}"


def _text(model: LinearModel, row: SeparatedRows) -> str:
    """The left side of a row, as text of one line."""
    columns, values = row.matrix.indices, row.matrix.data
    names = model.column_names
    parts: list[str] = []
    for column, value in zip(columns[:SHOWN].tolist(), values[:SHOWN].tolist(), strict=True):
        name = f"x[{column}]" if names is None else names[column]
        sign = ("-" if value < 0 else "") if not parts else ("- " if value < 0 else "+ ")
        parts.append(f"{sign}{'' if abs(value) == 1 else f'{abs(value):g} '}{name}")
    more = columns.size - SHOWN
    return " ".join(parts) + (f" + {more} more terms" if more > 0 else "") or "0"
