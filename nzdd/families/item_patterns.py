"""Patterns: how often each item is taken, within capacities."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from operator import and_

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.search import checked_limit
from nzdd.families.symbol_sets import linear
from nzdd.ground_set import GroundSet
from nzdd.input.arrays import as_array
from nzdd.input.row_table import Progress
from nzdd.input.text import shown
from nzdd.path_graph import PathGraph

Ints = NDArray[np.int64]

LARGE = 50_000
"""Edges from which on another way to make the graph is tried."""

MOST_STATES = 1_000_000
"""States at most with which it is."""

ROOM = 4
"""States that the graph of fewer copies may have for each edge of the whole graph."""

MOST_LABELS = 5_000_000
"""Labels of a graph of copies at most: an edge has one for each copy of its item."""

LARGEST = 2**40
"""The largest weight or capacity: sums over some capacities stay integers of 64 bits."""


def patterns(
    weights: ArrayLike,
    capacities: ArrayLike,
    copies: ArrayLike | None = None,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> PathGraph:
    """All ways to cut items from a roll, or to pack them into a bin.

    Parameters
    ----------
    weights : array of int, shape (num_items,) or (num_items, k)
        What each item uses of each of k capacities.
    capacities : int, or array of int, shape (k,)
    copies : array of int, shape (num_items,), or int, optional
        How often an item is taken at most, such as its demand; by default as often as it fits. It
        keeps the graph small; a pattern with more copies may remain where it fits.
    max_states : int, optional
        Give up where the graph has more nodes before they are merged. No limit by default.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    PathGraph
        A symbol for each item; every path fits, the one without items included. Nodes are merged
        where as much fits after them, or is used up before them at most (F. Brandão and J. P.
        Pedroso, Bin packing and related problems: General arc-flow formulation with graph
        compression, 2016), so that several paths may be one pattern. Time and memory O(num_items x
        uses that are reached x copies), without the copies where these are millions.

    Raises
    ------
    ValueError
        If a number is negative, an item has no weight or does not fit, or shapes do not fit.
    TypeError
        If a number is not an integer.
    MemoryError
        If there are more than `max_states` nodes, or they do not fit.

    Examples
    --------
    >>> graph = patterns([45, 36, 31, 14], 100)
    >>> graph
    PathGraph(4 symbols, 11 nodes, 26 edges)
    """
    weight = _whole("weights", weights)
    if weight.ndim == 1:
        weight = weight[:, None]
    capacity = np.atleast_1d(_whole("capacities", capacities))
    if weight.ndim != 2 or capacity.shape != weight.shape[1:] or not capacity.size:
        raise ValueError(
            f"weights have shape {np.shape(weights)} and capacities {np.shape(capacities)}; "
            "give one weight for each item and capacity"
        )
    number = weight.shape[0]
    for wrong, why in (
        ((weight > capacity).any(axis=1), f"does not fit into {capacity.tolist()}"),
        (~weight.any(axis=1), "has no weight, so that any number of it fits; leave it out"),
    ):
        if wrong.any():
            at = int(np.argmax(wrong))
            raise ValueError(f"item {at} of weight {weight[at].tolist()} {why}")
    with np.errstate(divide="ignore"):
        most = np.where(weight > 0, capacity // np.maximum(weight, 1), LARGEST).min(axis=1)
    if copies is not None:
        given = _whole("copies", copies)
        if given.shape not in ((), (number,)):
            raise ValueError(f"copies has shape {given.shape}; give ({number},) or one number")
        most = np.minimum(most, given)
    # Large items first: few of them fit, so that few nodes are there before the many small ones.
    order = np.argsort(-(weight / np.maximum(capacity, 1)).sum(axis=1), kind="stable")
    num_nodes, source, target, item = _core.patterns(
        np.ascontiguousarray(weight[order]).ravel(),
        capacity,
        np.ascontiguousarray(most[order]),
        checked_limit(max_states),
        progress,
    )
    takes = item != np.uint32(2**32 - 1)
    graph = PathGraph.from_edges(
        num_nodes,
        source,
        target,
        np.concatenate(([0], np.cumsum(takes))),
        order[item[takes]],
        number,
    )
    remake = partial(_of_copies, weight, capacity, most)
    if graph.num_edges > LARGE:
        # Where few items fit, few uses are equal, and the graph of copies is smaller.
        with suppress(MemoryError):
            states = min(graph.num_edges, MOST_STATES)
            apart = remake(most, max_states=states, progress=progress)
            graph = min(graph, apart, key=lambda each: each.num_edges)
    return replace(graph, remake=partial(remake, max_states=ROOM * graph.num_edges))


def _of_copies(
    weight: Ints,
    capacity: Ints,
    most: Ints,
    counts: Ints,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> PathGraph:
    """Exactly the patterns with each item at most so often.

    Copies of an item are taken 1, 2, 4, ... at a time, and the rest of them at once, which gives
    every number of them. MemoryError where states or labels are too many.
    """
    item, taken = _batches(np.minimum(most, np.maximum(counts, 0)))
    fits = [
        linear(taken * weight[item, at], high=int(high), max_states=max_states, progress=progress)
        for at, high in enumerate(capacity)
    ]
    graph = PathGraph.of(reduce(and_, fits))
    ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(taken[graph.labels])))
    if ends[-1] > MOST_LABELS:
        raise MemoryError(f"{ends[-1]:,} labels")
    return replace(
        graph,
        label_offsets=ends[graph.label_offsets],
        labels=np.repeat(item[graph.labels], taken[graph.labels]).astype(np.uint32),
        ground=GroundSet(most.size),
    )


def _batches(counts: Ints) -> tuple[Ints, Ints]:
    """The item of each batch of copies, and how many they are."""
    items, sizes, left, size = [], [], counts.copy(), 1
    while left.any():
        batch = np.minimum(left, size)
        at = np.flatnonzero(batch)
        items.append(at)
        sizes.append(batch[at])
        left, size = left - batch, 2 * size
    none = [np.empty(0, np.int64)]
    return np.concatenate(items or none), np.concatenate(sizes or none)


def _whole(name: str, values: ArrayLike) -> Ints:
    """Integers from 0 to `LARGEST`; TypeError or ValueError otherwise."""
    array = as_array(values, name)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} are {shown(values)}; give integers, or scale decimals to them")
    wrong = (array < 0) | (array > LARGEST)
    if wrong.any():
        raise ValueError(f"{name} must lie between 0 and 2**40; one is {array[wrong].flat[0]}")
    return array.astype(np.int64)
