"""Families of edge sets of networkx graphs as diagrams: paths, cycles, cuts, trees, matchings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import networkx as nx
import numpy as np

from nzdd import families
from nzdd.input.row_table import Progress
from nzdd.zdd import ZDD


def simple_paths(
    graph: nx.Graph,
    source: Hashable,
    target: Hashable,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All simple paths between two nodes of a graph, as a diagram over its edges.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph, directed or not
        Nodes may have any names. Paths of a directed graph follow its edges.
    source, target : node
    max_states, progress
        See `nzdd.families.simple_paths`.

    Returns
    -------
    zdd : ZDD
        Each row is the set of edges of one path.
    edges : list of tuple
        The edge of each symbol, as networkx names it: ``(u, v)``, or ``(u, v, key)`` in a
        multigraph.

    Raises
    ------
    ValueError
        If the graph has no such node.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = simple_paths(nx.cycle_graph("abcd"), "a", "c")
    >>> sorted([edges[symbol] for symbol in row] for row in zdd)
    [[('a', 'b'), ('b', 'c')], [('a', 'd'), ('c', 'd')]]
    """
    options: dict[str, Any] = {"max_states": max_states, "progress": progress}
    named = {"source": source, "target": target}
    return _family(families.simple_paths, graph, named, directed=_is_directed(graph), **options)


def simple_cycles(
    graph: nx.Graph,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All simple cycles of a graph, as a diagram over its edges.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph, directed or not
        Nodes may have any names. Cycles of a directed graph follow its edges. A self-loop is a
        cycle, as in networkx.
    max_states, progress
        See `nzdd.families.simple_cycles`.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol, as in `simple_paths`.

    Raises
    ------
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = simple_cycles(nx.complete_graph(4))
    >>> sorted(len(row) for row in zdd)
    [3, 3, 3, 3, 4, 4, 4]
    """
    options: dict[str, Any] = {"max_states": max_states, "progress": progress}
    return _family(families.simple_cycles, graph, directed=_is_directed(graph), **options)


def minimal_cuts(
    graph: nx.Graph,
    source: Hashable,
    target: Hashable,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All minimal sets of edges that every path between two nodes meets.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.
    source, target : node
    max_states, progress
        See `nzdd.families.minimal_cuts`.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol, as in `simple_paths`.

    Raises
    ------
    ValueError
        If the graph is directed, or has no such node.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = minimal_cuts(nx.path_graph("abc"), "a", "c")
    >>> sorted([edges[symbol] for symbol in row] for row in zdd)
    [[('a', 'b')], [('b', 'c')]]
    """
    named = {"source": source, "target": target}
    return _undirected(
        families.minimal_cuts, graph, named, max_states=max_states, progress=progress
    )


def spanning_trees(
    graph: nx.Graph,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All spanning trees of an undirected graph, as a diagram over its edges.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.
    max_states, progress
        See `nzdd.families.spanning_trees`.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol, as in `simple_paths`.

    Raises
    ------
    ValueError
        If the graph is directed.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = spanning_trees(nx.complete_graph(8))
    >>> zdd.count() == 8**6
    True
    """
    return _undirected(families.spanning_trees, graph, max_states=max_states, progress=progress)


def forests(
    graph: nx.Graph,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All sets of edges of an undirected graph without a cycle.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.
    max_states, progress
        See `nzdd.families.forests`.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol, as in `simple_paths`.

    Raises
    ------
    ValueError
        If the graph is directed.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = forests(nx.cycle_graph(10))
    >>> zdd.count() == 2**10 - 1
    True
    """
    return _undirected(families.forests, graph, max_states=max_states, progress=progress)


def matchings(
    graph: nx.Graph,
    *,
    perfect: bool = False,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All sets of edges of an undirected graph that meet no node twice.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.
    perfect : bool
        Whether every node must have an edge.
    max_states, progress
        See `nzdd.families.matchings`.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol, as in `simple_paths`.

    Raises
    ------
    ValueError
        If the graph is directed.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = matchings(nx.grid_2d_graph(8, 8), perfect=True)
    >>> zdd.count()
    12988816
    """
    return _undirected(
        families.matchings, graph, perfect=perfect, max_states=max_states, progress=progress
    )


def connected_sets(
    graph: nx.Graph,
    size: int | Sequence[int] | None = None,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All connected subgraphs of an undirected graph, each the set of its edges.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.
    size : int or pair of int, optional
        How many edges, or the least and the greatest number of them. Any number by default.
    max_states, progress
        See `nzdd.families.connected_sets`.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol, as in `simple_paths`.

    Raises
    ------
    ValueError
        If the graph is directed, or the sizes are no sizes.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = connected_sets(nx.path_graph("abcd"), (2, 3))
    >>> sorted([edges[symbol] for symbol in row] for row in zdd)  # doctest: +NORMALIZE_WHITESPACE
    [[('a', 'b'), ('b', 'c')],
     [('a', 'b'), ('b', 'c'), ('c', 'd')],
     [('b', 'c'), ('c', 'd')]]
    """
    return _undirected(
        families.connected_sets, graph, size=size, max_states=max_states, progress=progress
    )


def _is_directed(graph: nx.Graph) -> bool:
    if not isinstance(graph, nx.Graph):
        raise TypeError(f"a graph of networkx is needed, not {type(graph).__name__}")
    return bool(graph.is_directed())


def _undirected(
    build: Callable[..., ZDD],
    graph: nx.Graph,
    named: dict[str, Hashable] | None = None,
    **options: Any,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    if _is_directed(graph):
        raise ValueError(
            f"{build.__name__} of a directed graph have no diagram here; "
            "graph.to_undirected() drops the directions"
        )
    return _family(build, graph, named, **options)


def _family(
    build: Callable[..., ZDD],
    graph: nx.Graph,
    named: dict[str, Hashable] | None = None,
    **options: Any,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """`named`: the nodes that `build` takes."""
    number = {node: i for i, node in enumerate(graph)}
    vertices = {}
    for name, node in (named or {}).items():
        if node not in graph:
            raise ValueError(f"the {name} {node!r} is no node of the graph")
        vertices[name] = number[node]
    edges = [*graph.edges(keys=True)] if graph.is_multigraph() else [*graph.edges]
    ends = np.array([(number[edge[0]], number[edge[1]]) for edge in edges], np.uint32)
    return build(ends, num_vertices=len(number), **vertices, **options), edges
