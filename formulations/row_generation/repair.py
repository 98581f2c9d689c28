"""A primal heuristic for covering and packing rows: round, repair, drop what is not needed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.separation import SeparatedRows
from nzdd.input.arrays import as_floats

TOLERANCE = 1e-6

OnRows = Callable[[SeparatedRows, NDArray[np.int64]], object]
Locks = tuple[NDArray[np.bool_], NDArray[np.bool_]]


def repair(
    lazy: LazyModel,
    x: ArrayLike,
    *,
    max_rounds: int = 100,
    max_rows: int = 200,
    max_checks: int = 500,
    locks: Locks | None = None,
    on_rows: OnRows | None = None,
) -> Floats | None:
    """Look for a feasible point near x.

    Rounds x to the nearest integers. While rows of the oracles are violated, moves the columns that
    cost least for the violation they remove (Chvatal's greedy rule for set covering), on batches of
    diverse violated rows. Then moves columns back, the most expensive first, where that violates
    no row.

    Parameters
    ----------
    lazy : LazyModel
    x : array of float, shape (num_columns,)
        A point of the relaxation, for example.
    max_rounds : int
        Batches of violated rows at most.
    max_rows : int
        Rows of each oracle in a batch at most.
    max_checks : int
        Steps back at most that it tries.
    locks : pair of ndarray of bool, shape (num_columns,), optional
        ``lazy.locks()``, where it is known already.
    on_rows : callable, optional
        Called with each batch of violated rows, and the oracle of each.

    Returns
    -------
    ndarray, shape (num_columns,), or None
        A point that satisfies everything to 1e-6, or None where none was found, where
        `is_repairable` does not hold, or where x has numbers that are not finite.

    Notes
    -----
    ``max_rounds`` calls of `RowOracle.separate` and ``max_checks + 1`` of `RowOracle.min_slack` at
    most, and a pass over the batch for every column moved.

    References
    ----------
    V. Chvatal, A greedy heuristic for the set-covering problem, Mathematics of Operations Research
    4 (1979).
    """
    core = lazy.core
    down, up = lazy.locks() if locks is None else locks
    if not core.integrality.all() or (down & up).any():
        return None
    start = as_floats(x, "x")
    if not np.isfinite(start).all() or (core.lower > core.upper).any():
        return None
    step = down.astype(np.float64) - up
    cost = step * core.objective * (-1.0 if core.maximize else 1.0)
    point = np.clip(np.floor(start + 0.5), core.lower, core.upper)
    # The less, the further the point of the relaxation has gone already.
    price = cost * (1.0 - np.clip(step * (start - point), 0.0, 0.5))
    for _ in range(max_rounds):
        rows, oracle = lazy.separate(point, max_rows, tolerance=TOLERANCE, diverse=True)
        if not len(rows):
            break
        if on_rows is not None:
            on_rows(rows, oracle)
        room = np.where(step > 0, core.upper - point, np.where(step < 0, point - core.lower, 0.0))
        moves = _greedy(rows, price, room)
        if moves is None:
            return None
        point = point + step * moves
    if not lazy.holds(point, TOLERANCE):
        return None
    return _moved_back(lazy, point, step, cost, start, max_checks)


def is_repairable(lazy: LazyModel) -> bool:
    """Whether all columns are integer and no row of an oracle can be violated both ways.

    That is, every column has one direction in which it never hurts: up in covering rows, down in
    packing rows. Time as for `RowOracle.locks`.
    """
    down, up = lazy.locks()
    return bool(lazy.core.integrality.all() and not (down & up).any())


def _greedy(rows: SeparatedRows, price: Floats, room: Floats) -> Floats | None:
    """How many units to move each column so that all rows are satisfied; None if they cannot be.

    As the rows lock each column in one direction, a unit brings a row its coefficient's magnitude.
    """
    gain, columns = np.abs(rows.matrix.data), rows.matrix.indices
    row = np.repeat(np.arange(len(rows)), np.diff(rows.matrix.indptr))
    need = -rows.slack
    moves = np.zeros(room.size)
    while (need > TOLERANCE).any():
        missing = np.where(need > TOLERANCE, need, 0.0)
        useful = np.bincount(columns, np.minimum(gain, missing[row]), room.size)
        open_columns = np.flatnonzero((useful > TOLERANCE) & (room - moves >= 1.0))
        if not open_columns.size:
            return None
        best = open_columns[np.argmin(price[open_columns] / useful[open_columns])]
        here = np.flatnonzero((columns == best) & (missing[row] > 0))
        # As many as the first row needs that is satisfied by them.
        units = max(1.0, np.ceil((need[row[here]] / gain[here]).min() - TOLERANCE))
        units = min(units, room[best] - moves[best])
        moves[best] += units
        need[row[here]] = np.maximum(0.0, need[row[here]] - units * gain[here])
    return moves


def _moved_back(
    lazy: LazyModel, point: Floats, step: Floats, cost: Floats, start: Floats, max_checks: int
) -> Floats:
    """Undo steps that cost something where no row needs them; the relaxation breaks ties."""
    costly = np.flatnonzero(cost > 0)
    least = np.where(step > 0, lazy.core.lower, -lazy.core.upper)
    for column in costly[np.lexsort((step[costly] * start[costly], -cost[costly]))]:
        while max_checks > 0 and step[column] * point[column] >= least[column] + 1.0 - TOLERANCE:
            max_checks -= 1
            trial = point.copy()
            trial[column] -= step[column]
            if not lazy.holds(trial, TOLERANCE):
                break
            point = trial
    return point
