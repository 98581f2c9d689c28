"""Families of sets of edges and vertices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api.structures import StructureFamily
from nzdd.adapters.libraries.graphillion_api.universe import EdgeVertexGround, Universe
from nzdd.families import power_set


class EdgeVertexSetSet(StructureFamily):
    """A set of graphs, each the list of its edges and vertices, those without an edge among them.

    Parameters
    ----------
    given : iterable of lists of edges and vertices, EdgeVertexSetSet, or {}, optional
        A list that holds an edge holds its vertices. ``{}`` stands for all graphs without isolated
        vertices.

    Raises
    ------
    KeyError
        If an edge or a vertex is not in the universe, or the vertex of an edge is missing.
    TypeError
        If it is something else.

    Examples
    --------
    >>> Universe.set_universe([(1, 2), (2, 3)])
    >>> EdgeVertexSetSet([[(1, 2), 1, 2], [3]]).including(3)
    EdgeVertexSetSet([[3]])
    """

    __slots__ = ()

    _ground: EdgeVertexGround

    @classmethod
    def _current(cls) -> EdgeVertexGround:
        return Universe._both

    def _constrained(self, given: Mapping[str, Any]) -> ZDD:
        if given:
            raise TypeError("only the empty dict is possible; select with including and excluding")
        return self._ground.with_vertices(power_set(len(self._ground.edges)))

    def _all(self) -> ZDD:
        graphs = self._ground.with_vertices(power_set(len(self._ground.edges)))
        vertices = [
            symbol for symbol, each in enumerate(self._ground.objects) if not self._is_edge(each)
        ]
        return graphs.join(power_set(len(self._ground)).subsets([vertices]))

    def _symbols(self, given: Any) -> list[int]:
        if isinstance(given, tuple):
            raise KeyError(f"{given!r} is an edge or a vertex; give lists of them")
        named = list(given)
        symbols = [self._one(each) for each in named]
        held = set(symbols)
        for symbol in symbols:
            edge = self._ground.objects[symbol]
            for vertex in edge if self._is_edge(edge) else ():
                if self._ground.number[vertex] not in held:
                    raise KeyError(f"edge {edge!r} is there, but not its vertex {vertex!r}")
        return symbols

    def _is_edge(self, obj: Any) -> bool:
        return self._ground.edges.edge(obj) is not None

    def _one(self, obj: Any) -> int:
        symbol = self._ground.edges.edge(obj)
        return self._ground.number[obj] if symbol is None else self._ground.edge_places[symbol]

    def _parts(self, obj: Any) -> list[int] | None:
        if isinstance(obj, list | set | frozenset) or not isinstance(obj, Hashable):
            return None
        return [self._one(obj)]

    def _shown(self, symbols: Iterable[int]) -> list[Any]:
        named = [self._ground.objects[symbol] for symbol in symbols]
        edges = [each for each in named if self._is_edge(each)]
        vertices = [each for each in named if not self._is_edge(each)]
        try:
            return [*sorted(edges), *sorted(vertices)]
        except TypeError:  # vertices of different types have no order
            return [*edges, *vertices]

    def add(self, edgesvertices: Any) -> None:
        """Add a graph to the family; KeyError if a part of it is not in the universe."""
        self._add(edgesvertices)

    @staticmethod
    def reliability(
        probabilities: Mapping[Any, float] | None, terminals: Iterable[Hashable] | None
    ) -> float:
        """The probability that some vertices are connected; see `GraphSet.reliability`."""
        return Universe._edges.reliability(probabilities, terminals)

    def add_vertex(self, vertex: Hashable) -> None:
        """Add a vertex to each graph; KeyError if it is not in the universe."""
        self._zdd = self._family.join([[self._ground.number[vertex]]])
