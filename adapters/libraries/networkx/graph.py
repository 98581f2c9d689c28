"""The edges of a networkx graph as rows of two vertices."""

from __future__ import annotations

from itertools import chain
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from nzdd.input.row_table import RowTable


def from_networkx_edges(graph: nx.Graph) -> tuple[RowTable, list[Any]]:
    """The edges of a graph as rows: each the set of its two vertices.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.

    Returns
    -------
    rows : RowTable
        A row per edge, parallel ones included; that of a self-loop holds one symbol.
    nodes : list
        The node of each symbol, those without edges among them.

    Raises
    ------
    TypeError
        If it is not a graph of networkx.
    ValueError
        If the graph is directed: a row is a set, which has no direction.

    Notes
    -----
    Time and memory O(nodes + edges), about half a microsecond an edge.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> rows, nodes = from_networkx_edges(nx.path_graph("abc"))
    >>> list(ZDD.from_rows(rows, names=nodes).named_rows())
    [('a', 'b'), ('b', 'c')]
    """
    pairs, nodes = numbered_ends(graph, "a row")
    kept = np.stack((np.ones(len(pairs), np.bool_), pairs[:, 0] != pairs[:, 1]), axis=1)
    offsets = np.concatenate(([0], np.cumsum(kept.sum(axis=1))))
    return RowTable.from_csr(offsets, pairs[kept], len(nodes)), nodes


def numbered_ends(graph: nx.Graph, what: str) -> tuple[NDArray[np.int64], list[Any]]:
    """The ends of each edge as places in the list of nodes, and this list.

    TypeError or ValueError if it is not an undirected graph: `what` has no direction.
    """
    check_graph(graph)
    if graph.is_directed():
        raise ValueError(
            f"the graph is directed, and {what} has no direction; "
            "graph.to_undirected() drops the directions"
        )
    nodes = list(graph)
    number = dict(zip(nodes, range(len(nodes)), strict=True))
    ends = np.fromiter(map(number.__getitem__, chain.from_iterable(graph.edges())), np.int64)
    return ends.reshape(-1, 2), nodes


def edges_of(graph: nx.Graph) -> list[tuple[Any, ...]]:
    """The edges as networkx names them: ``(u, v)``, or ``(u, v, key)`` in a multigraph."""
    return [*graph.edges(keys=True)] if graph.is_multigraph() else [*graph.edges]


def check_graph(graph: Any) -> None:
    """TypeError if it is no graph of networkx."""
    if not isinstance(graph, nx.Graph):
        raise TypeError(f"a graph of networkx is needed, not {type(graph).__name__}")
