"""Non-deterministic zero-suppressed decision diagrams (Kurokawa et al. 2022, definition 1)."""

from __future__ import annotations

import operator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core, archive, build
from nzdd.diagram import NativeDiagram, RowPath, column, from_limbs
from nzdd.drawing.drawing import Drawing
from nzdd.input.arrays import as_array, as_floats
from nzdd.input.parameters import check_choice
from nzdd.input.row_table import (
    Progress,
    RowTable,
    as_row_table,
    check_num_symbols,
    distinct,
)
from nzdd.input.text import readable
from nzdd.order import Order
from nzdd.order_search import OrderSearch

if TYPE_CHECKING:
    from typing_extensions import Self

MINIMIZE = ("edges", "nonzeros")


class NZDD(NativeDiagram):
    """A family of rows as the paths of a directed acyclic graph with sets of symbols on its edges.

    Make one with `from_rows`, `from_edges`, `load`, `nzdd.ZDD.to_nzdd` or `nzdd.Multiset` (rows in
    chunks). Immutable; all arrays are read-only. Nodes are numbered topologically, the root 0, the
    leaf ``num_nodes - 1``; edges are sorted by source. Every path from root to leaf is one row,
    every row one path, and a path meets a symbol at most once.

    Attributes
    ----------
    num_nodes : int
        Root and leaf included.
    source, target : ndarray of uint32, shape (num_edges,)
    label_offsets : ndarray of int64, shape (num_edges + 1,)
    labels : ndarray of uint32, shape (num_labels,)
        Edge ``e`` carries ``labels[label_offsets[e]:label_offsets[e + 1]]``.
    multiplicity : ndarray of float64, shape (num_edges,)
        The total weight of the rows whose path uses each edge; exact for integers up to 2**53.
    order : Order
        The symbol order the diagram was built with.
    """

    __slots__ = _fields = (
        "num_nodes",
        "source",
        "target",
        "label_offsets",
        "labels",
        "multiplicity",
    )

    _kind = "nzdd"
    num_nodes: int
    source: NDArray[np.uint32]
    target: NDArray[np.uint32]
    label_offsets: NDArray[np.int64]
    labels: NDArray[np.uint32]
    multiplicity: NDArray[np.float64]
    _native: _core.Nzdd

    def __init__(self) -> None:
        raise TypeError("make an NZDD by NZDD.from_rows, ZDD.to_nzdd, NZDD.from_edges or NZDD.load")

    def _check(self) -> None:
        if not np.all(self.multiplicity >= 0):
            edge = int(np.argmin(self.multiplicity >= 0))
            raise ValueError(
                f"this is not an NZDD: the multiplicity of edge {edge} is {self.multiplicity[edge]}"
            )
        fault = self._native.fault(self.num_symbols)
        if fault:
            raise ValueError(f"this is not an NZDD: {fault}")

    @classmethod
    def from_rows(
        cls,
        rows: Any,
        weights: ArrayLike | None = None,
        order: str | ArrayLike = "auto",
        minimize: str = "edges",
        *,
        num_symbols: int | None = None,
        free: ArrayLike | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Build the diagram of a family of rows.

        Parameters
        ----------
        rows, weights, order, num_symbols, progress
            See `ZDD.from_rows`.
        minimize : {"edges", "nonzeros"}
            ``edges``: the reduction of the paper (section 7, appendix A); no inner node keeps a
            single incoming or a single outgoing edge. ``nonzeros``: the nonzeros of the extended
            formulation, that is ``num_labels`` plus the inner ends of all edges, are to be few.
            Nodes of the ZDD are removed only where the nonzeros do not grow, and then the parts
            that edges have in common are shared. A second search starts from the rows themselves
            and depends on no order (for up to 2 million symbols in all rows together, and above
            500,000 only where the first one does not start with a third of them or less). The
            smaller of both diagrams is taken.
        free : array of bool, shape (num_symbols,), optional
            Symbols that cost no nonzero, such as right-hand sides; none by default. Makes no
            difference where edges are minimized.

        Raises
        ------
        ValueError
            If a row, a weight or `free` is invalid, or `minimize` is unknown.

        Notes
        -----
        Edges: time O(nonzeros log rows), memory O(nodes + edges + labels) beyond the input. Sparse
        rows go straight to the NZDD; their ZDD, which may be far larger, is never held. Nonzeros:
        the same for the ZDD, and for each search at most about 0.6 s and 0.7 s per million nonzeros
        that it starts with, on a core of its own; the amount of work is counted, so that the result
        is the same on every machine.
        """
        check_choice("minimize", minimize, MINIMIZE)
        family = as_row_table(rows, weights, num_symbols)
        costless = check_free(free, family.num_symbols)
        chosen = OrderSearch(minimize, costless, progress)(family, order)
        return cls._make(
            build.nzdd(family, chosen, minimize, costless, progress), family.num_symbols, chosen
        )

    @classmethod
    def from_edges(
        cls,
        num_nodes: int,
        source: ArrayLike,
        target: ArrayLike,
        label_offsets: ArrayLike,
        labels: ArrayLike,
        num_symbols: int,
        multiplicity: ArrayLike | None = None,
    ) -> Self:
        """A diagram from its arrays, in the layout of the class.

        Parameters
        ----------
        multiplicity : array of float, optional
            By default the number of paths through each edge (infinite from 2**1023 on).

        Raises
        ------
        ValueError
            Naming the first node or edge that is out of place. That rows differ is not checked
            here; see `verify`.
        """
        arrays = (
            operator.index(num_nodes),
            column(source, "source", np.uint32),
            column(target, "target", np.uint32),
            column(label_offsets, "label_offsets", np.int64),
            column(labels, "labels", np.uint32),
        )
        given = np.zeros(arrays[1].size) if multiplicity is None else multiplicity
        weights = as_floats(given, "multiplicity").copy()
        if weights.shape != arrays[1].shape:
            raise ValueError("this is not an NZDD: the edge arrays differ in length")
        native = _native_form(*arrays, weights)
        self = cls._make(native, check_num_symbols(num_symbols), Order("none", None))
        self._check()
        if multiplicity is None:
            weights = np.array(
                [float(n) if n.bit_length() < 1024 else np.inf for n in self._paths_through()],
                np.float64,
            )
            self = cls._make(_core.Nzdd(*arrays, weights), self.num_symbols, self.order)
        return self

    @property
    def num_edges(self) -> int:
        """The number of edges, |E|."""
        return self.source.size

    @property
    def num_labels(self) -> int:
        """The total number of symbols on all edges."""
        return self.labels.size

    def count(self) -> int:
        """The exact number of rows (paths), of any size. Time O(edges x digits)."""
        limbs, counts = self._native.count(False)
        return from_limbs(counts[:limbs])

    def path_counts(self, *, forwards: bool = False) -> NDArray[np.object_]:
        """The exact number of paths from each node to the leaf, or from the root to each node.

        Returns
        -------
        ndarray of Python int, shape (num_nodes,)
            Counts of any size. Time and memory O((nodes + edges) x digits).
        """
        limbs, counts = self._native.count(bool(forwards))
        digits = counts.reshape(self.num_nodes, limbs).astype(object)
        return np.asarray((digits << (64 * np.arange(limbs)).astype(object)).sum(axis=1))

    def contains(self, rows: Any) -> NDArray[np.bool_]:
        """Whether each of the given rows (in any form `from_rows` takes) is in the family.

        Time O(edges + labels) each; a `ZDD` answers faster.
        """
        offsets, symbols = as_row_table(
            self.ground.rows(rows), num_symbols=self.num_symbols
        ).to_csr()
        labels, num_symbols = self.labels, self.num_symbols
        if num_symbols > 2 * labels.size + 2**20:
            # only the symbols that occur get numbers; all others share one
            used = np.append(np.unique(labels), np.uint32(2**32 - 1))
            num_symbols = used.size
            labels = np.searchsorted(used, labels).astype(np.uint32)
            place = np.searchsorted(used, symbols)
            symbols = np.where(used[place] == symbols, place, num_symbols - 1).astype(np.uint32)
        edges = (self.num_nodes, self.source, self.target, self.label_offsets)
        numbered = _core.Nzdd(*edges, labels, self.multiplicity)
        return numbered.contains(num_symbols, offsets, symbols, None)

    def _list_rows(
        self, first: int, count: int, max_symbols: int = 2**64 - 1
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        return self._native.rows(first, count, None, max_symbols)

    def _mean_size(self) -> float:
        return int((self._paths_through() * np.diff(self.label_offsets)).sum()) / self.count()

    def _paths_through(self) -> NDArray[np.object_]:
        """How many paths from the root to the leaf use each edge."""
        forwards, backwards = self.path_counts(forwards=True), self.path_counts()
        through: NDArray[np.object_] = forwards.take(self.source) * backwards.take(self.target)
        return through

    def edge_lengths(
        self, symbol_lengths: ArrayLike, edge_costs: ArrayLike | None = None
    ) -> NDArray[np.float64]:
        """The total length of the symbols on each edge, and its own cost. Time O(edges + labels).

        Raises as `shortest_path`; NaN where numbers of both infinities meet.
        """
        lengths = self._native.edge_lengths(self._lengths(symbol_lengths))
        if edge_costs is None:
            return lengths
        costs = as_floats(edge_costs, "edge_costs")
        if costs.shape != lengths.shape or np.isnan(costs).any():
            raise ValueError(
                f"edge_costs has shape {costs.shape} and {np.isnan(costs).sum()} NaN; give one "
                f"number for each of the {lengths.size} edges"
            )
        return lengths + costs

    def shortest_path(
        self, symbol_lengths: ArrayLike, *, edge_costs: ArrayLike | None = None
    ) -> RowPath:
        """A row of least total length, with its edges; see `ZDD.shortest_path`.

        Parameters
        ----------
        symbol_lengths : array of float, shape (num_symbols,), or mapping
        edge_costs : array of float, shape (num_edges,), optional
            What each edge of the path adds, as `nzdd.families.from_states` gives it.

        Notes
        -----
        Time O(edges + labels).
        """
        length, edges = self._native.shortest_path(self.edge_lengths(symbol_lengths, edge_costs))
        starts = self.label_offsets[edges]
        sizes = self.label_offsets[edges + np.uint32(1)] - starts
        before = np.cumsum(sizes) - sizes
        places = np.repeat(starts - before, sizes) + np.arange(sizes.sum())
        return self._row(length, self.labels[places], edges)

    def longest_path(
        self, symbol_lengths: ArrayLike, *, edge_costs: ArrayLike | None = None
    ) -> RowPath:
        """A row of greatest total length; see `shortest_path`."""
        costs = None if edge_costs is None else -as_floats(edge_costs, "edge_costs")
        return self.shortest_path(-self._lengths(symbol_lengths), edge_costs=costs).negated()

    def potentials(
        self,
        symbol_lengths: ArrayLike,
        *,
        edge_costs: ArrayLike | None = None,
        to_leaf: bool = False,
    ) -> NDArray[np.float64]:
        """The length of a shortest path from the root to each node, or from each node to the leaf.

        Time O(edges + labels); `edge_costs` as in `shortest_path`.
        """
        return self._native.distances(self.edge_lengths(symbol_lengths, edge_costs), bool(to_leaf))

    def decompose_flow(
        self, flow: ArrayLike, symbol_hash: ArrayLike, symbol_lengths: ArrayLike, *, sense: int = 1
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """A flow on the edges as a sum of weighted rows.

        Parameters
        ----------
        flow : array of float, shape (num_edges,)
            Of either sign. If more enters an inner node than leaves it, the difference is sent
            along the shortest path to the leaf; if less, it is brought along the shortest path
            from the root (``sense`` 1; -1 exchanges the two).
        symbol_hash : array of uint64, shape (num_symbols,)
        symbol_lengths : array of float, shape (num_symbols,)
        sense : {1, -1}

        Returns
        -------
        hashes : ndarray of uint64
            Of each row, the sum of its symbols' hashes modulo 2**64; a row may come several times.
        weights : ndarray of float64

        Notes
        -----
        A flow has many decompositions. Here the parts that enter a node are distributed over its
        edges in order, which makes at most one more part for each edge if all amounts have the
        same sign, and more otherwise. Time and memory O(nodes + edges + labels + parts).
        """
        amounts = np.ascontiguousarray(as_floats(flow, "flow"))
        hashes = np.ascontiguousarray(as_array(symbol_hash, "symbol_hash"), np.uint64)
        if amounts.shape != (self.num_edges,) or hashes.shape != (self.num_symbols,):
            raise ValueError(
                f"flow and symbol_hash have shapes {amounts.shape} and {hashes.shape}; "
                f"they must have {self.num_edges} and {self.num_symbols} entries"
            )
        return self._native.decompose(
            amounts, self.edge_lengths(symbol_lengths), hashes, float(sense)
        )

    def width(self) -> NDArray[np.int64]:
        """The number of nodes at each `depth`."""
        depth = self.depth()
        return np.bincount(depth[depth >= 0])

    def _leaving(self) -> NDArray[np.int64]:
        return np.bincount(self.depth()[self.source], minlength=self.width().size)

    def depth(self) -> NDArray[np.int64]:
        """The longest number of edges from the root to each node; -1 where no path leads.

        Time O(edges).
        """
        longest = -self._native.distances(np.full(self.num_edges, -1.0), False)
        return np.where(np.isfinite(longest), longest, -1.0).astype(np.int64)

    def in_degree(self) -> NDArray[np.int64]:
        """The number of edges that lead to each node."""
        return np.bincount(self.target, minlength=self.num_nodes)

    def out_degree(self) -> NDArray[np.int64]:
        """The number of edges that leave each node."""
        return np.bincount(self.source, minlength=self.num_nodes)

    def _drawing(self) -> Drawing:
        depth = self.depth()
        return Drawing(
            "NZDD",
            0,
            self.num_nodes - 1,
            np.arange(self.num_nodes),
            # no path leads to the leaf of the empty family
            np.where(depth < 0, 1, depth),
            None,
            np.zeros(self.num_nodes, np.bool_),
            self.source.astype(np.int64),
            self.target.astype(np.int64),
            np.zeros(self.num_edges, np.bool_),
            self.label_offsets,
            self.labels.astype(np.int64),
            self.multiplicity,
            np.ones(self.num_edges, np.int64),
            float(self.multiplicity[self.source == 0].sum()),
        )

    def verify(self, max_rows: int = 10**7, *, progress: Progress | None = None) -> None:
        """Check that the arrays are an NZDD as the class describes it.

        Parameters
        ----------
        max_rows : int
            All rows are listed to check that they differ, unless there are more than this.

        Raises
        ------
        ValueError
            Naming the first edge or row that is wrong. Time O(symbols / 64 x (edges + labels))
            plus the listing.
        """
        self._check()
        edge = self._native.repeated_symbol(self.num_symbols, progress)
        if edge < self.num_edges:
            raise ValueError(f"this is not an NZDD: a path repeats a symbol at edge {edge}")
        count = self.count()
        if count <= max_rows:
            rows = RowTable.from_csr(*self._list_rows(0, count), self.num_symbols)
            different = distinct(rows, progress).num_rows
            if different != count:
                raise ValueError(
                    f"this is not an NZDD: its {count} paths spell only {different} different rows"
                )

    @classmethod
    def _restore(cls, state: dict[str, Any]) -> Self:
        get = partial(archive.entry, state)
        num_symbols = archive.number(state, "num_symbols")
        source = get("source", np.uint32, 1)
        native = _native_form(
            archive.number(state, "num_nodes"),
            source,
            get("target", np.uint32, 1, source.size),
            get("label_offsets", np.int64, 1, source.size + 1),
            get("labels", np.uint32, 1),
            get("multiplicity", np.float64, 1, source.size),
        )
        self = cls._make(native, num_symbols, archive.order(state, num_symbols))
        self._check()
        return self

    def __repr__(self) -> str:
        return (
            f"NZDD({readable(self.count())} rows over {self.num_symbols} symbols, "
            f"{self.num_nodes} nodes, "
            f"{self.num_edges} edges, {self.num_labels} labels, {self.order.name} order)"
        )


def check_free(free: ArrayLike | None, num_symbols: int) -> NDArray[np.bool_] | None:
    """One bool a symbol, or None; ValueError where `free` is neither."""
    if free is None:
        return None
    values = np.ascontiguousarray(as_array(free, "free"))
    if values.shape != (num_symbols,) or values.dtype != np.bool_:
        raise ValueError(
            f"free must be an array of {num_symbols} bools, one per symbol; "
            f"it has shape {values.shape} and holds {values.dtype}"
        )
    return values


def _native_form(num_nodes: int, source: NDArray[np.uint32], *more: Any) -> _core.Nzdd:
    """The native form of arrays whose sizes may be wrong."""
    if not 2 <= num_nodes <= source.size + 2:
        raise ValueError(
            f"this is not an NZDD: {source.size} edges reach between 2 and {source.size + 2} "
            f"nodes, not {num_nodes}"
        )
    return _core.Nzdd(num_nodes, source, *more)
