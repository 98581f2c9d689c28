"""The class of zero-suppressed decision diagrams."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Set
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core, build
from nzdd.diagram import RowPath
from nzdd.drawing.drawing import Drawing
from nzdd.ground_set import GroundSet
from nzdd.input.parameters import check_choice
from nzdd.input.row_table import Progress, as_row_table
from nzdd.input.text import shown
from nzdd.nzdd import MINIMIZE, NZDD, check_free
from nzdd.order import NATURAL
from nzdd.order_search import OrderSearch
from nzdd.zdd.algebra import FamilyAlgebra
from nzdd.zdd.costs import Costs
from nzdd.zdd.embedding import Embedding
from nzdd.zdd.neighbours import Neighbours
from nzdd.zdd.operands import within_steps
from nzdd.zdd.row_queries import RowQueries, RowRanks
from nzdd.zdd.traversal import Traversal

if TYPE_CHECKING:
    from typing_extensions import Self


class ZDD(FamilyAlgebra, Neighbours, RowQueries, Costs, Embedding, Traversal):
    """A family of rows as an ordered, reduced zero-suppressed decision diagram.

    Make one with `from_rows`, `load`, `nzdd.Multiset` (rows in chunks) or `nzdd.families`. It
    behaves as a ``frozenset`` of rows does, whatever its order and weights; see
    `nzdd.zdd.algebra.FamilyAlgebra` for its operators and operations, and
    `nzdd.zdd.row_queries.RowQueries` for ranks and random rows. Immutable; all arrays are
    read-only. Nodes 0 and 1 are the terminals (the empty family, and the family of the empty row);
    every other node follows its children, so algorithms are sweeps over the arrays.

    Attributes
    ----------
    level, low, high : ndarray of uint32, shape (num_nodes + 2,)
        The level of each node (``2**32 - 1`` for terminals), and its children: rows without and
        with the symbol of that level.
    root : int
    low_weight, high_weight : ndarray of float64, shape (num_nodes + 2,), or None
        The total weight of the rows that pass each branch; None where every row weighs one.
    order : Order
        The level of each symbol.
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError("make a ZDD by ZDD.from_rows or ZDD.load")

    @classmethod
    def from_rows(
        cls,
        rows: Any,
        weights: ArrayLike | None = None,
        order: str | ArrayLike = "auto",
        *,
        num_symbols: int | None = None,
        names: Iterable[Hashable] | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Build the diagram of a family of rows.

        Parameters
        ----------
        rows : RowTable, sparse matrix, 2-D array of 0 and 1, or iterable of iterables of int
            Or a mapping from rows to weights, such as a `collections.Counter`. Equal rows merge and
            their weights add up.
        weights : array of float, shape (num_rows,), optional
            Finite and not negative; ones by default.
        order : {"auto", "natural", "frequency", "reverse frequency", "sifting"} or permutation
            Of the symbols, the one nearest to the root first. ``auto`` takes little time, and
            ``sifting`` more, to make the diagram small; see `nzdd.order_search`.
        num_symbols : int, optional
            The size of the ground set, where the rows do not determine it.
        names : iterable of hashable, shape (num_symbols,), optional
            The name of each symbol, all different. Rows in lists may then hold names instead of
            integers; see `nzdd.named.Named`.
        progress : callable, optional
            Called now and then with the stage and the share of it that is done. Like Ctrl-C, an
            exception it raises ends the build.

        Raises
        ------
        ValueError
            If a row or a weight is invalid.
        MemoryError
            If the diagram does not fit.

        Notes
        -----
        Sorting and one pass of hash-consing from the last row to the first (Toda 2013), O(nonzeros
        log rows); at most 64 symbols are sorted as machine words, and few symbols with many rows
        are marked in a bit table instead, O(rows + 2**symbols / 64). Memory beyond the input:
        O(nodes).
        """
        ground = None if names is None else GroundSet.of(names, num_symbols)
        if ground is not None:
            rows, num_symbols = ground.rows(rows), ground.size
        family = as_row_table(rows, weights, num_symbols)
        chosen = OrderSearch("nodes", progress=progress)(family, order)
        self = cls._make(build.zdd(family, chosen, progress), family.num_symbols, chosen)
        return self if ground is None else self._over(ground)

    @classmethod
    def from_nzdd(cls, family: NZDD, *, edges: bool = False, max_steps: int | None = None) -> Self:
        """The rows of an NZDD, for all that a ZDD can do: algebra, random rows, k shortest rows.

        Parameters
        ----------
        family : NZDD
        edges : bool
            Whether rows are the paths instead, as sets of edges: symbol e is edge e. With the
            numbers of `nzdd.NZDD.edge_lengths` as lengths, k shortest rows, rows within bounds and
            so on take costs of edges into account. Time O(edges).
        max_steps : int, optional
            As for operations; see `nzdd.zdd.algebra.FamilyAlgebra`.

        Returns
        -------
        ZDD
            In the order of the family, and with its names. Time and memory O(nodes + edges +
            labels) if all paths meet their symbols in this order and the edges of each node begin
            with different ones, as mostly in `nzdd.families.from_states`. Otherwise families are
            united and joined, and the diagram may be far larger.

        Raises
        ------
        TypeError
            If it is not an NZDD.
        StepLimitError
            After `max_steps` steps.

        Examples
        --------
        >>> from nzdd import NZDD
        >>> ways = NZDD.from_edges(3, [0, 0, 1], [1, 1, 2], [0, 1, 2, 3], [0, 1, 2], num_symbols=3)
        >>> list(ZDD.from_nzdd(ways))
        [(0, 2), (1, 2)]
        >>> paths = ZDD.from_nzdd(ways, edges=True)
        >>> list(paths.shortest_rows(ways.edge_lengths([1, 2, 3], edge_costs=[5, 0, 0]), 2))
        [((1, 2), 5.0), ((0, 2), 9.0)]
        """
        if not isinstance(family, NZDD):
            raise TypeError(f"the family is {shown(family)}; give an NZDD")
        if edges:
            return cls._make(_paths(family), family.num_edges, NATURAL)
        rank = family.order.rank
        found = within_steps(_core.from_nzdd, max_steps, family._native, rank)
        return cls._make(found, family.num_symbols, family.order)

    def contains(self, rows: Any) -> NDArray[np.bool_]:
        """Whether each of the given rows (in any form `from_rows` takes) is in the family.

        Time O(length of the row + depth) each.
        """
        offsets, symbols = as_row_table(
            self.ground.rows(rows), num_symbols=self.num_symbols
        ).to_csr()
        offsets, levels = _core.sort_levels(offsets, symbols, self.num_symbols, self.order.rank)
        return self._native.contains(offsets, levels)

    def _mean_size(self) -> float:
        return RowRanks(self).mean_size()

    def shortest_path(self, symbol_lengths: ArrayLike | Mapping[Any, float]) -> RowPath:
        """A row of least total length.

        Parameters
        ----------
        symbol_lengths : array of float, shape (num_symbols,), or mapping from names

        Returns
        -------
        RowPath
            Infinite and without symbols where the family is empty or every row holds a symbol of
            infinite length. Time O(nodes).

        Raises
        ------
        ValueError
            If the lengths have another shape, one is NaN, or their absolute values sum to 2**1023
            or more, infinite ones apart: a sum might overflow and hide a row.
        """
        lengths = self._lengths(symbol_lengths)
        length, levels = self._native.shortest_row(self.order.by_level(lengths))
        return self._row(length, self.order.symbols_of(levels))

    def longest_path(self, symbol_lengths: ArrayLike | Mapping[Any, float]) -> RowPath:
        """A row of greatest total length; see `shortest_path`."""
        return self.shortest_path(-self._lengths(symbol_lengths)).negated()

    def potentials(self, symbol_lengths: ArrayLike | Mapping[Any, float]) -> NDArray[np.float64]:
        """The least length of a row below each node; see `shortest_path`. Time O(nodes)."""
        lengths = self._lengths(symbol_lengths)
        return self._native.distances(self.order.by_level(lengths))

    def to_nzdd(
        self,
        minimize: str = "edges",
        *,
        free: ArrayLike | None = None,
        progress: Progress | None = None,
    ) -> NZDD:
        """Reduce to an NZDD; see `NZDD.from_rows` for `minimize` and `free`.

        Time and memory O(nodes + edges + labels), and for few nonzeros those of `NZDD.from_rows`: a
        search for shared parts starts from the ZDD, and one from its rows where these are not too
        many. Rows with weights are not listed.
        """
        check_choice("minimize", minimize, MINIMIZE)
        costless = check_free(free, self.num_symbols)
        symbols = self.order.permutation
        if minimize == "edges":
            native = self._native.reduced(symbols, progress)
        else:
            contracted = self._native.contracted(symbols, costless, progress)
            native = build.shared(
                contracted,
                self.num_symbols,
                costless,
                one_each=self.low_weight is None,
                progress=progress,
            )
        return NZDD._make(native, self.num_symbols, self.order)

    def _drawing(self) -> Drawing:
        first = min(self.root, 1)
        node = np.arange(first, self.level.size if first else 1)
        inner = np.arange(2, self.level.size)
        source = np.concatenate((inner, inner))
        target = np.concatenate((self.low[2:], self.high[2:])).astype(np.int64)
        low = np.arange(source.size) < inner.size
        edges = np.argsort(source, kind="stable")
        edges = edges[target[edges] != 0]
        variable = self.variable.astype(np.int64)
        variable[:2] = -1
        high = ~low[edges]
        weights, total = self._branch_weights()
        return Drawing(
            "ZDD",
            self.root,
            1,
            node,
            np.unique(self.level[node], return_inverse=True)[1].astype(np.int64),
            variable[node],
            np.zeros(node.size, np.bool_),
            source[edges] - first,
            target[edges] - first,
            low[edges],
            np.concatenate(([0], np.cumsum(high))),
            variable[source[edges]][high],
            weights[edges],
            np.ones(edges.size, np.int64),
            total,
        )

    def _branch_weights(self) -> tuple[NDArray[np.float64], float]:
        """The weights of the low branches, then of the high ones; and that of all rows."""
        if self.low_weight is not None and self.high_weight is not None:
            total = self.low_weight[self.root] + (self.root > 1) * self.high_weight[self.root]
            return np.concatenate((self.low_weight[2:], self.high_weight[2:])), float(total)
        below, above = np.zeros(self.level.size), np.zeros(self.level.size)
        below[1] = above[self.root] = 1
        by_level = np.argsort(self.level[2:], kind="stable") + 2
        levels = np.split(by_level, np.flatnonzero(np.diff(self.level[by_level])) + 1)
        with np.errstate(over="ignore", invalid="ignore"):
            for nodes in reversed(levels):
                below[nodes] = below[self.low[nodes]] + below[self.high[nodes]]
            for nodes in levels:
                np.add.at(above, self.low[nodes], above[nodes])
                np.add.at(above, self.high[nodes], above[nodes])
            branches = (above[2:] * below[child[2:]] for child in (self.low, self.high))
            return np.nan_to_num(np.concatenate([*branches]), nan=0.0, posinf=np.inf), below[
                self.root
            ]


Set.register(ZDD)  # its operators take families alone, as those of frozenset take sets alone


def _paths(nzdd: NZDD) -> _core.Zdd:
    """The paths as rows of edges: the node of an edge is above that of the next edge of its source.

    The last edge has the first node.
    """
    number, terminal = nzdd.num_edges, np.uint32(2**32 - 1)
    node = 1 + number - np.arange(number)
    following = np.append(nzdd.source[1:] == nzdd.source[:-1], False)[:number]
    first = np.searchsorted(nzdd.source, nzdd.target)
    level = np.append([terminal, terminal], np.arange(number)[::-1])
    low = np.append([0, 1], np.where(following, node - 1, 0)[::-1])
    high = np.append([0, 1], np.where(first < number, 1 + number - first, 1)[::-1])
    level, low, high = (each.astype(np.uint32) for each in (level, low, high))
    return _core.Zdd(level, low, high, number + 1 if number else 0, None, None)
