"""Diagrams as networkx graphs, and the paths of networkx graphs as diagrams."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import networkx as nx
import numpy as np

from nzdd import frontier
from nzdd.family import Progress
from nzdd.nzdd import NZDD
from nzdd.rows import RowFamily
from nzdd.zdd import ZDD


def to_networkx(diagram: RowFamily) -> nx.MultiDiGraph:
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


def simple_paths(
    graph: nx.Graph,
    source: Hashable,
    target: Hashable,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[ZDD, list[tuple[Any, ...]]]:
    """All simple paths between two nodes of an undirected graph, as a diagram over its edges.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.
    source, target : node
    max_states, progress
        See `nzdd.frontier.simple_paths`.

    Returns
    -------
    zdd : ZDD
        Each row is the set of edges of one path.
    edges : list of tuple
        The edge of each symbol, as networkx names it: ``(u, v)``, or ``(u, v, key)`` in a
        MultiGraph.

    Raises
    ------
    ValueError
        If the graph is directed, or has no such node.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Examples
    --------
    >>> zdd, edges = simple_paths(nx.cycle_graph("abcd"), "a", "c")
    >>> sorted([edges[symbol] for symbol in row] for row in zdd)
    [[('a', 'b'), ('b', 'c')], [('a', 'd'), ('c', 'd')]]
    """
    if graph.is_directed():
        raise ValueError(
            "the paths of a directed graph have no diagram here; "
            "graph.to_undirected() drops the directions"
        )
    for name, node in (("source", source), ("target", target)):
        if node not in graph:
            raise ValueError(f"the {name} {node!r} is no node of the graph")
    number = {node: i for i, node in enumerate(graph)}
    edges = [*graph.edges(keys=True)] if graph.is_multigraph() else [*graph.edges]
    ends = np.array([(number[edge[0]], number[edge[1]]) for edge in edges], np.uint32)
    zdd = frontier.simple_paths(
        ends,
        number[source],
        number[target],
        num_vertices=len(number),
        max_states=max_states,
        progress=progress,
    )
    return zdd, edges


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
