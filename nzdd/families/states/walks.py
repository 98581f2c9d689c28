"""Walks through the states of a dynamic program, which may meet a symbol several times."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.families.search import checked_limit
from nzdd.families.states.path_symbols import NO_SYMBOL
from nzdd.families.states.transitions import (
    Final,
    States,
    Transitions,
    check_functions,
    checked_ends,
    checked_transitions,
    first_state,
)
from nzdd.ground_set import GroundSet
from nzdd.input.row_table import MAX_SYMBOLS, Progress
from nzdd.path_graph import PathGraph

Step: TypeAlias = Callable[[States], "tuple[Any, ...]"]


def walks(
    step: Step,
    start: int | ArrayLike,
    final: Final | None = None,
    *,
    symbols: int | Iterable[Hashable],
    max_states: int | None = None,
    progress: Progress | None = None,
) -> PathGraph:
    """All walks through the states of a dynamic program, as paths that may repeat a symbol.

    A state need not remember what a walk has met, as it must in `from_states`, where members are
    sets. Routes that may visit a customer again are a relaxation of routes with a small graph, and
    a partition takes none that does (N. Christofides, A. Mingozzi and P. Toth, Exact algorithms for
    the vehicle routing problem, based on spanning tree and shortest path relaxations, 1981).

    Parameters
    ----------
    step : callable
        ``step(states)`` gives all transitions from states at once, as arrays ``(index, decision,
        after)`` or ``(index, decision, after, cost)``, as in `from_states`. There are no stages: it
        is asked for each state once, and no walk may come back to a state.
    start : int or vector of k int
        The first state; states as in `from_states`.
    final : callable, optional
        ``final(states)`` tells for each state whether walks may end there, as an array of bool. By
        default they may end anywhere.
    symbols : int or iterable of hashable
        The number of the symbols, or their names. Decisions are symbols, and -1 is none.
    max_states : int, optional
        Give up beyond this number of states. No limit by default.
    progress : callable, optional
        See `from_states`.

    Returns
    -------
    PathGraph
        With the costs of its edges. Several paths may be one member.

    Raises
    ------
    ValueError
        If an array of `step` or `final` does not fit, or a walk comes back to a state.
    MemoryError
        If there are more than `max_states` states, or they do not fit.

    Notes
    -----
    States that lead to no final one go, and those that can be completed in the same ways at the
    same costs become one node. Beside the calls of `step`, time and memory O(transitions + states x
    edges of the longest walk).

    Examples
    --------
    Routes of a vehicle with room for 4, customers with loads 1, 2 and 2. A state is where the
    vehicle is, and its load; it does not go from a customer to the same one:

    >>> import numpy as np
    >>> load = np.array([1, 2, 2])
    >>> def step(states):
    ...     index, to = np.mgrid[: len(states), :3].reshape(2, -1)
    ...     at, full = states[index].T
    ...     after = np.column_stack((to, full + load[to]))
    ...     fits = (to != at) & (after[:, 1] <= 4)
    ...     return index[fits], to[fits], after[fits]
    >>> walks(step, (-1, 0), lambda states: states[:, 1] == 4, symbols="abc")
    PathGraph(3 symbols, 3 nodes, 5 edges)
    """
    check_functions(step, final)
    ground, limit = GroundSet.given(symbols), checked_limit(max_states)
    states, scalar = first_state(start)
    found: list[Transitions] = []
    targets = []
    done = 0
    while done < len(states):
        if len(states) > min(limit or MAX_SYMBOLS, MAX_SYMBOLS):
            raise MemoryError(f"the search has met more than max_states = {limit} states")
        if progress is not None:
            progress("search", done / len(states))
        where = f"in round {len(found)}"
        given = _given(states[done:], scalar)
        new = checked_transitions(step(given), where, given)
        if new.decision.max(initial=-1) >= ground.size:
            raise ValueError(
                f"the decision of step {where} is {new.decision.max()}, but there are "
                f"{ground.size} symbols"
            )
        every = np.concatenate((states, new.after))
        numbers, first = _core.distinct_states(every, progress)
        found.append(new._replace(origin=new.origin + done, after=states[:0]))
        done = len(states)  # they are different, and have the first numbers
        targets.append(numbers[done:])
        states = every[first]
    ends = np.ones(done, np.bool_)
    if final is not None:
        given = _given(states, scalar)
        ends = checked_ends(final(given), "for all states", given)
    source = np.concatenate([part.origin for part in found]).astype(np.uint32)
    target = np.concatenate(targets)
    order = _core.topological_order(done, source, target, progress)
    if order.size < done:
        left = np.ones(done, np.bool_)
        left[order] = False
        state = states[np.argmax(left)].tolist()
        raise ValueError(
            f"walks come back to a state, and state {state[0] if scalar else tuple(state)} is on "
            "such a walk or behind it; let the state count something that only rises"
        )
    rank = np.empty(done, np.uint32)
    rank[order] = np.arange(done, dtype=np.uint32)
    nzdd, costs = _core.state_paths(
        rank[source],
        rank[target],
        np.concatenate([part.decision for part in found]).astype(NO_SYMBOL.dtype),
        np.concatenate([part.cost for part in found]),
        ends[order],
        progress,
    )
    nzdd, costs = _core.without_single_exits(nzdd, costs, progress)
    edges = (nzdd.num_nodes, nzdd.source, nzdd.target, nzdd.label_offsets, nzdd.labels)
    return PathGraph(*edges, ground, costs)


def _given(states: States, scalar: bool) -> States:
    given = states.ravel() if scalar else states
    given.setflags(write=False)
    return given
