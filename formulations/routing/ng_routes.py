"""Routes that may visit a customer again, but not soon: ng-routes, as walks through states.

R. Baldacci, A. Mingozzi and R. Roberti, New route relaxation and pricing strategies for the vehicle
routing problem, 2011. With no customer remembered they are the q-routes of N. Christofides,
A. Mingozzi and P. Toth, 1981.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, triu

from nzdd import _core
from nzdd.families import walks
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.row_table import Progress
from nzdd.path_graph import PathGraph

NEAR = 6
"""A customer and its nearest ones, in which visits are remembered."""

BITS = 63
"""Of a word, for customers that are remembered."""

MOST_STATES = 30_000
"""Fewer are remembered where the dynamic program has more states."""


def ng_routes(
    problem: RoutingProblem,
    near: int,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> PathGraph:
    """All routes whose loads fit; a visit is remembered as long as the vehicle stays near it.

    Parameters
    ----------
    problem : RoutingProblem
    near : int
        How many customers each remembers, itself included; at least 1.
    max_states : int, optional
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
    far, size = problem.distances, problem.size
    load, capacity = _rising_loads(problem)
    remembers, keeps, bit = _memories(problem, near)

    def step(states: Ints) -> tuple[Any, ...]:  # a state: where, the load, who is remembered
        index, to = (part.ravel() for part in np.mgrid[: len(states), 1:size])
        at, full, seen = states[index].T
        full = full + load[to]
        fits = (full <= capacity) & ~(remembers[at, to] & (seen & bit[to] != 0))
        index, to, at, full, seen = (part[fits] for part in (index, to, at, full, seen))
        longer = far[at, to] + far[to, 0] - far[at, 0]  # the way home is included
        after = np.column_stack((to, full, seen & keeps[at, to] | bit[to]))
        return index, at * size + to, after, longer

    served = lambda states: states[:, 0] > 0  # noqa: E731
    return walks(step, (0, 0, 0), served, symbols=size**2, max_states=max_states, progress=progress)


def widest_routes(
    problem: RoutingProblem, progress: Progress | None = None
) -> tuple[int, PathGraph] | None:
    """How many customers are remembered, as many as there is room for, and these routes.

    None where there is no room to remember a second one.
    """
    for near in range(NEAR, 1, -1):
        with suppress(MemoryError):
            return near, ng_routes(problem, near, MOST_STATES, progress)
    return None


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
