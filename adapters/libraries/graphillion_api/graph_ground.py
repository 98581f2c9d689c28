"""The edges of a graph as a ground set, in an order that suits diagrams."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from heapq import heappop, heappush
from typing import Any

import numpy as np

from nzdd import families
from nzdd.adapters.libraries.graphillion_api.ground import Ground

Edge = tuple[Any, Any]
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
        """The symbol of an edge, its weight left aside; None for anything else.

        An edge that is not there stands for the one in the other direction.
        """
        if not isinstance(given, tuple) or not 2 <= len(given) <= 3:
            return None
        symbol = self.number.get(given[:2])
        return self.number.get(given[1::-1]) if symbol is None else symbol

    def incident(self, vertex: Hashable) -> list[int]:
        """The symbols of the edges at a vertex."""
        at = (self.ends == self.vertex_number[vertex]).any(axis=1)
        return np.flatnonzero(at).tolist()

    def reliability(
        self, probabilities: Mapping[Any, float] | None, terminals: Iterable[Hashable] | None
    ) -> float:
        """The probability that vertices are connected; edges without one are always there."""
        group = [self.vertex_number[vertex] for vertex in terminals or ()]
        if not group:
            return 1.0
        chance = np.ones(len(self))
        for edge, value in (probabilities or {}).items():
            symbol = self.edge(edge)
            if symbol is None:
                raise KeyError(edge)
            chance[symbol] = value
        return float(families.reliability(self.ends, group, chance))


def in_order(edges: list[Edge], traversal: str, source: Hashable = None) -> list[Edge]:
    """The edges in the order of a walk over the vertices.

    Parameters
    ----------
    edges : list of pairs
    traversal : {"greedy", "bfs", "dfs", "as-is"}
        ``bfs`` and ``dfs`` go breadth first and depth first, and an edge comes with its second end:
        the orders of graphillion. ``greedy`` goes on with the reached vertex that has the fewest
        edges left, and all of them come. ``as-is`` leaves the edges where they are.
    source : vertex, optional
        Where the walk begins: by default at the first vertex, or the least one of ``bfs`` and
        ``dfs`` if vertices have an order.

    Raises
    ------
    ValueError
        If the traversal is unknown, or the source is no vertex.
    """
    if traversal not in TRAVERSALS:
        raise ValueError(f"traversal {traversal!r} is unknown; take one of {', '.join(TRAVERSALS)}")
    if traversal == "as-is":
        return edges
    vertices: list[Any] = list(dict.fromkeys(vertex for edge in edges for vertex in edge))
    if source is not None and source not in vertices:
        raise ValueError(f"the source {source!r} is not a vertex of the universe")
    greedy = traversal == "greedy"
    with suppress(TypeError):  # vertices of different types have no order
        vertices = vertices if greedy else sorted(vertices)
    rank = {vertex: place for place, vertex in enumerate(vertices)}
    neighbours: list[dict[int, None]] = [{} for _ in vertices]
    for u, v in edges:
        neighbours[rank[u]][rank[v]] = neighbours[rank[v]][rank[u]] = None
    listed, start = [list(each) for each in neighbours], rank.get(source, 0)
    met = _greedy(listed, start) if greedy else _first_met(listed, start, traversal == "dfs")
    when = {vertices[vertex]: time for time, vertex in enumerate(met)}

    def place(edge: Edge) -> tuple[int, int]:
        first, second = sorted(edge, key=when.__getitem__)
        return (when[first], rank[second]) if greedy else (when[second], rank[first])

    return sorted(edges, key=place)


def _first_met(neighbours: list[list[int]], source: int, depth: bool) -> list[int]:
    """The vertices as they come out of a queue, or of a stack, that each enters once."""
    met: list[int] = []
    known: set[int] = set()
    for start in (source, *range(len(neighbours))):
        waiting = deque([start] if start not in known else [])
        known.add(start)
        while waiting:
            met.append(waiting.pop() if depth else waiting.popleft())
            waiting.extend(sorted(set(neighbours[met[-1]]) - known))
            known.update(neighbours[met[-1]])
    return met


def _greedy(neighbours: list[list[int]], source: int) -> list[int]:
    """The vertices, next the reached one with the fewest edges left."""
    left = [len(each) for each in neighbours]
    met: dict[int, None] = {}
    for start in (source, *range(len(neighbours))):
        heap = [(left[start], 0, start)]
        reached = 0
        while heap:
            edges_left, _, vertex = heappop(heap)
            if vertex in met or edges_left != left[vertex]:
                continue
            met[vertex] = None
            for other in neighbours[vertex]:
                if other not in met:
                    left[other] -= 1
                    reached += 1
                    heappush(heap, (left[other], reached, other))
    return list(met)
