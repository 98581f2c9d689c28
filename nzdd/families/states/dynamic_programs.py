"""Families of the paths through the states of a dynamic program."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.search import checked_limit
from nzdd.families.states.path_symbols import (
    GivenSymbols,
    Paths,
    PathSymbols,
    StageSymbols,
    family_of_paths,
)
from nzdd.families.states.transitions import (
    Final,
    States,
    check_functions,
    checked_ends,
    checked_transitions,
    first_state,
)
from nzdd.input.parameters import listed, whole
from nzdd.input.row_table import MAX_SYMBOLS, Progress
from nzdd.nzdd import NZDD

Step: TypeAlias = Callable[[int, States], "tuple[Any, ...]"]


def from_states(
    step: Step,
    start: int | ArrayLike,
    num_stages: int,
    final: Final | None = None,
    *,
    early: bool = False,
    symbols: int | Iterable[Hashable] | None = None,
    decisions: Iterable[Hashable] | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[NZDD, NDArray[np.float64]]:
    """The family of all ways through a dynamic program, and the cost of each edge of its diagram.

    A member is a sequence of decisions, one per stage, from the first state to a final one. Its
    symbols are its decisions, and its cost is the sum of their costs. Equal states of a stage are
    one, states that lead to no final one go, and those that can be completed in the same ways at
    the same costs become one node.

    Parameters
    ----------
    step : callable
        ``step(stage, states)`` gives all transitions from the states of a stage at once, as arrays
        ``(index, decision, after)`` or ``(index, decision, after, cost)`` of equal length: which of
        the states a transition starts from, an integer for the decision, the next state and the
        cost. Decision -1 is no symbol, and so is None for all of them; a decision or a cost may be
        one number for all. Transitions of infinite cost are left out.
    start : int or vector of k int
        The state before the first stage. States are arrays of int64 of shape (n, k), or (n,) if
        `start` is one number, each of them once, in no promised order.
    num_stages : int
    final : callable, optional
        ``final(states)`` tells for each state after the last stage whether members may end there,
        as an array of bool. By default all of them may.
    early : bool
        Whether members may end in such a state before any stage, too.
    symbols : int or iterable of hashable, optional
        By default there is a symbol for each stage and decision that a member takes, named
        ``(stage, decision)``. With the number of the symbols, or their names, decisions are the
        symbols themselves, whatever the stage: items of a pattern, customers of a route.
    decisions : iterable of hashable, optional
        Names of the decisions from 0 on, in the names ``(stage, decision)``.
    max_states : int, optional
        Give up beyond this number of states. No limit by default.
    progress : callable, optional
        Called now and then with the stage and the share of it that is done. Like Ctrl-C, an
        exception it raises ends the search.

    Returns
    -------
    family : NZDD
        Each member is one path; a node that a single edge leaves is a part of the edges before it,
        if this makes the extended formulation no larger.
    edge_costs : ndarray of float64, shape (num_edges,)
        The cost of each edge, 0 where `step` gives none, as `nzdd.FamilyModel.choose` and
        `nzdd.NZDD.shortest_path` take them.

    Raises
    ------
    ValueError
        If an array of `step` or `final` does not fit, or a member would have a symbol twice: the
        state has to remember it, or the stage to be part of the symbol.
    MemoryError
        If there are more than `max_states` states, or they do not fit.

    Notes
    -----
    Beside the calls of `step`, time and memory O(transitions). Paths with the same symbols are one
    member with the least of their costs. Where they may exist, as in routes, in which the symbols
    of a member come in several orders, each set of symbols makes states of its own: such a family
    takes time and memory as if its members were listed. Where each path meets its symbols in
    stages of their own, or in rising or falling order, nothing has to be told apart.

    (R. Bellman 1957; D. Bergman, A. Cire, W.-J. van Hoeve and J. Hooker, Decision Diagrams for
    Optimization, 2016, chapter 3, for the way from a dynamic program to a diagram.)

    Examples
    --------
    Ways to fill a rod of length 7 by pieces of length 2 and 3, which cost 2 and 4 each:

    >>> import numpy as np
    >>> def step(stage, filled):
    ...     index = np.repeat(np.arange(filled.size), 2)
    ...     piece = np.tile([2, 3], filled.size)
    ...     fits = filled[index] + piece <= 7
    ...     index, piece = index[fits], piece[fits]
    ...     return index, piece, filled[index] + piece, np.where(piece == 2, 2.0, 4.0)
    >>> family, costs = from_states(step, 0, 3, lambda filled: filled == 7)
    >>> sorted(family.named_rows())
    [((0, 2), (1, 2), (2, 3)), ((0, 2), (1, 3), (2, 2)), ((0, 3), (1, 2), (2, 2))]
    >>> family.shortest_path(np.zeros(family.num_symbols), edge_costs=costs).length
    8.0
    """
    check_functions(step, final)
    number = whole("num_stages", num_stages, 0)
    limit = checked_limit(max_states)
    labels_of = _symbols(symbols, decisions)
    states, scalar = first_state(start)
    found = _Found(scalar)
    for stage in range(number + 1):
        if not len(states):
            break
        if limit is not None and found.num_states + len(states) > limit:
            raise MemoryError(f"the search has met more than max_states = {limit} states")
        states.setflags(write=False)
        given = states.ravel() if found.scalar else states
        last = stage == number
        if final and (last or early):
            found.ends.append(checked_ends(final(given), f"at stage {stage}", given))
        else:
            found.ends.append(np.full(len(states), last or early))
        begin, found.num_states = found.num_states, found.num_states + len(states)
        if found.num_states > MAX_SYMBOLS:  # pragma: no cover - 2**32 states
            raise MemoryError(f"there are more than {MAX_SYMBOLS} states")
        if last:
            break
        if progress is not None:
            progress("search", stage / number)
        at = f"at stage {stage}"
        index, decision, after, cost = checked_transitions(step(stage, given), at, given)
        numbers, one_of_each = _core.distinct_states(after, progress)
        states = after[one_of_each]
        found.source.append(index.astype(np.uint32) + np.uint32(begin))
        found.target.append(numbers + np.uint32(found.num_states))
        found.symbol.append(labels_of.labels(stage, decision))
        found.cost.append(cost)
    return family_of_paths(found.paths(progress), labels_of, limit, progress)


@dataclass(slots=True)
class _Found:
    """States and transitions, stage by stage; states are numbered through."""

    scalar: bool
    num_states: int
    source: list[NDArray[np.uint32]]
    target: list[NDArray[np.uint32]]
    symbol: list[NDArray[np.uint32]]
    cost: list[NDArray[np.float64]]
    ends: list[NDArray[np.bool_]]

    def __init__(self, scalar: bool) -> None:
        self.scalar = scalar
        self.num_states = 0
        self.source, self.target, self.symbol, self.cost, self.ends = [], [], [], [], []

    def paths(self, progress: Progress | None) -> Paths:
        """Their diagram, and the costs of its edges."""
        none = np.empty(0, np.uint32)
        return _core.state_paths(
            np.concatenate((*self.source, none)),
            np.concatenate((*self.target, none)),
            np.concatenate((*self.symbol, none)),
            np.concatenate((*self.cost, np.empty(0))),
            np.concatenate(self.ends),
            progress,
        )


def _symbols(
    symbols: int | Iterable[Hashable] | None, decisions: Iterable[Hashable] | None
) -> PathSymbols:
    if symbols is None:
        cure = "a list of their names"
        return StageSymbols(
            decisions if decisions is None else listed("decisions", decisions, cure)
        )
    if decisions is not None:
        raise TypeError("decisions are the symbols themselves; give their names as symbols")
    return GivenSymbols(symbols)
