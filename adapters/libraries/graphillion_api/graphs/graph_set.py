"""Families of graphs, each the set of its edges."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from nzdd.adapters.libraries.graphillion_api.edge_vertex_set_set import EdgeVertexSetSet
from nzdd.adapters.libraries.graphillion_api.graph_ground import GraphGround
from nzdd.adapters.libraries.graphillion_api.graph_objects import Converters
from nzdd.adapters.libraries.graphillion_api.graphs.graph_types import GraphTypes
from nzdd.adapters.libraries.graphillion_api.ground import restricted
from nzdd.adapters.libraries.graphillion_api.universe import EdgeVertexGround, Universe
from nzdd.adapters.libraries.graphillion_api.vertex_set_set import VertexSetSet
from nzdd.cores import num_cores
from nzdd.families import without_induced


class GraphSet(GraphTypes):
    """A set of graphs, subgraphs of the universe; each is a list of edges.

    An edge is a pair of vertices, in either direction; a vertex is any hashable object.

    Parameters
    ----------
    given : iterable of graphs, mapping, or GraphSet, optional
        The graphs; or ``{"include": edges, "exclude": edges}``, either of them optional: all
        graphs with the first and without the others.

    Raises
    ------
    KeyError
        If an edge is not in the universe.
    TypeError
        If it is something else, or an edge is both included and excluded.

    Attributes
    ----------
    converters : dict
        ``to_edges`` makes edges of a graph as scripts have it, and ``to_graph`` the graph of a list
        of edges: by default the lists themselves.

    Examples
    --------
    >>> GraphSet.set_universe([(1, 2), (1, 4), (2, 3), (2, 5), (3, 6), (4, 5), (5, 6)])
    >>> gs = GraphSet([[(1, 4)], [(1, 2), (2, 3)]])
    >>> gs
    GraphSet([[(1, 4)], [(1, 2), (2, 3)]])
    >>> gs.including(3).choice()
    [(1, 2), (2, 3)]
    """

    __slots__ = ()
    converters: ClassVar[Converters] = Universe._converters

    @classmethod
    def _current(cls) -> GraphGround:
        return Universe._edges

    @classmethod
    def set_universe(
        cls, universe: Any, traversal: str = "greedy", source: Hashable = None
    ) -> None:
        """Set the graph; see `Universe.set_universe`."""
        Universe._set(GraphGround(cls._to_edges(universe), traversal, source))

    @classmethod
    def forbidden_induced_subgraphs(cls, forbidden_graphset: GraphSet | None = None) -> GraphSet:
        """The graphs that have no graph of a family as an induced subgraph."""
        if not isinstance(forbidden_graphset, GraphSet):
            raise TypeError("forbidden_graphset is missing; give the GraphSet of forbidden graphs")
        ground = forbidden_graphset._ground
        return cls._from(without_induced(forbidden_graphset._family, ground.ends), ground)

    @staticmethod
    def omp_get_max_threads() -> int:
        """The number of cores that may be used."""
        return num_cores()

    @staticmethod
    def omp_get_num_procs() -> int:
        """The number of cores that may be used."""
        return num_cores()

    @staticmethod
    def omp_get_num_threads() -> int:
        """One: scripts run in one thread."""
        return 1

    @staticmethod
    def omp_set_num_threads(num_threads: int) -> None:
        """Does nothing: the library decides by itself where it takes more than one thread."""

    def to_vertexsetset(self) -> VertexSetSet:
        """The sets of vertices that have an edge in a graph."""
        ground, vertices = self._both(), Universe._vertices
        places = [ground.number[vertex] for vertex in vertices.objects]
        return VertexSetSet._from(restricted(ground.with_vertices(self._family), places), vertices)

    def to_edgevertexsetset(self) -> EdgeVertexSetSet:
        """The graphs as sets of edges and vertices."""
        ground = self._both()
        return EdgeVertexSetSet._from(ground.with_vertices(self._family), ground)

    def _both(self) -> EdgeVertexGround:
        if self._ground.objects != Universe._edges.objects:
            raise ValueError("the family is over another universe; set its own again")
        return Universe._both
