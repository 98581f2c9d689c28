"""Families of sets of vertices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any

import networkx as nx

from nzdd import ZDD, families
from nzdd.adapters.libraries.graphillion_api.ground import Ground
from nzdd.adapters.libraries.graphillion_api.structures import FreeStructureFamily
from nzdd.adapters.libraries.graphillion_api.universe import Universe

if TYPE_CHECKING:
    from typing_extensions import Self


class VertexSetSet(FreeStructureFamily):
    """A set of sets of vertices; each is a list.

    Parameters
    ----------
    given : iterable of vertex sets, mapping, or VertexSetSet, optional
        The sets; or ``{"include": vertices, "exclude": vertices}``, either of them optional: all
        sets with the first and without the others.

    Raises
    ------
    KeyError
        If a vertex is not in the universe.
    TypeError
        If it is something else, or a vertex is both included and excluded.

    Examples
    --------
    >>> Universe.set_universe([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)])
    >>> VertexSetSet.independent_sets([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)]).larger(1)
    VertexSetSet([[2, 4]])
    """

    __slots__ = ()

    @classmethod
    def set_universe(cls, universe: Iterable[Any] | None = None) -> None:
        """Set the vertices; see `Universe.set_vertex_universe`. Without them, nothing changes."""
        if universe is not None:
            Universe.set_vertex_universe(universe)

    @classmethod
    def universe(cls) -> list[Any]:
        """The vertices in the order of the diagrams, with their weights where they were given."""
        return Universe.vertex_universe()

    @classmethod
    def _current(cls) -> Ground:
        return Universe._vertices

    def _symbols(self, given: Any) -> list[int]:
        return [self._ground.number[vertex] for vertex in given]

    def _one(self, obj: Any) -> int:
        return self._ground.number[obj]

    def _parts(self, obj: Any) -> list[int] | None:
        if isinstance(obj, list | set | frozenset) or not isinstance(obj, Hashable):
            return None
        return [self._one(obj)]

    def _shown(self, symbols: Iterable[int]) -> list[Any]:
        vertices = [self._ground.objects[symbol] for symbol in symbols]
        try:
            return sorted(vertices)
        except TypeError:  # vertices of different types have no order
            return vertices

    def add(self, vertices_or_vertex: Any) -> None:
        """Add a set to the family, or a vertex to all its sets; KeyError for unknown vertices."""
        self._add(vertices_or_vertex)

    def flip(self, vertex: Any) -> None:
        """Toggle a vertex in every set; KeyError if it is not in the universe."""
        self._flip(vertex)

    def pop(self) -> set[Any]:
        """Remove and return any set of the family, as a set; KeyError if there is none."""
        return set(super().pop())

    @classmethod
    def loads(cls, fp: str) -> Self:
        """A family from text over the current universe; see `setset.loads`."""
        return super().loads(fp)

    def add_some_vertex(self) -> Self:
        """All sets that come of a set by adding one vertex."""
        return self._moved(ZDD.add_some)

    def remove_some_vertex(self) -> Self:
        """All sets that come of a set by removing one vertex."""
        return self._moved(ZDD.remove_some)

    def remove_add_some_vertices(self) -> Self:
        """All sets that come of a set by removing one vertex and adding another one."""
        return self._moved(ZDD.exchange_some)

    @classmethod
    def independent_sets(cls, edges: Iterable[tuple[Any, Any]], distance: int = 1) -> Self:
        """All sets without two vertices at most `distance` edges apart.

        Parameters
        ----------
        edges : iterable of pairs
            The graph; its vertices are in the universe.
        distance : int

        Raises
        ------
        ValueError
            If an edge is no pair of vertices of the universe.
        """
        return cls._found(families.independent_sets, edges, distance)

    @classmethod
    def vertex_covers(cls, edges: Iterable[tuple[Any, Any]]) -> Self:
        """All sets that hold a vertex of each edge; see `independent_sets`."""
        return cls._found(families.vertex_covers, edges)

    @classmethod
    def cliques(cls, edges: Iterable[tuple[Any, Any]]) -> Self:
        """All sets whose vertices are joined by edges, any two of them; see `independent_sets`."""
        return cls._found(families.cliques, edges)

    @classmethod
    def dominating_sets(cls, edges: Iterable[tuple[Any, Any]], distance: int = 1) -> Self:
        """All sets that hold, for each vertex, one at most `distance` edges away from it."""
        return cls._found(families.dominating_sets, edges, distance)

    @classmethod
    def _found(
        cls, family: Callable[..., ZDD], edges: Iterable[tuple[Any, Any]], distance: int = 1
    ) -> Self:
        """A family of `nzdd.families`, of the graph or of a power of it."""
        ground = cls._current()
        pairs = list(edges)
        for edge in pairs:
            if len(edge) != 2:
                raise ValueError(f"{edge!r} is no edge; give pairs of vertices")
            for vertex in edge:
                if vertex not in ground.number:
                    raise ValueError(f"vertex {vertex!r} of edge {edge!r} is not in the universe")
        ends = [(ground.number[u], ground.number[v]) for u, v in pairs]
        if distance > 1:
            ends = list(nx.power(nx.Graph(ends), distance).edges)
        return cls._from(family(ends, num_vertices=len(ground), order="natural"), ground)
