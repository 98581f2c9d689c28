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
from nzdd.input.arrays import as_floats
from nzdd.input.parameters import listed, whole
from nzdd.input.row_table import MAX_SYMBOLS, Progress, integers
from nzdd.input.text import shown
from nzdd.nzdd import NZDD

States: TypeAlias = NDArray[np.int64]
Step: TypeAlias = Callable[[int, States], "tuple[Any, ...]"]
Final: TypeAlias = Callable[[States], ArrayLike]


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
    for name, each in (("step", step), ("final", final or step)):
        if not callable(each):
            raise TypeError(f"{name} is {shown(each)}; give a function")
    number = whole("num_stages", num_stages, 0)
    limit = checked_limit(max_states)
    labels_of = _symbols(symbols, decisions)
    first = integers(start, "start").astype(np.int64)
    if first.ndim > 1 or first.size == 0:
        raise ValueError(
            f"start has shape {first.shape}; give one state, as a number or a vector of numbers"
        )
    states = first.reshape(1, -1)
    found = _Found(first.ndim == 0)
    for stage in range(number + 1):
        if not len(states):
            break
        if limit is not None and found.num_states + len(states) > limit:
            raise MemoryError(f"the search has met more than max_states = {limit} states")
        states.setflags(write=False)
        given = states.ravel() if found.scalar else states
        last = stage == number
        if final and (last or early):
            found.ends.append(_final(final, stage, given))
        else:
            found.ends.append(np.full(len(states), last or early))
        begin, found.num_states = found.num_states, found.num_states + len(states)
        if found.num_states > MAX_SYMBOLS:  # pragma: no cover - 2**32 states
            raise MemoryError(f"there are more than {MAX_SYMBOLS} states")
        if last:
            break
        if progress is not None:
            progress("search", stage / number)
        index, decision, after, cost = _transitions(step, stage, given)
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


def _transitions(
    step: Step, stage: int, states: States
) -> tuple[NDArray[np.int64], NDArray[np.int64], States, NDArray[np.float64]]:
    given = step(stage, states)
    if not isinstance(given, tuple) or len(given) not in (3, 4):
        raise TypeError(
            f"step gives {shown(given)} at stage {stage}; give a tuple of arrays "
            "(index, decision, after) or (index, decision, after, cost)"
        )
    at = f"of step at stage {stage}"
    index = integers(given[0], f"the index {at}").astype(np.int64, copy=False)
    if index.ndim != 1:
        raise ValueError(f"the index {at} has shape {index.shape}; give a vector")
    if index.size and not 0 <= index.min() <= index.max() < len(states):
        wrong = index[(index < 0) | (index >= len(states))][0]
        raise ValueError(f"the index {at} holds {wrong}, but there are {len(states)} states")
    decision = np.asarray(-1) if given[1] is None else integers(given[1], f"the decision {at}")
    decision = _one_each(decision.astype(np.int64, copy=False), index, f"the decision {at}")
    if decision.size and decision.min() < -1:
        raise ValueError(f"the decision {at} is {decision.min()}; the least one is -1, no symbol")
    after = integers(given[2], f"the next states {at}").astype(np.int64, copy=False)
    expected = (index.size, *states.shape[1:])
    if after.shape != expected and (index.size or after.size):
        raise ValueError(f"the next states {at} have shape {after.shape}, not {expected}")
    after = np.ascontiguousarray(after.reshape(index.size, -1 if index.size else states[:1].size))
    cost = as_floats(given[3] if len(given) == 4 else 0.0, f"the cost {at}")
    cost = _one_each(cost, index, f"the cost {at}")
    if not np.all(cost > -np.inf):
        wrong = cost[~(cost > -np.inf)][0]
        raise ValueError(f"the cost {at} holds {wrong}; costs are numbers, or infinite for no way")
    kept = cost < np.inf
    if not kept.all():
        index, decision, after, cost = index[kept], decision[kept], after[kept], cost[kept]
    return index, decision, after, cost


def _one_each(values: NDArray[Any], index: NDArray[np.int64], name: str) -> NDArray[Any]:
    if values.shape not in ((), index.shape):
        raise ValueError(f"{name} has shape {values.shape}, but the index has {index.shape}")
    return np.broadcast_to(values, index.shape)


def _final(final: Final, stage: int, states: States) -> NDArray[np.bool_]:
    ends = np.asarray(final(states))
    if ends.dtype != np.bool_ or ends.shape not in ((), (len(states),)):
        raise ValueError(
            f"final gives {ends.dtype} of shape {ends.shape} at stage {stage}; give a bool for "
            f"each of the {len(states)} states"
        )
    return np.broadcast_to(ends, len(states))
