"""Families of sets of edges, directed or not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from nzdd import ZDD, families
from nzdd.adapters.libraries.graphillion_api.graph_ground import GraphGround
from nzdd.adapters.libraries.graphillion_api.graph_objects import Converters, to_edges
from nzdd.adapters.libraries.graphillion_api.structures import FreeStructureFamily
from nzdd.adapters.libraries.graphillion_api.universe import with_weights

if TYPE_CHECKING:
    from typing_extensions import Self


Counts = int | Collection[int]


class EdgeFamily(FreeStructureFamily):
    """A family of sets of edges of a graph, directed or not."""

    __slots__ = ()
    _ground: GraphGround
    converters: ClassVar[Converters]

    @classmethod
    def universe(cls) -> Any:
        """The edges in the order of the diagrams, with their weights where they were given."""
        return cls._to_graph(with_weights(cls._current()))

    @classmethod
    def _current(cls) -> GraphGround:
        raise NotImplementedError

    @classmethod
    def _to_graph(cls, edges: list[tuple[Any, ...]]) -> Any:
        return cls.converters["to_graph"](edges)

    @classmethod
    def _to_edges(cls, graph: Any) -> Iterable[Any]:
        return to_edges(cls.converters, graph)

    @classmethod
    def _found(cls, graphset: Any, **conditions: Any) -> Self:
        """The graphs that keep the conditions of `nzdd.families.graphs`."""
        ground = cls._current()
        if graphset is not None:
            conditions["within"] = cls()._operand(graphset)
        found = families.graphs(ground.ends, order="natural", **conditions)
        return cls._from(found, ground)

    @classmethod
    def _searched(cls, family: Callable[..., ZDD], *arguments: Any) -> Self:
        """A family of `nzdd.families`, in the order of the universe."""
        ground = cls._current()
        return cls._from(family(ground.ends, *arguments, order="natural"), ground)

    @classmethod
    def _selected(cls, found: ZDD, graphset: Any) -> Self:
        """A family over the current universe; that part of it which is in a given one."""
        family = cls._from(found, cls._current())
        return family if graphset is None else graphset & family

    @classmethod
    def _numbers(cls) -> dict[Hashable, int]:
        return cls._current().vertex_number

    @classmethod
    def _some(cls) -> range:
        """The degrees of a vertex that has an edge."""
        return range(1, 2 * len(cls._current()) + 1)

    @classmethod
    def _degrees(
        cls, given: Mapping[Any, Counts], others: Counts | None = None
    ) -> dict[int, Counts]:
        """Degrees by the numbers of vertices; KeyError for vertices outside the universe."""
        number = cls._numbers()
        degrees = {} if others is None else dict.fromkeys(number.values(), others)
        return {**degrees, **{number[vertex]: degree for vertex, degree in given.items()}}

    def _symbols(self, given: Any) -> list[int]:
        symbols = []
        for edge in self._to_edges(given):
            symbol = self._ground.edge(edge)
            if symbol is None:
                raise KeyError(edge)
            symbols.append(symbol)
        return symbols

    def _one(self, obj: Any) -> int:
        symbol = self._ground.edge(obj)
        if symbol is None:
            if obj in self._ground.vertex_number:
                raise TypeError(f"{obj!r} is a vertex; give an edge")
            raise KeyError(obj)
        return symbol

    def _parts(self, obj: Any) -> list[int] | None:
        if not isinstance(obj, Hashable):
            return None
        symbol = self._ground.edge(obj)
        if symbol is not None:
            return [symbol]
        try:
            if obj in self._ground.vertex_number:
                return self._ground.incident(obj)
        except TypeError:  # a tuple of what cannot be hashed
            return None
        if isinstance(obj, frozenset) or not isinstance(obj, tuple | str | int | float | None):
            return None
        raise KeyError(obj)

    def _edges(self, symbols: Iterable[int]) -> list[Any]:
        edges = [self._ground.objects[symbol] for symbol in symbols]
        try:
            return sorted(edges)
        except TypeError:  # vertices of different types have no order
            return edges

    def _shown(self, symbols: Iterable[int]) -> Any:
        return self._to_graph(self._edges(symbols))

    def _text(self, symbols: Iterable[int]) -> str:
        return repr(self._edges(symbols))

    def _by_element(self, given: Mapping[Any, Any] | None) -> dict[Any, Any]:
        """Edges may be named in either direction, where they have none."""
        values = dict(given or {})
        numbers = {each: self._ground.edge(each) for each in values}
        objects = self._ground.objects
        return {
            each if (symbol := numbers[each]) is None else objects[symbol]: value
            for each, value in values.items()
        }

    def add(self, graph_or_edge: Any) -> None:
        """Add a graph to the family, or an edge to all its graphs; KeyError if it is not known."""
        self._add(graph_or_edge)

    def flip(self, edge: Any) -> None:
        """Toggle an edge in every graph; KeyError if it is not in the universe."""
        self._flip(edge)

    def add_some_edge(self) -> Self:
        """All graphs that come of a graph by adding one edge."""
        return self._moved(ZDD.add_some)

    def remove_some_edge(self) -> Self:
        """All graphs that come of a graph by removing one edge."""
        return self._moved(ZDD.remove_some)

    def remove_add_some_edges(self) -> Self:
        """All graphs that come of a graph by removing one edge and adding another one."""
        return self._moved(ZDD.exchange_some)
