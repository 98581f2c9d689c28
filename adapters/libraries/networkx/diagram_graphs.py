"""Diagrams as networkx graphs with labels on their edges, and back."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.libraries.networkx.graph import check_graph
from nzdd.diagram import Diagram
from nzdd.input.row_table import MAX_SYMBOLS, check_num_symbols
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD

_SHOWN = 8


def to_networkx(diagram: Diagram) -> nx.MultiDiGraph:
    """Return a diagram as a graph; parallel edges are common, hence a MultiDiGraph.

    Parameters
    ----------
    diagram : ZDD or NZDD

    Returns
    -------
    networkx.MultiDiGraph
        Nodes are the diagram's numbers. Of an NZDD, edges carry ``labels`` (a tuple of symbols)
        and ``multiplicity``, nodes ``depth``, and the graph ``root`` and ``leaf``. Of a ZDD, edges
        carry ``branch`` (``"low"`` or ``"high"``) and, where rows have weights, ``weight``; nodes
        but the terminals 0 and 1 carry ``level`` and ``variable``; the graph carries ``root``.

    Raises
    ------
    TypeError
        If `diagram` is neither of the two.

    Notes
    -----
    Time and memory O(nodes + edges + labels), about two microseconds an edge.
    """
    if isinstance(diagram, NZDD):
        return _from_nzdd(diagram)
    if isinstance(diagram, ZDD):
        return _from_zdd(diagram)
    raise TypeError(f"only a ZDD or an NZDD has a graph, not {type(diagram).__name__}")


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
        If it is not a directed graph, or labels are not an iterable of integers.
    ValueError
        If there is a cycle, no single root or leaf, a node that is on no path, a symbol out of
        range or twice on an edge, or a multiplicity that is missing, negative, or not passed on by
        a node as it comes in; the node or edge is named.

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
    check_graph(graph)
    if not graph.is_directed():
        raise TypeError("the graph is undirected; a diagram is a DiGraph or a MultiDiGraph")
    if num_symbols is not None:
        num_symbols = check_num_symbols(num_symbols)
    order = _topological(graph)
    root = _end(graph, "root", graph.in_degree, "enters")
    leaf = _end(graph, "leaf", graph.out_degree, "leaves")
    place = _places(graph, order, root, leaf)
    edges = sorted(graph.edges(data=True), key=lambda edge: (place[edge[0]], place[edge[1]]))
    labels = [_labels(edge, num_symbols) for edge in edges]
    source, target = (np.array([place[edge[end]] for edge in edges], np.int64) for end in (0, 1))
    symbols = np.fromiter(chain.from_iterable(labels), np.int64)
    multiplicity = _multiplicities(edges)
    if multiplicity is not None:
        _check_flow(list(place), source, target, multiplicity)
    return NZDD.from_edges(
        len(place),
        source,
        target,
        np.cumsum([0, *map(len, labels)]),
        symbols,
        int(symbols.max(initial=-1)) + 1 if num_symbols is None else num_symbols,
        multiplicity,
    )


def _from_nzdd(nzdd: NZDD) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph(root=0, leaf=nzdd.num_nodes - 1)
    graph.add_nodes_from(
        (node, {"depth": depth}) for node, depth in enumerate(nzdd.depth().tolist())
    )
    labels, bounds = nzdd.labels.tolist(), nzdd.label_offsets.tolist()
    ends = (nzdd.source.tolist(), nzdd.target.tolist(), bounds[:-1], bounds[1:])
    graph.add_edges_from(
        (source, target, {"labels": tuple(labels[first:last]), "multiplicity": multiplicity})
        for source, target, first, last, multiplicity in zip(
            *ends, nzdd.multiplicity.tolist(), strict=True
        )
    )
    return graph


def _from_zdd(zdd: ZDD) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph(root=zdd.root)
    graph.add_nodes_from((0, 1))
    inner = np.arange(2, zdd.level.size).tolist()
    levels, variables = zdd.level[2:].tolist(), zdd.variable[2:].tolist()
    graph.add_nodes_from(
        (node, {"level": level, "variable": variable})
        for node, level, variable in zip(inner, levels, variables, strict=True)
    )
    for branch, child, weight in (
        ("low", zdd.low, zdd.low_weight),
        ("high", zdd.high, zdd.high_weight),
    ):
        attributes: Any = ({"branch": branch} for _ in inner)
        if weight is not None:
            attributes = ({"branch": branch, "weight": value} for value in weight[2:].tolist())
        graph.add_edges_from(zip(inner, child[2:].tolist(), attributes, strict=True))
    return graph


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
        raise ValueError(f"the {name} {node!r} is not a node of the graph")
    if node not in free:
        raise ValueError(f"the {name} is {node!r}, but an edge {verb} it")
    return node


def _topological(graph: nx.DiGraph) -> list[Hashable]:
    """The nodes along the edges."""
    try:
        return list(nx.topological_sort(graph))
    except nx.NetworkXUnfeasible:
        cycle = [edge[0] for edge in nx.find_cycle(graph)]
        more = f", ... ({len(cycle)} nodes)" if len(cycle) > _SHOWN else ""
        through = ", ".join(map(repr, cycle[:_SHOWN])) + more
        raise ValueError(f"the graph has a cycle through {through}; a diagram has none") from None


def _places(
    graph: nx.DiGraph, order: list[Hashable], root: Hashable, leaf: Hashable
) -> dict[Hashable, int]:
    """Numbers of the nodes along the edges, the root first, the leaf last."""
    if root == leaf:
        raise ValueError(f"root and leaf are both {root!r}; a diagram has two different ones")
    inner = [node for node in order if node not in (root, leaf)]
    for node in inner:
        if not graph.in_degree(node) or not graph.out_degree(node):
            raise ValueError(
                f"no path from root to leaf passes node {node!r}; remove it, or join it"
            )
    return {node: number for number, node in enumerate([root, *inner, leaf])}


def _labels(edge: tuple[Any, ...], num_symbols: int | None) -> tuple[int, ...]:
    """The symbols of an edge, checked."""
    source, target, data = edge
    between = f"the edge from {source!r} to {target!r}"
    given = data.get("labels", ())
    try:
        labels = tuple(given)
    except TypeError:
        cure = "give an iterable of symbols, an empty one for none"
        raise TypeError(f"the labels of {between} are {given!r}; {cure}") from None
    for symbol in labels:
        place = f"a label of {between} is {symbol!r}"
        if isinstance(symbol, bool) or not isinstance(symbol, int | np.integer):
            raise TypeError(f"{place}; labels are symbols, that is integers")
        limit = MAX_SYMBOLS if num_symbols is None else num_symbols - 1
        if not 0 <= symbol <= limit:
            end = "up" if num_symbols is None and symbol < 0 else f"to {limit}"
            raise ValueError(f"{place}; symbols go from 0 {end}")
    if len(set(labels)) < len(labels):
        twice = f"{between} has a symbol twice among its labels {labels}"
        raise ValueError(f"{twice}; a row holds a symbol once")
    return labels


def _multiplicities(edges: list[tuple[Any, ...]]) -> NDArray[np.float64] | None:
    given = ["multiplicity" in data for *_, data in edges]
    if not any(given):
        return None
    if not all(given):
        a, b, _ = edges[given.index(False)]
        raise ValueError(
            f"the edge from {a!r} to {b!r} has no multiplicity, but others have; "
            "give it to all edges, or to none"
        )
    try:
        return np.array([data["multiplicity"] for *_, data in edges], np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"the multiplicities of the edges must be numbers: {error}") from None


def _check_flow(
    nodes: list[Hashable],
    source: NDArray[np.int64],
    target: NDArray[np.int64],
    multiplicity: NDArray[np.float64],
) -> None:
    """What comes into a node between root and leaf must go out of it."""
    into, out = (np.bincount(ends, multiplicity, len(nodes))[1:-1] for ends in (target, source))
    for wrong in np.flatnonzero(~np.isclose(into, out) & ~np.isnan(into + out))[:1].tolist():
        raise ValueError(
            f"rows of multiplicity {into[wrong]:g} enter node {nodes[wrong + 1]!r}, but "
            f"{out[wrong]:g} leave it; give the same, or no multiplicities"
        )
