"""The edges of a graph as a ground set, in an order that suits diagrams."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import networkx as nx
import numpy as np

from nzdd.adapters.libraries.graphillion_api.ground import Ground

Edge = tuple[Any, Any]
Incidence = dict[Hashable, list[tuple[Edge, Hashable]]]
TRAVERSALS = ("greedy", "bfs", "dfs", "as-is")


class GraphGround(Ground):
    """The edges of a graph, each with a symbol and a weight.

    Parameters
    ----------
    edges : iterable of tuple
        Pairs of vertices, of any hashable type; a third entry is the weight.
    traversal, source
        See `in_order`.
    directed : bool
        Whether ``(u, v)`` and ``(v, u)`` are two edges.
    weights : mapping, optional
        Further weights; those of the tuples go first.

    Raises
    ------
    KeyError
        If an edge comes twice.
    ValueError
        If there is no edge, an edge is no tuple of two vertices, or the traversal is unknown.
    """

    def __init__(
        self,
        edges: Iterable[tuple[Any, ...]],
        traversal: str = "greedy",
        source: Hashable = None,
        *,
        directed: bool = False,
        weights: Mapping[Any, float] | None = None,
    ) -> None:
        self.directed = directed
        given = list(edges)
        pairs: dict[Edge, None] = {}
        own = dict(weights or {})
        for edge in given:
            if not isinstance(edge, tuple) or not 2 <= len(edge) <= 3:
                raise TypeError(f"{edge!r} is no edge; give (u, v) or (u, v, weight)")
            pair = edge[:2]
            if pair in pairs or (not directed and pair[::-1] in pairs):
                raise KeyError(pair)
            pairs[pair] = None
            if len(edge) == 3:
                own[pair] = edge[2]
        if not pairs:
            raise ValueError("the universe has no edge; give at least one")
        super().__init__(in_order(list(pairs), traversal, source), own)
        ends_first = (vertex for edge in reversed(self.objects) for vertex in reversed(edge))
        self.vertices = list(dict.fromkeys(ends_first))[::-1]  # in the order of their last edges
        self.vertex_number = {vertex: i for i, vertex in enumerate(self.vertices)}
        numbers = [[self.vertex_number[vertex] for vertex in edge] for edge in self.objects]
        self.ends = np.array(numbers, np.uint32)

    def edge(self, given: Any) -> int | None:
        """The symbol of an edge, its weight left aside; None for anything else."""
        if not isinstance(given, tuple) or not 2 <= len(given) <= 3:
            return None
        symbol = self.number.get(given[:2])
        if symbol is None and not self.directed:
            symbol = self.number.get(given[1::-1])
        return symbol

    def incident(self, vertex: Hashable) -> list[int]:
        """The symbols of the edges at a vertex."""
        at = (self.ends == self.vertex_number[vertex]).any(axis=1)
        return np.flatnonzero(at).tolist()


def in_order(edges: list[Edge], traversal: str, source: Hashable = None) -> list[Edge]:
    """The edges in the order of a walk over the graph.

    Parameters
    ----------
    edges : list of pairs
    traversal : {"greedy", "bfs", "dfs", "as-is"}
        ``bfs`` and ``dfs`` go breadth first and depth first. ``greedy`` goes on with the vertex
        that has the fewest edges left. ``as-is`` leaves the edges where they are.
    source : vertex, optional
        Where the walk begins.

    Raises
    ------
    ValueError
        If the traversal is unknown, or the source is no vertex.
    """
    if traversal not in TRAVERSALS:
        raise ValueError(f"traversal {traversal!r} is unknown; take one of {', '.join(TRAVERSALS)}")
    if traversal == "as-is":
        return edges
    graph = nx.Graph()
    graph.add_edges_from((*edge, {"edges": []}) for edge in edges)
    for edge in edges:  # a digraph has up to two edges between two vertices
        graph.edges[edge]["edges"].append(edge)
    if source is not None and source not in graph:
        raise ValueError(f"the source {source!r} is not a vertex of the universe")
    starts = [*([] if source is None else [source]), *graph]
    if traversal == "greedy":
        walked = _greedy(graph, starts)
    else:
        walk = nx.edge_bfs if traversal == "bfs" else nx.edge_dfs
        walked = list(walk(graph, starts))
    return [edge for pair in walked for edge in graph.edges[pair]["edges"]]


def _greedy(graph: nx.Graph, starts: list[Hashable]) -> list[Edge]:
    """Vertex after vertex, always the reached one with the fewest edges left."""
    left = {vertex: len(graph[vertex]) for vertex in graph}
    walked: list[Edge] = []
    done: set[Hashable] = set()
    for start in starts:
        heap = [] if start in done else [(left[start], 0, start)]
        reached = 0
        while heap:
            edges_left, _, vertex = heapq.heappop(heap)
            if vertex in done or edges_left != left[vertex]:
                continue
            done.add(vertex)
            for other in graph[vertex]:
                if other not in done or other == vertex:
                    walked.append((vertex, other))
                    left[other] -= 1
                    reached += 1
                    heapq.heappush(heap, (left[other], reached, other))
    return walked
