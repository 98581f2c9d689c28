"""Families of directed graphs, each the set of its edges."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from nzdd import families
from nzdd.adapters.libraries.graphillion_api.graph_ground import GraphGround
from nzdd.adapters.libraries.graphillion_api.graph_objects import Converters, new_converters
from nzdd.adapters.libraries.graphillion_api.graphs.edge_family import Counts, EdgeFamily
from nzdd.adapters.libraries.graphillion_api.graphs.selection import selecting

if TYPE_CHECKING:
    from typing_extensions import Self


class DiGraphSet(EdgeFamily):
    """A set of directed graphs, subgraphs of the universe; each is a list of edges.

    An edge leads from its first vertex to its second one.

    Parameters
    ----------
    given : iterable of graphs, mapping, or DiGraphSet, optional
        As for `GraphSet`, also for errors.

    Examples
    --------
    >>> DiGraphSet.set_universe([(1, 2), (2, 3), (3, 1), (2, 1)])
    >>> sorted(DiGraphSet.directed_cycles())
    [[(1, 2), (2, 1)], [(1, 2), (2, 3), (3, 1)]]
    """

    __slots__ = ()
    converters: ClassVar[Converters] = new_converters()
    _universe: ClassVar[GraphGround] = GraphGround([(1, 2)], "as-is", directed=True)
    _vertices: ClassVar[set[Any]] = {1, 2}

    @classmethod
    def set_universe(
        cls, universe: Any, traversal: str = "greedy", source: Hashable = None
    ) -> None:
        """Set the digraph; see `Universe.set_universe`."""
        edges = cls._to_edges(universe)
        DiGraphSet._universe = GraphGround(edges, traversal, source, directed=True)
        DiGraphSet._vertices = set(DiGraphSet._universe.vertices)

    @classmethod
    def _current(cls) -> GraphGround:
        return DiGraphSet._universe

    @selecting
    def graphs(
        cls: Any,
        in_degree_constraints: Mapping[Any, Counts] | None = None,
        out_degree_constraints: Mapping[Any, Counts] | None = None,
        graphset: Any = None,
    ) -> Any:
        """All digraphs that keep some conditions.

        Parameters
        ----------
        in_degree_constraints, out_degree_constraints : mapping, optional
            The numbers of edges that lead to some vertices, and from them, or ranges of numbers.
        graphset : DiGraphSet, optional
            The family that graphs are taken from.

        Raises
        ------
        KeyError
            If a vertex is not in the universe.
        """
        return cls._directed(
            graphset,
            in_degrees=cls._degrees(in_degree_constraints or {}),
            out_degrees=cls._degrees(out_degree_constraints or {}),
        )

    @selecting
    def directed_cycles(cls: Any, graphset: Any = None) -> Any:
        """The cycles along the edges."""
        found = families.simple_cycles(cls._current().ends, directed=True, order="natural")
        return cls._selected(found, graphset)

    @selecting
    def directed_hamiltonian_cycles(cls: Any, graphset: Any = None) -> Any:
        """The cycles along the edges through all vertices."""
        return cls._directed(graphset, in_degrees=1, out_degrees=1, components=1)

    @selecting
    def directed_st_paths(
        cls: Any, s: Hashable, t: Hashable, is_hamiltonian: bool = False, graphset: Any = None
    ) -> Any:
        """The paths along the edges from one vertex to another one; through all vertices."""
        number = cls._numbers()
        start, end = number[s], number[t]
        if start == end:
            return cls()
        if is_hamiltonian:
            return cls._directed(
                graphset,
                in_degrees=cls._degrees({s: 0}, 1),
                out_degrees=cls._degrees({t: 0}, 1),
                components=1,
            )
        ends = cls._current().ends
        found = families.simple_paths(ends, start, end, directed=True, order="natural")
        return cls._selected(found, graphset)

    @selecting
    def rooted_trees(
        cls: Any, root: Hashable, is_spanning: bool = False, graphset: Any = None
    ) -> Any:
        """The trees whose edges lead away from a root; those that hold all vertices."""
        others: Counts = 1 if is_spanning else range(2)
        return cls._directed(
            graphset,
            in_degrees=cls._degrees({root: 0}, others),
            acyclic=True,
            groups=[[cls._numbers()[root]]],
            grouped=True,
        )

    @selecting
    def rooted_forests(
        cls: Any,
        roots: Iterable[Hashable] | None = None,
        is_spanning: bool = False,
        graphset: Any = None,
    ) -> Any:
        """The forests of trees whose edges lead away from roots (branchings).

        Given roots are those of all trees, and each has an edge. With `is_spanning`, every vertex
        has an edge.
        """
        conditions: dict[str, Any] = {"in_degrees": range(2)}
        if given := list(roots or ()):
            numbers = [cls._numbers()[root] for root in given]
            others: Counts = 1 if is_spanning else range(2)
            conditions["in_degrees"] = cls._degrees(dict.fromkeys(given, 0), others)
            conditions["out_degrees"] = cls._degrees(dict.fromkeys(given, cls._some()))
            conditions |= {"groups": [[each] for each in numbers], "grouped": True}
        elif is_spanning:
            conditions["degrees"] = cls._some()
        return cls._directed(graphset, acyclic=True, **conditions)

    @classmethod
    def _directed(cls, graphset: Any, **conditions: Any) -> Self:
        return cls._found(graphset, directed=True, **conditions)
