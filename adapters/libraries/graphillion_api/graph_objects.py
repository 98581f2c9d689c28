"""Graphs as scripts have them: lists of edges, or objects of other libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

Converters = dict[str, Callable[..., Any]]


def new_converters() -> Converters:
    """What makes the edges of a graph, and a graph of edges: by default their list."""
    return {"to_graph": lambda edges: edges, "to_edges": _edges_of}


def _edges_of(graph: Any) -> Iterable[Any]:
    """The edges of a graph of networkx or igraph; anything else is a list of them."""
    if hasattr(graph, "get_edgelist"):  # igraph
        ends = graph.get_edgelist()
        if "name" not in graph.vs.attributes():
            return list(ends)
        names = graph.vs["name"]
        return [(names[u], names[v]) for u, v in ends]
    if hasattr(graph, "edges") and hasattr(graph, "adj"):  # networkx
        return list(graph.edges())
    edges: Iterable[Any] = graph
    return edges


def to_edges(converters: Converters, graph: Any) -> Iterable[Any]:
    """The edges of a graph."""
    convert: Any = converters["to_edges"]
    if not callable(convert):  # an attribute, such as nx.Graph.edges
        convert = partial(convert.__get__, owner=type(graph))
    edges: Iterable[Any] = convert(graph)
    return edges
