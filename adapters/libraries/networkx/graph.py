"""Diagrams as networkx graphs, and the edges of networkx graphs as rows."""

from __future__ import annotations

from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from nzdd.diagram import Diagram
from nzdd.input.row_table import RowTable
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD


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


def from_networkx_edges(graph: nx.Graph) -> tuple[RowTable, list[Any]]:
    """The edges of a graph as rows: each the set of its two vertices.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.

    Returns
    -------
    rows : RowTable
        A row an edge, parallel ones included; that of a self-loop holds one symbol.
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
    >>> rows, nodes = from_networkx_edges(nx.path_graph("abc"))
    >>> sorted(ZDD.from_rows(rows)), nodes
    ([(0, 1), (1, 2)], ['a', 'b', 'c'])
    """
    if not isinstance(graph, nx.Graph):
        raise TypeError(f"a graph of networkx is needed, not {type(graph).__name__}")
    if graph.is_directed():
        raise ValueError(
            "the graph is directed, and a row has no direction; "
            "graph.to_undirected() drops the directions"
        )
    nodes = list(graph)
    number = dict(zip(nodes, range(len(nodes)), strict=True))
    ends = np.fromiter(map(number.__getitem__, chain.from_iterable(graph.edges())), np.int64)
    pairs = ends.reshape(-1, 2)
    kept = np.stack((np.ones(len(pairs), np.bool_), pairs[:, 0] != pairs[:, 1]), axis=1)
    offsets = np.concatenate(([0], np.cumsum(kept.sum(axis=1))))
    return RowTable.from_csr(offsets, pairs[kept], len(nodes)), nodes


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
