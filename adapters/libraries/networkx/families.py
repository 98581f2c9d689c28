"""Families of edge sets of networkx graphs: paths, cycles, cuts, trees, forests, matchings."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from inspect import signature
from typing import Any

import networkx as nx
import numpy as np

from nzdd.zdd import ZDD


def edge_sets(
    family: Callable[..., ZDD], graph: nx.Graph, *nodes: Hashable, **options: Any
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """A family of sets of edges of a graph, as a diagram over its edges.

    Parameters
    ----------
    family : callable
        A function of `nzdd.families` that takes the ends of edges, such as `simple_paths`.
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names. `simple_paths` and `simple_cycles` follow the edges of a directed
        graph; the other families need an undirected one.
    *nodes : node
        The source and the target, where the family has them.
    **options
        Of the family, such as `perfect`, `size` or `max_states`.

    Returns
    -------
    zdd : ZDD
        Each row is a set of edges.
    edges : list of tuple
        The edge of each symbol, as networkx names it: ``(u, v)``, or ``(u, v, key)`` in a
        multigraph.

    Raises
    ------
    TypeError
        If `graph` or `family` is something else.
    ValueError
        If the graph is directed and the family is not, or the graph has no such node.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> from nzdd.families import matchings, simple_paths
    >>> zdd, edges = edge_sets(simple_paths, nx.cycle_graph("abcd"), "a", "c")
    >>> sorted([edges[symbol] for symbol in row] for row in zdd)
    [[('a', 'b'), ('b', 'c')], [('a', 'd'), ('c', 'd')]]
    >>> zdd, edges = edge_sets(matchings, nx.grid_2d_graph(8, 8), perfect=True)
    >>> zdd.count()
    12988816
    """
    if not isinstance(graph, nx.Graph):
        raise TypeError(f"a graph of networkx is needed, not {type(graph).__name__}")
    takes = signature(family).parameters if callable(family) else {}
    if "ends" not in takes:
        raise TypeError(f"{family!r} is not a family of edge sets; see nzdd.families")
    if "directed" in takes:
        options["directed"] = graph.is_directed()
    elif graph.is_directed():
        raise ValueError(
            f"{family.__name__} of a directed graph have no diagram here; "
            "graph.to_undirected() drops the directions"
        )
    number = {node: i for i, node in enumerate(graph)}
    for name, node in zip(("source", "target"), nodes, strict=False):
        if node not in graph:
            raise ValueError(f"the {name} {node!r} is not a node of the graph")
    vertices = [number[node] for node in nodes]
    edges = [*graph.edges(keys=True)] if graph.is_multigraph() else [*graph.edges]
    ends = np.array([(number[edge[0]], number[edge[1]]) for edge in edges], np.uint32)
    return family(ends, *vertices, num_vertices=len(number), **options), edges
