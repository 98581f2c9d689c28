"""What users give of a dynamic program, checked: functions, transitions, states that are final."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import as_floats
from nzdd.input.row_table import integers
from nzdd.input.text import shown

States: TypeAlias = NDArray[np.int64]
Final: TypeAlias = Callable[[States], ArrayLike]


class Transitions(NamedTuple):
    """From some of the states, numbered, to the next ones; of infinite cost there are none."""

    origin: NDArray[np.int64]
    decision: NDArray[np.int64]
    after: States
    cost: NDArray[np.float64]


def check_functions(step: object, final: object) -> None:
    """TypeError if one of them is none."""
    for name, each in (("step", step), ("final", final or step)):
        if not callable(each):
            raise TypeError(f"{name} is {shown(each)}; give a function")


def first_state(start: ArrayLike) -> tuple[States, bool]:
    """The first state, shape (1, k), and whether states are numbers instead of vectors."""
    first = integers(start, "start").astype(np.int64)
    if first.ndim > 1 or first.size == 0:
        raise ValueError(
            f"start has shape {first.shape}; give one state, as a number or a vector of numbers"
        )
    return first.reshape(1, -1), first.ndim == 0


def checked_transitions(given: Any, where: str, states: States) -> Transitions:
    """What `step` has given for states; errors say where, such as "at stage 3"."""
    if not isinstance(given, tuple) or len(given) not in (3, 4):
        raise TypeError(
            f"step gives {shown(given)} {where}; give a tuple of arrays "
            "(index, decision, after) or (index, decision, after, cost)"
        )
    at = f"of step {where}"
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
    if kept.all():
        return Transitions(index, decision, after, cost)
    return Transitions(index[kept], decision[kept], after[kept], cost[kept])


def checked_ends(given: Any, where: str, states: States) -> NDArray[np.bool_]:
    """What `final` has given for states."""
    ends = np.asarray(given)
    if ends.dtype != np.bool_ or ends.shape not in ((), (len(states),)):
        raise ValueError(
            f"final gives {ends.dtype} of shape {ends.shape} {where}; give a bool for "
            f"each of the {len(states)} states"
        )
    return np.broadcast_to(ends, len(states))


def _one_each(values: NDArray[Any], index: NDArray[np.int64], name: str) -> NDArray[Any]:
    if values.shape not in ((), index.shape):
        raise ValueError(f"{name} has shape {values.shape}, but the index has {index.shape}")
    return np.broadcast_to(values, index.shape)
