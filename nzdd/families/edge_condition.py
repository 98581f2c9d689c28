"""Conditions on sets of edges that a user writes in Python."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.input.text import shown

NEVER = 2**32 - 1


class EdgeCondition:
    """A condition of your own, for ``graphs(..., custom=[condition])``.

    The search decides one edge after the other. A condition says by its state all that matters of
    the decisions so far: any value that can be hashed, such as a number, a tuple or a frozenset,
    and is not altered. Equal states go on together, so a state should forget what no longer
    matters; None stands for a condition that cannot hold any more.

    Override `decide` and what else is needed. A self-loop has the same vertex twice, which enters
    and leaves once. Vertices without edges are not told.

    Notes
    -----
    Each method is called once for each step and state of this condition, whatever the states of
    other conditions are; a call of all of them takes a few microseconds. All states are kept until
    the search ends. So it suits searches of up to about a million states; a condition of `graphs`
    takes a hundredth of the time. Exceptions and Ctrl-C end the search.

    Examples
    --------
    Edges of a row that meet have different colours:

    >>> from nzdd.families import EdgeCondition, graphs, spanning_trees
    >>> class ProperlyColoured(EdgeCondition):
    ...     def __init__(self, ends, colours):
    ...         self.ends, self.colours = ends, colours
    ...     def start(self):
    ...         return frozenset()
    ...     def decide(self, state, edge, take):
    ...         if not take:
    ...             return state
    ...         new = {(vertex, self.colours[edge]) for vertex in self.ends[edge]}
    ...         return None if state & new else state | new
    ...     def leave(self, state, vertex):
    ...         return frozenset(pair for pair in state if pair[0] != vertex)
    >>> square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    >>> condition = ProperlyColoured(square, "rrgb")
    >>> sorted(graphs(square, custom=[condition], acyclic=True, num_edges=3))
    [(0, 2, 3), (1, 2, 3)]
    """

    def start(self) -> Hashable:
        """Return the state before the first edge is decided; not None."""
        return 0

    def enter(self, state: Any, vertex: int) -> Any:
        """Return the state before the first edge of a vertex is decided."""
        return state

    def decide(self, state: Any, edge: int, take: bool) -> Any:
        """Return the state once an edge is taken or left out; None where it must not be."""
        raise NotImplementedError(f"{type(self).__name__} has no method decide")

    def leave(self, state: Any, vertex: int) -> Any:
        """Return the state when all edges of a vertex are decided."""
        return state

    def accepts(self, state: Any) -> bool:
        """Whether the condition holds, all edges being decided."""
        return True


def custom_condition(condition: EdgeCondition, edges: NDArray[np.integer]) -> _core.Condition:
    """The condition for the search, which knows its states by numbers."""
    if not isinstance(condition, EdgeCondition):
        raise TypeError(f"custom holds a {type(condition).__name__}; give EdgeConditions")
    ends = edges.tolist()
    first = condition.start()
    if first is None:
        raise ValueError(f"{type(condition).__name__}.start returned None; return a first state")
    check_state(condition, first)
    number: dict[Hashable, int] = {first: 0}
    states: list[Any] = [first]

    def following(
        at: int, edge: int, take: bool, enter: tuple[bool, bool], leave: tuple[bool, bool]
    ) -> int:
        state = states[at]
        for vertex, enters in zip(ends[edge], enter, strict=True):
            if enters and state is not None:
                state = condition.enter(state, vertex)
        if state is not None:
            state = condition.decide(state, edge, take)
        for vertex, leaves in zip(ends[edge], leave, strict=True):
            if leaves and state is not None:
                state = condition.leave(state, vertex)
        if state is None:
            return NEVER
        check_state(condition, state)
        found = number.setdefault(state, len(states))
        if found == len(states):
            states.append(state)
        return found

    return _core.given_condition(following, lambda at: bool(condition.accepts(states[at])))


def check_state(condition: EdgeCondition, state: Any) -> None:
    """TypeError unless a state can be hashed."""
    try:
        hash(state)
    except TypeError:
        raise TypeError(
            f"{type(condition).__name__} returned the state {shown(state)}, which is unhashable; "
            "return a number, a tuple or a frozenset of such, or the like"
        ) from None
