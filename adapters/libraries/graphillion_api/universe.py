"""The universe that families of edges, of vertices and of both share."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

import numpy as np

from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api.graph_ground import GraphGround
from nzdd.adapters.libraries.graphillion_api.graph_objects import (
    Converters,
    new_converters,
    to_edges,
)
from nzdd.adapters.libraries.graphillion_api.ground import Ground, embedded


def _first_graph() -> GraphGround:
    return GraphGround([(1, 2)], "as-is")


class EdgeVertexGround(Ground):
    """The edges and vertices of a graph; a vertex follows its last edge."""

    def __init__(self, edges: GraphGround, vertices: Ground) -> None:
        self.edges = edges
        last = np.zeros(len(edges.vertices), np.int64)
        np.maximum.at(last, edges.ends, np.arange(len(edges))[:, None])
        objects: list[Any] = []
        for symbol, edge in enumerate(edges.objects):
            leaving = [v for v in dict.fromkeys(edge) if last[edges.vertex_number[v]] == symbol]
            objects += [edge, *leaving]
        isolated = vertices.objects[len(edges.vertices) :]
        super().__init__([*objects, *isolated], {**vertices.weights, **edges.weights})
        self.edge_places = [self.number[edge] for edge in edges.objects]

    def with_vertices(self, edge_sets: ZDD) -> ZDD:
        """Sets of edges with the vertices of the edges added to each."""
        joined = embedded(edge_sets, self.edge_places, len(self))
        for vertex in self.edges.vertices:
            own = [[self.edge_places[symbol]] for symbol in self.edges.incident(vertex)]
            touched = joined.supersets(own)
            joined = (joined - touched) | touched.change(self.number[vertex])
        return joined


class Universe:
    """The graph whose sets of edges and vertices families hold.

    `GraphSet`, `VertexSetSet` and `EdgeVertexSetSet` share it; `setset` and `DiGraphSet` have
    universes of their own.

    Attributes
    ----------
    vertices : set
        The vertices of the edges.
    weights : dict
        The weights of edges, where they were given, and of all vertices.
    isolated_vertices : set
    """

    vertices: ClassVar[set[Any]] = {1, 2}
    weights: ClassVar[dict[Any, float]] = {1: 1, 2: 1}
    isolated_vertices: ClassVar[set[Any]] = set()
    _converters: ClassVar[Converters] = new_converters()
    _edges: GraphGround = _first_graph()
    _vertices: Ground = Ground(_edges.vertices)
    _both: EdgeVertexGround = EdgeVertexGround(_edges, _vertices)

    @staticmethod
    def set_universe(
        universe: Any,
        traversal: str = "greedy",
        source: Hashable = None,
        weights: Mapping[Any, float] | None = None,
        isolated: Iterable[Hashable] | None = None,
    ) -> None:
        """Set the graph.

        Parameters
        ----------
        universe : iterable of tuple, or graph
            The edges, pairs of vertices; a third entry is the weight. Graphs of networkx and igraph
            are lists of their edges, and others what `GraphSet.converters` make of them.
        traversal : {"greedy", "bfs", "dfs", "as-is"}
            The order of the edges in diagrams: ``as-is`` as they come, the others by a walk.
        source : vertex, optional
            Where the walk begins.
        weights : mapping, optional
            Weights of edges and vertices, one by default.
        isolated : iterable, optional
            Vertices without an edge: they are in the universe of vertices, at its end.

        Raises
        ------
        KeyError
            If an edge comes twice.
        ValueError
            If there is no edge, the traversal is unknown, or an isolated vertex has an edge.
        """
        edges = to_edges(Universe._converters, universe)
        Universe._set(GraphGround(edges, traversal, source, weights=weights), weights, isolated)

    @staticmethod
    def _set(
        edges: GraphGround,
        weights: Mapping[Any, float] | None = None,
        isolated: Iterable[Hashable] | None = None,
    ) -> None:
        vertices = Ground(edges.vertices, weights)
        alone = list(isolated or ())
        for vertex in alone:
            if vertex in vertices.number:
                raise ValueError(f"vertex {vertex!r} has edges or is named twice; leave it out")
            vertices.add(vertex)
        Universe._edges, Universe._vertices = edges, vertices
        Universe._both = EdgeVertexGround(edges, vertices)
        Universe.vertices = set(edges.vertices)
        Universe.isolated_vertices = set(alone)
        Universe._weigh()

    @staticmethod
    def set_vertex_universe(
        universe: Iterable[Any],
        weights: Mapping[Any, float] | None = None,
        tuple_vertex: bool = False,
    ) -> None:
        """Set the vertices alone.

        Parameters
        ----------
        universe : iterable
            Vertices, or tuples of a vertex and its weight.
        weights : mapping, optional
            Further weights; those of the tuples go first.
        tuple_vertex : bool
            Whether tuples are vertices.
        """
        own = dict(weights or {})
        vertices = []
        for each in universe:
            weighted = isinstance(each, tuple) and not tuple_vertex
            vertices.append(each[0] if weighted else each)
            if weighted and len(each) > 1:
                own[each[0]] = each[1]
        Universe._vertices = Ground(vertices, own)
        Universe._weigh()

    @staticmethod
    def _weigh() -> None:
        edges, vertices = Universe._edges, Universe._vertices
        own = {vertex: vertices.weights.get(vertex, 1) for vertex in vertices.objects}
        Universe.weights = own | {e: w for e, w in edges.weights.items() if e in edges.number}

    @staticmethod
    def edge_universe() -> Any:
        """The edges in the order of the diagrams, with their weights where they were given."""
        return Universe._converters["to_graph"](with_weights(Universe._edges))

    @staticmethod
    def vertex_universe() -> list[Any]:
        """The vertices in the order of the diagrams, with their weights where they were given."""
        ground = Universe._vertices
        return [(v, ground.weights[v]) if v in ground.weights else v for v in ground.objects]

    @staticmethod
    def edge_vertex_universe() -> list[Any]:
        """The edges and vertices in the order of the diagrams: a vertex follows its last edge."""
        return list(Universe._both.objects)


def with_weights(ground: GraphGround) -> list[tuple[Any, ...]]:
    """The edges of a graph, with their weights where they were given."""
    weights = ground.weights
    return [(*edge, weights[edge]) if edge in weights else edge for edge in ground.objects]
