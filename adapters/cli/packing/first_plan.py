"""A plan of bins at once, and a bound on every plan, before any pattern is looked at."""

from __future__ import annotations

from bisect import bisect_left, insort

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.files.packing.instance import PackingInstance
from nzdd.formulations.family_models.many_choice import ChosenMembers
from nzdd.input.arrays import Ints

Sizes = tuple[int, ...]
Alike = tuple[Sizes, int, int]
"""Bins with the same items: the room in each, the node of their last item, how many they are."""


def volume_bound(instance: PackingInstance) -> int:
    """The bins that hold the sum of all items, by the capacity of which most are needed.

    In exact integers: a sum may exceed 64 bits.
    """
    sums = instance.demand.astype(object) @ instance.weights.astype(object)
    needed = zip(sums, instance.capacities.tolist(), strict=True)
    return max((-(-total // capacity) for total, capacity in needed if capacity), default=0)


def name_of_plan(instance: PackingInstance) -> str:
    """How `first_plan` chooses a bin."""
    return f"{'best' if instance.capacities.size == 1 else 'first'} fit decreasing"


def first_plan(instance: PackingInstance) -> ChosenMembers:
    """Each item in turn, large ones first, into a bin that has room for it.

    With one capacity that is the fullest such bin, and with several the first one, where the size
    of an item is its largest share of a capacity.

    Notes
    -----
    Bins with the same items are one entry, and equal items go into them together, as many as fit.
    So there are at most as many steps as pieces, and far fewer where demands are large. A step
    takes time O(log bins) with one capacity, and O(bins) by vectors with several. The items of a
    bin are a chain of nodes, which bins share up to where they differ.
    """
    weights, capacities = instance.weights, instance.capacities
    share = (weights / np.maximum(capacities, 1)).max(axis=1)
    empty = tuple(capacities.tolist())
    bins = _BestFit() if len(empty) == 1 else _FirstFit(len(empty))
    nodes: list[tuple[int, int, int]] = []  # the node before, the item, its copies
    for item in np.argsort(-share, kind="stable").tolist():
        size, left = tuple(weights[item].tolist()), int(instance.demand[item])
        while left:
            room, node, number = bins.take(size) or (empty, -1, left)
            fit = min(have // need for have, need in zip(room, size, strict=True) if need)
            count = min(fit, left)
            times = min(number, left // count)
            if times < number and node >= 0:
                bins.put((room, node, number - times))
            room = tuple(have - count * need for have, need in zip(room, size, strict=True))
            bins.put((room, len(nodes), times))
            nodes.append((node, item, count))
            left -= times * count
    last, numbers = bins.all()
    order = np.argsort(-numbers, kind="stable")
    members = _members(last[order], np.array(nodes), len(weights))
    return ChosenMembers(members, numbers[order], np.ones(numbers.size))


def check_plan(instance: PackingInstance, plan: ChosenMembers) -> None:
    """AssertionError unless each bin holds its items, and all items are in bins."""
    loads = plan.members @ instance.weights
    assert (loads <= instance.capacities).all(), "a bin of the first plan is too full"
    packed = plan.members.T @ plan.number
    assert (packed == instance.demand).all(), "the first plan lacks items"


def _members(last: Ints, nodes: Ints, num_items: int) -> csr_array:
    """How often each bin has each item, from the nodes before its last one."""
    row, at = np.arange(last.size), last
    parts = []
    while at.size:
        before, item, count = nodes[at].T
        parts.append((row, item, count))
        row, at = row[before >= 0], before[before >= 0]
    rows, items, counts = map(np.concatenate, zip(*parts, strict=True))
    members = csr_array((counts, (rows, items)), shape=(last.size, num_items))
    members.sum_duplicates()
    return members


class _BestFit:
    """Bins of one capacity in the order of their room."""

    def __init__(self) -> None:
        self._bins: list[Alike] = []

    def take(self, size: Sizes) -> Alike | None:
        """Remove and give the fullest bins that have so much room; None if no bin has."""
        at = bisect_left(self._bins, (size, -1, 0))
        return self._bins.pop(at) if at < len(self._bins) else None

    def put(self, bins: Alike) -> None:
        """Add bins."""
        insort(self._bins, bins)

    def all(self) -> tuple[Ints, Ints]:
        """The last nodes of all bins, and how many there are of each."""
        _, nodes, numbers = zip(*self._bins, strict=True)
        return np.array(nodes), np.array(numbers)


class _FirstFit:
    """Bins of several capacities in the order in which they were opened."""

    def __init__(self, num_capacities: int) -> None:
        self._room = np.zeros((num_capacities, 64), np.int64)
        self._bins: list[tuple[int, int]] = []
        self._taken: int | None = None

    def take(self, size: Sizes) -> Alike | None:
        """Remove and give the first bins that have so much room; None if no bin has."""
        rooms = self._room[:, : len(self._bins)]
        fits = rooms[0] >= size[0]
        for room, need in zip(rooms[1:], size[1:], strict=True):
            fits &= room >= need
        at = int(np.argmax(fits)) if fits.size else 0
        if not fits[at : at + 1].any():
            return None
        self._taken = at
        return tuple(rooms[:, at].tolist()), *self._bins[at]

    def put(self, bins: Alike) -> None:
        """Add bins, where the last ones that were taken stood if this place is free."""
        room, node, number = bins
        if self._taken is None:
            self._taken = len(self._bins)
            self._bins.append((node, number))
            if self._taken == self._room.shape[1]:
                self._room = np.concatenate((self._room, np.zeros_like(self._room)), axis=1)
        self._room[:, self._taken] = room
        self._bins[self._taken] = node, number
        self._taken = None

    def all(self) -> tuple[Ints, Ints]:
        """The last nodes of all bins, and how many there are of each."""
        nodes, numbers = zip(*self._bins, strict=True)
        return np.array(nodes), np.array(numbers)
