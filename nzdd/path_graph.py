"""Acyclic graphs whose paths are members of a family, symbols counted as often as they occur."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.diagram import column
from nzdd.ground_set import GroundSet
from nzdd.input.arrays import Floats, Ints, as_floats
from nzdd.input.text import shown
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from nzdd.input.row_table import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Paths of a `PathGraph`: path i takes ``edges[offsets[i]:offsets[i + 1]]``, root first."""

    offsets: Ints
    edges: NDArray[np.uint32]

    def __len__(self) -> int:
        return self.offsets.size - 1


@dataclass(frozen=True, eq=False, repr=False)
class PathGraph:
    """A family of multisets as the paths of an acyclic graph, with a cost for each edge.

    An `NZDD` is such a graph in which every member has one path and contains a symbol at most once.
    Here a path may meet a symbol several times, which counts as often, and several paths may be the
    same member: what arc-flow formulations need (J. M. Valério de Carvalho, Exact solution of
    bin-packing problems using column generation and branch-and-bound, 1999), and relaxed routes.

    Attributes
    ----------
    num_nodes : int
        Numbered topologically, the root 0, the leaf ``num_nodes - 1``.
    source, target : ndarray of uint32, shape (num_edges,)
        Sorted by source.
    label_offsets : ndarray of int64, shape (num_edges + 1,)
    labels : ndarray of uint32, shape (num_labels,)
        Edge ``e`` carries ``labels[label_offsets[e]:label_offsets[e + 1]]``.
    ground : GroundSet
        The symbols and their names.
    costs : ndarray of float64, shape (num_edges,)
        A member costs the sum over a path; of several paths to one member, the cheapest counts.
    remake : callable or None
        Makes the graph anew of the members that have each symbol at most so often; MemoryError
        where it would be too large.
    """

    num_nodes: int
    source: NDArray[np.uint32]
    target: NDArray[np.uint32]
    label_offsets: Ints
    labels: NDArray[np.uint32]
    ground: GroundSet
    costs: Floats = field(default_factory=lambda: np.empty(0))
    remake: Callable[[Ints], PathGraph] | None = None

    def __post_init__(self) -> None:
        if not self.costs.size:
            object.__setattr__(self, "costs", np.zeros(self.source.size))

    @classmethod
    def from_edges(
        cls,
        num_nodes: int,
        source: ArrayLike,
        target: ArrayLike,
        label_offsets: ArrayLike,
        labels: ArrayLike,
        num_symbols: int,
        costs: ArrayLike = 0.0,
    ) -> PathGraph:
        """A graph from its arrays, in the layout of the class.

        Raises
        ------
        ValueError
            Naming the first node or edge that is out of place, or a cost that is not finite.
        """
        native = _core.Nzdd(
            int(num_nodes),
            column(source, "source", np.uint32),
            column(target, "target", np.uint32),
            column(label_offsets, "label_offsets", np.int64),
            column(labels, "labels", np.uint32),
            np.zeros(np.size(source)),
        )
        fault = native.fault(num_symbols)
        if fault:
            raise ValueError(f"this is not a graph of paths: {fault}")
        return cls(
            native.num_nodes,
            native.source,
            native.target,
            native.label_offsets,
            native.labels,
            GroundSet(num_symbols),
            edge_costs(costs, native.source.size),
        )

    @classmethod
    def of(cls, family: ZDD | NZDD | PathGraph, costs: ArrayLike = 0.0) -> PathGraph:
        """The graph of a family; its edges, in the order of an NZDD's, have further costs.

        Raises
        ------
        TypeError
            If it is no family.
        ValueError
            If the shape of the costs does not fit, or they are given with a ZDD.
        """
        if isinstance(family, PathGraph):
            more = edge_costs(costs, family.num_edges)
            return replace(family, costs=family.costs + more) if more.any() else family
        if not isinstance(family, ZDD | NZDD):
            raise TypeError(f"the family is {shown(family)}; give a ZDD, an NZDD or a PathGraph")
        nzdd = family if isinstance(family, NZDD) else family.to_nzdd("edges")
        if nzdd is not family and np.any(np.asarray(costs) != 0):
            raise ValueError("edge_costs need an NZDD; give zdd.to_nzdd() and a cost for each edge")
        return cls(
            nzdd.num_nodes,
            nzdd.source,
            nzdd.target,
            nzdd.label_offsets,
            nzdd.labels,
            family.ground,
            edge_costs(costs, nzdd.num_edges),
        )

    @property
    def num_edges(self) -> int:
        """The number of edges."""
        return self.source.size

    @property
    def num_symbols(self) -> int:
        """The number of symbols."""
        return self.ground.size

    @property
    def names(self) -> tuple[Any, ...] | None:
        """The name of each symbol; None where symbols have no names."""
        return self.ground.names

    def named(self, names: Iterable[Hashable]) -> PathGraph:
        """The same graph with names for its symbols; errors as `ZDD.named`."""
        return replace(self, ground=GroundSet.of(names, self.num_symbols))

    @cached_property
    def occurrences(self) -> csr_array:
        """How often each edge has each symbol, shape (num_edges, num_symbols)."""
        from scipy.sparse import csr_array

        ones = np.ones(self.labels.size)
        shape = (self.num_edges, self.num_symbols)
        ends = self.label_offsets.copy()  # sorting needs arrays that may change
        matrix = csr_array((ones, self.labels.astype(np.int64), ends), shape=shape)
        matrix.sum_duplicates()
        return matrix

    def lengths(self, of_symbols: NDArray[Any]) -> NDArray[Any]:
        """What the symbols of each edge sum to; exact for integers. Time O(edges + labels)."""
        if of_symbols.dtype.kind == "f":
            return np.asarray(self.occurrences @ of_symbols)
        total = np.concatenate((np.zeros(1, np.int64), np.cumsum(of_symbols[self.labels])))
        return np.diff(total[self.label_offsets])

    def shortest_length(self, lengths: NDArray[Any]) -> Any:
        """The least length of a path, given those of the edges; exact for int64. Time O(edges)."""
        return _core.shortest_length(self.num_nodes, self.source, self.target, lengths)

    def through(self, lengths: NDArray[Any]) -> NDArray[Any]:
        """The least length of a path through each edge; exact for int64. Time O(edges)."""
        return _core.through_edges(self.num_nodes, self.source, self.target, lengths)

    def diverse_paths(self, lengths: Floats, count: int, below: float = math.inf) -> Paths:
        """Short paths, each through an edge that none before it takes, the shortest first.

        At most `count`, all shorter than `below`. Time O(edges log edges).
        """
        return Paths(
            *_core.diverse_paths(
                self.num_nodes, self.source, self.target, lengths, count, float(below)
            )
        )

    def paths_within(self, lengths: Ints, longest: int, most: int) -> Paths | None:
        """All paths of at most a length, given those of the edges; None where more than `most`.

        Time O(edges), and for each path O(edges of its nodes).
        """
        paths = Paths(
            *_core.paths_within(
                self.num_nodes, self.source, self.target, lengths, int(longest), most
            )
        )
        return paths if len(paths) <= most else None

    def flow_paths(self, flow: Ints) -> tuple[Paths, Ints]:
        """The paths of an integral flow, and how many units take each; at most one per edge."""
        offsets, edges, amounts = _core.flow_paths(self.num_nodes, self.source, self.target, flow)
        return Paths(offsets, edges), amounts

    def edges_of(self, paths: Paths) -> csr_array:
        """Which edges each path has, shape (paths, num_edges)."""
        from scipy.sparse import csr_array

        ones = np.ones(paths.edges.size)
        shape = (len(paths), self.num_edges)
        return csr_array((ones, paths.edges.astype(np.int64), paths.offsets), shape=shape)

    def paths_of(self, members: csr_array, *, progress: Progress | None = None) -> Paths:
        """A path for each member, given how often it has each symbol.

        It has no edges where there is none, or a million steps of the search have not found one.
        `progress` hears of it again and again, and may raise. Time O(edges log edges + labels), and
        for each member O(length of a path · edges of a node) as long as the search need not turn
        back.

        Raises
        ------
        ValueError
            Unless `members` has a column for each symbol, and integers from 0 on.
        """
        members = checked_members("members", members, self.num_symbols)
        return Paths(
            *_core.paths_of(
                self.num_nodes,
                self.source,
                self.target,
                self.label_offsets,
                self.labels,
                self.num_symbols,
                members.indptr.astype(np.int64),
                members.indices.astype(np.int64),
                members.data.astype(np.int64),
                progress,
            )
        )

    def at_most(self, counts: Ints) -> PathGraph:
        """The graph of members that have each symbol at most so often, as far as it is known how.

        It may keep others. Its members are members here, their paths may be others (`paths_of`).
        """
        if np.shape(counts) != (self.num_symbols,):
            raise ValueError(f"counts have shape {np.shape(counts)}; give ({self.num_symbols},)")
        if self.remake is not None and not self.costs.any():
            with suppress(MemoryError):
                return self.remake(counts)
        return self.kept(self.without(counts <= 0))

    def without(self, symbols: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The edges on paths without some symbols. Time O(edges + labels)."""
        return self.on_paths(self.lengths(symbols.astype(np.int64)) == 0)

    def on_paths(self, edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The edges on paths of some edges alone. Time O(edges)."""
        return np.asarray(self.through((~edges).astype(np.int64)) == 0)

    def kept(self, edges: NDArray[np.bool_]) -> PathGraph:
        """The graph of some edges, of which each lies on a path of them. Time O(edges)."""
        keep = np.flatnonzero(edges)
        used = np.zeros(self.num_nodes, np.bool_)
        used[[0, -1]] = True
        used[self.source[keep]] = used[self.target[keep]] = True
        number = (np.cumsum(used) - 1).astype(np.uint32)
        source, target = number[self.source[keep]], number[self.target[keep]]
        return self._part(int(used.sum()), source, target, keep)

    def with_pair(self, first: int, second: int) -> tuple[PathGraph, Ints]:
        """The same members, with a further symbol, the last, in each that has two of them.

        Returns the graph, without names, and the edge here that each of its edges was; at most
        four times as many. Time O(edges + labels).
        """
        marks = np.zeros(self.num_edges, np.uint8)
        edge = np.repeat(np.arange(self.num_edges), np.diff(self.label_offsets))
        marks[edge[self.labels == first]] |= 1
        marks[edge[self.labels == second]] |= 2
        num_nodes, source, target, origin, completes = _core.with_pair(
            self.num_nodes, self.source, self.target, marks
        )
        graph = self._part(num_nodes, source, target, origin)
        ends = graph.label_offsets[1:][completes == 1]
        offsets = graph.label_offsets + np.concatenate(([0], np.cumsum(completes, dtype=np.int64)))
        labels = np.insert(graph.labels, ends, np.uint32(self.num_symbols))
        ground = GroundSet(self.num_symbols + 1)
        graph = replace(graph, label_offsets=offsets, labels=labels, ground=ground)
        return graph, origin.astype(np.int64)

    def _part(self, num_nodes: int, source: Any, target: Any, origin: Any) -> PathGraph:
        """A graph whose edges have the labels and costs of these edges here."""
        sizes = np.diff(self.label_offsets)[origin]
        ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        first = np.repeat(self.label_offsets[:-1][origin] - ends[:-1], sizes)
        return replace(
            self,
            num_nodes=num_nodes,
            source=source,
            target=target,
            label_offsets=ends,
            labels=self.labels[first + np.arange(ends[-1])],
            costs=self.costs[origin],
            remake=None,
        )

    def __repr__(self) -> str:
        return (
            f"PathGraph({self.num_symbols} symbols, {self.num_nodes} nodes, {self.num_edges} edges)"
        )


def checked_members(name: str, members: Any, num_symbols: int) -> csr_array:
    """Rows that say how often each symbol is there; ValueError unless they do."""
    from scipy.sparse import csr_array, issparse

    table: Any = members if issparse(members) else as_floats(np.atleast_2d(members), name)
    if table.ndim != 2 or table.shape[1] != num_symbols:
        raise ValueError(f"{name} has shape {table.shape}; give rows over {num_symbols} symbols")
    rows = csr_array(table)
    rows.sum_duplicates()
    wrong = (rows.data < 0) | (rows.data != np.rint(rows.data)) | ~np.isfinite(rows.data)
    if wrong.any():
        raise ValueError(f"{name} counts symbols; {rows.data[wrong][0]} is no number of them")
    return rows


def edge_costs(costs: ArrayLike, num_edges: int) -> Floats:
    """One finite cost for each edge; ValueError otherwise."""
    values = as_floats(costs, "edge_costs")
    if values.shape not in ((), (num_edges,)):
        raise ValueError(f"edge_costs has shape {values.shape}; give ({num_edges},) or one number")
    if not np.isfinite(values).all():
        raise ValueError(f"edge_costs must be finite; one is {values[~np.isfinite(values)][0]}")
    return np.broadcast_to(values, (num_edges,)).astype(np.float64)
