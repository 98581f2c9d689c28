"""The symbols of decisions, and the family of the paths that take these decisions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.ground_set import GroundSet
from nzdd.input.parameters import whole
from nzdd.input.row_table import Progress, check_num_symbols
from nzdd.input.text import shown
from nzdd.nzdd import NZDD
from nzdd.order import NATURAL, Order

Numbers = NDArray[np.int64]
Labels = NDArray[np.uint32]
Paths = tuple[_core.Nzdd, NDArray[np.float64]]
"""A diagram with at most one label per edge, and the costs of its edges."""

NO_SYMBOL = np.uint32(2**32 - 1)
FEW = 2**20
"""Decisions below it are numbered by a table."""


class PathSymbols(Protocol):
    """Which labels decisions get, and which symbols labels become."""

    def labels(self, stage: int, decision: Numbers) -> Labels:
        """The labels of the decisions of the next stage; that of -1 is `NO_SYMBOL`."""

    def of_labels(self, labels: Labels) -> tuple[Labels, GroundSet]:
        """The symbols of the labels that are left, and all symbols."""

    def orders(self) -> Iterator[Order]:
        """Orders in which paths probably meet their symbols."""


class StageSymbols:
    """A symbol for each stage and each decision that is taken at it."""

    def __init__(self, names: list[Hashable] | None) -> None:
        self._names = names
        self._stages: list[Numbers] = []
        self._decisions: list[Numbers] = []
        self._count = 0

    def labels(self, stage: int, decision: Numbers) -> Labels:
        """See `PathSymbols`."""
        if self._names is not None and decision.max(initial=-1) >= len(self._names):
            raise ValueError(
                f"the decision of step at stage {stage} is {decision.max()}, but there are "
                f"{len(self._names)} names of decisions"
            )
        different, number = numbered(decision)
        labels = np.where(decision < 0, NO_SYMBOL, (number + self._count).astype(np.uint32))
        self.add(np.full(different.size, stage), different)
        return labels

    def add(self, stages: Numbers, decisions: Numbers) -> None:
        """Give the next labels to pairs of a stage and a decision."""
        self._stages.append(stages)
        self._decisions.append(decisions)
        self._count += decisions.size

    def of_labels(self, labels: Labels) -> tuple[Labels, GroundSet]:
        """See `PathSymbols`."""
        used = np.bincount(labels, minlength=self._count) > 0
        number = np.cumsum(used, dtype=np.uint32) - np.uint32(1)
        empty = np.empty(0, np.int64)
        stages = np.concatenate((*self._stages, empty))[used].tolist()
        decisions = np.concatenate((*self._decisions, empty))[used].tolist()
        if self._names is not None:
            decisions = [self._names[decision] for decision in decisions]
        ground = GroundSet.of(zip(stages, decisions, strict=True))
        return number[labels], ground

    def orders(self) -> Iterator[Order]:
        """See `PathSymbols`."""
        yield NATURAL


class GivenSymbols:
    """Decisions that are symbols, at whatever stage."""

    def __init__(self, symbols: int | Iterable[Hashable]) -> None:
        if isinstance(symbols, Iterable):
            self._ground = GroundSet.of(symbols)
        else:
            self._ground = GroundSet(check_num_symbols(whole("symbols", symbols, 0)))
        self._first = np.full(self._ground.size, np.iinfo(np.int64).max)

    def labels(self, stage: int, decision: Numbers) -> Labels:
        """See `PathSymbols`."""
        size = self._ground.size
        if decision.max(initial=-1) >= size:
            raise ValueError(
                f"the decision of step at stage {stage} is {decision.max()}, but there are {size} "
                "symbols"
            )
        taken, _ = numbered(decision)
        self._first[taken] = np.minimum(self._first[taken], stage)
        return decision.astype(np.uint32)  # -1 is the largest number

    def of_labels(self, labels: Labels) -> tuple[Labels, GroundSet]:
        """See `PathSymbols`."""
        return labels, self._ground

    def orders(self) -> Iterator[Order]:
        """See `PathSymbols`."""
        symbols = np.arange(self._ground.size)
        for direction in (1, -1):
            by_stage = np.lexsort((direction * symbols, self._first))
            yield Order.from_levels(by_stage.astype(np.uint32))


def family_of_paths(
    paths: Paths, symbols: PathSymbols, max_states: int | None, progress: Progress | None
) -> tuple[NZDD, NDArray[np.float64]]:
    """The family of sets of symbols that the paths spell, with the costs of its edges.

    Where two paths may spell the same set, each set keeps a cheapest one. ValueError where a path
    repeats a symbol.
    """
    nzdd, costs = paths
    labels, ground = symbols.of_labels(nzdd.labels)
    edges = (nzdd.num_nodes, nzdd.source, nzdd.target, nzdd.label_offsets)
    nzdd = _core.Nzdd(*edges, labels, nzdd.multiplicity)
    order = _order(nzdd, symbols)
    if order is None:
        edge = nzdd.repeated_symbol(ground.size, progress)
        if edge < nzdd.source.size:
            (name,) = ground.names_of(labels[nzdd.label_offsets[edge] :][:1])
            raise ValueError(
                f"a member would have the symbol {shown(name)} twice, and members are sets; let "
                "the state remember it, or make the stage a part of the symbol"
            )
        nzdd, costs = _core.cheapest_paths(nzdd, costs, max_states, progress)
        order = _order(nzdd, symbols) or Order("none", None)
    nzdd, costs = _core.without_single_exits(nzdd, costs, progress)
    return NZDD._make(nzdd, ground.size, order.over(ground)), costs


def _order(nzdd: _core.Nzdd, symbols: PathSymbols) -> Order | None:
    """An order by which no path repeats a symbol, and all spell different sets, if there is one."""
    orders = symbols.orders()
    return next((order for order in orders if nzdd.is_ordered(order.rank)), None)


def numbered(values: Numbers) -> tuple[Numbers, Numbers]:
    """The different ones of values that are not negative, rising, and the number of each value."""
    if values.size == 0:
        return np.empty(0, np.int64), values
    if values.max() >= max(FEW, values.size):
        different, number = np.unique(values, return_inverse=True)
        skipped = int(different[0] < 0)
        return different[skipped:], number - skipped
    occurs = np.bincount(values + 1) > 0
    occurs[0] = False
    return np.flatnonzero(occurs) - 1, (np.cumsum(occurs) - 1)[values + 1]
