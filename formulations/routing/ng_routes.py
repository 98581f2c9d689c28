"""Routes that may visit a customer again, but not soon: ng-routes, as walks through states.

R. Baldacci, A. Mingozzi and R. Roberti, New route relaxation and pricing strategies for the vehicle
routing problem, 2011. With no customer remembered they are the q-routes of N. Christofides,
A. Mingozzi and P. Toth, 1981.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, triu

from nzdd import _core
from nzdd.families import walks
from nzdd.formulations.models.arrays import Bools, Ints
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.row_table import Progress
from nzdd.path_graph import PathGraph

BITS = 63
"""Of a word, for customers that are remembered."""

PAIRS = 1_000_000
"""Of states and customers that are tried at a time."""


def ng_routes(
    problem: RoutingProblem,
    near: int,
    max_states: int | None = None,
    progress: Progress | None = None,
    legs: Bools | None = None,
) -> PathGraph:
    """All routes whose loads and hours fit; a visit is remembered as long as the vehicle is near.

    Parameters
    ----------
    problem : RoutingProblem
    near : int
        How many customers each remembers, itself included; at least 1.
    max_states : int, optional
    legs : ndarray of bool, shape (size, size), optional
        Whether routes may take the leg from a place to a customer; all by default.
    progress : callable, optional
        See `nzdd.families.walks`.

    Returns
    -------
    PathGraph
        Over the symbols ``size * here + there``, a leg each; the way home costs nothing besides.

    Raises
    ------
    MemoryError
        If there are more than `max_states` states.

    Notes
    -----
    Time and memory O(states x customers).
    """
    far, hours, size = problem.distances, problem.hours, problem.size
    load, capacity = _rising_loads(problem)
    remembers, keeps, bit = _memories(problem, near)
    allowed = np.arange(size) > 0  # the way home is no leg
    allowed = np.tile(allowed, (size, 1)) if legs is None else allowed & legs

    def further(states: Ints) -> tuple[Any, ...]:  # where, the load, who is remembered, when
        at, full, seen, *when = states.T
        fulls = full[:, None] + load
        fits = allowed[at] & (fulls <= capacity) & ~(remembers[at] & (seen[:, None] & bit != 0))
        starts = None
        if hours is not None:
            starts = np.maximum(hours.early, when[0][:, None] + hours.travel[at])
            fits &= (starts <= hours.late) & (starts + hours.home <= hours.late[0])
        index, to = np.nonzero(fits)
        at = at[index]
        longer = far[at, to] + far[to, 0] - far[at, 0]  # the way home is included
        after = [to, fulls[fits], seen[index] & keeps[at, to] | bit[to]]
        after += [] if starts is None else [starts[fits]]
        return index, at * size + to, np.column_stack(after), longer

    def step(states: Ints) -> tuple[Any, ...]:
        starts = range(0, len(states), max(1, PAIRS // size))
        found = [further(states[start : start + max(1, PAIRS // size)]) for start in starts]
        index, *rest = zip(*found, strict=True)
        numbers = [each + start for each, start in zip(index, starts, strict=True)]
        return tuple(map(np.concatenate, (numbers, *rest)))

    def served(states: Ints) -> Bools:
        at = states[:, 0]
        return (at > 0) & (hours is None or states[:, 3] + hours.travel[at, 0] <= hours.late[0])

    start = (0, 0, 0) if hours is None else (0, 0, 0, int(hours.early[0]))
    return walks(step, start, served, symbols=size**2, max_states=max_states, progress=progress)


def _rising_loads(problem: RoutingProblem) -> tuple[Ints, int]:
    """Loads and a capacity that admit the same routes, and no customer without a load."""
    load = problem.loads
    none = (load == 0) & (np.arange(load.size) > 0)
    factor = 1 + int(none.sum())
    return factor * load + none, factor * problem.capacity + factor - 1


def _memories(problem: RoutingProblem, near: int) -> tuple[NDArray[np.bool_], Ints, Ints]:
    """Whom each place remembers, the bits it hands on to each other one, and each place's own bit.

    Places that are remembered together have different bits, others may share one, as two colours
    of a graph do. Beyond `BITS` colours there is no bit: such a place is never remembered.
    """
    size = problem.size
    nearest = np.argsort(problem.distances[1:, 1:] - np.eye(size - 1), axis=1, kind="stable")
    near = min(near, size - 1)
    row = np.repeat(np.arange(1, size), near)
    column = 1 + nearest[:, :near].ravel()
    shape = size, size
    remembers = csr_array((np.ones(row.size, np.int64), (row, column)), shape=shape)
    together = triu(remembers.T @ remembers, 1).tocoo()
    ends = np.column_stack((together.row, together.col)).astype(np.uint32)
    colours = _core.greedy_colouring(ends, size, None).astype(np.int64)
    bit = np.where(colours < BITS, np.int64(1) << np.minimum(colours, BITS - 1), 0)
    handed = csr_array((bit[column], (row, column)), shape=shape) @ remembers.T
    return remembers.toarray() > 0, handed.toarray(), bit
