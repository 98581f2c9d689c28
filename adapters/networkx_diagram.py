"""Labelled networkx graphs as diagrams."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from nzdd.nzdd import NZDD


def from_networkx(graph: nx.DiGraph, *, num_symbols: int | None = None) -> NZDD:
    """The diagram whose rows are the paths of a graph from its root to its leaf.

    Parameters
    ----------
    graph : networkx.MultiDiGraph or networkx.DiGraph
        Without cycles, all nodes on a path from root to leaf; what `to_networkx` makes of an NZDD,
        for one. Nodes may have any names. Edges carry ``labels``, an iterable of symbols, none
        where it is missing; and either all or none a ``multiplicity``. Root and leaf are
        ``graph.graph["root"]`` and ``graph.graph["leaf"]``, or else the one node that no edge
        enters and the one that no edge leaves.
    num_symbols : int, optional
        The size of the ground set; by default the largest symbol plus one.

    Returns
    -------
    NZDD
        Without multiplicities it counts the paths. That no two paths spell the same row, and none
        a symbol twice, is for `NZDD.verify` to check.

    Raises
    ------
    TypeError
        If the graph is undirected, or a label no integer.
    ValueError
        If there is a cycle, no single root or leaf, a node that is on no path, a symbol out of
        range, or a multiplicity missing or negative; the node or edge is named.

    Notes
    -----
    Time and memory O(nodes + edges + labels), some microseconds an edge.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> _ = graph.add_edge("start", "end", labels=[0])
    >>> _ = graph.add_edge("start", "via", labels=[1, 2])
    >>> _ = graph.add_edge("via", "end", labels=[3])
    >>> _ = graph.add_edge("via", "end")
    >>> sorted(from_networkx(graph))
    [(0,), (1, 2), (1, 2, 3)]
    """
    if not graph.is_directed():
        raise TypeError("the graph is undirected; a diagram is a DiGraph or a MultiDiGraph")
    root = _end(graph, "root", graph.in_degree, "enters")
    leaf = _end(graph, "leaf", graph.out_degree, "leaves")
    place = _places(graph, root, leaf)
    edges = list(graph.edges(data=True))
    labels = [tuple(data.get("labels", ())) for *_, data in edges]
    for edge, carried in zip(edges, labels, strict=True):
        for symbol in carried:
            _check_symbol(symbol, edge, num_symbols)
    source = np.array([place[edge[0]] for edge in edges], np.int64)
    target = np.array([place[edge[1]] for edge in edges], np.int64)
    order = np.lexsort((target, source))
    taken = [labels[edge] for edge in order.tolist()]
    symbols = np.fromiter(chain.from_iterable(taken), np.int64)
    multiplicity = _multiplicities(edges)
    return NZDD.from_edges(
        len(place),
        source[order],
        target[order],
        np.concatenate(([0], np.cumsum(np.fromiter(map(len, taken), np.int64, len(taken))))),
        symbols,
        int(symbols.max(initial=-1)) + 1 if num_symbols is None else num_symbols,
        None if multiplicity is None else multiplicity[order],
    )


def _end(graph: nx.DiGraph, name: str, degree: Any, verb: str) -> Any:
    """The root or the leaf: as the graph says, or the one node without such edges."""
    free = [node for node, count in degree if not count]
    node = graph.graph.get(name)
    if node is None:
        if len(free) != 1:
            raise ValueError(
                f"there are {len(free)} nodes that no edge {verb}; a diagram has one {name}, "
                f"which graph.graph[{name!r}] may name"
            )
        return free[0]
    if node not in graph:
        raise ValueError(f"the {name} {node!r} is no node of the graph")
    if node not in free:
        raise ValueError(f"the {name} is {node!r}, but an edge {verb} it")
    return node


def _places(graph: nx.DiGraph, root: Hashable, leaf: Hashable) -> dict[Hashable, int]:
    """Numbers of the nodes along the edges, the root first, the leaf last."""
    try:
        order = list(nx.topological_sort(graph))
    except nx.NetworkXUnfeasible:
        cycle = [edge[0] for edge in nx.find_cycle(graph)]
        raise ValueError(f"the graph has a cycle through {cycle}; a diagram has none") from None
    if root == leaf:
        raise ValueError(f"root and leaf are both {root!r}; a diagram has two different ones")
    inner = [node for node in order if node not in (root, leaf)]
    for node in inner:
        if not graph.in_degree(node) or not graph.out_degree(node):
            raise ValueError(
                f"no path from root to leaf passes node {node!r}; remove it, or join it"
            )
    return {node: number for number, node in enumerate([root, *inner, leaf])}


def _check_symbol(symbol: Any, edge: tuple[Any, ...], num_symbols: int | None) -> None:
    place = f"a label of the edge from {edge[0]!r} to {edge[1]!r} is {symbol!r}"
    if isinstance(symbol, bool) or not isinstance(symbol, int | np.integer):
        raise TypeError(f"{place}; labels are symbols, that is integers")
    if symbol < 0 or (num_symbols is not None and symbol >= num_symbols):
        end = "up" if num_symbols is None else f"to {num_symbols - 1}"
        raise ValueError(f"{place}; symbols go from 0 {end}")


def _multiplicities(edges: list[tuple[Any, ...]]) -> np.ndarray[Any, np.dtype[np.float64]] | None:
    given = ["multiplicity" in data for *_, data in edges]
    if not any(given):
        return None
    if not all(given):
        a, b, _ = edges[given.index(False)]
        raise ValueError(
            f"the edge from {a!r} to {b!r} has no multiplicity, but others have; "
            "give it to all edges, or to none"
        )
    return np.array([data["multiplicity"] for *_, data in edges], np.float64)
