"""Families of graphs by their type: paths, trees, matchings, and the search that finds all."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from nzdd import families
from nzdd.adapters.libraries.graphillion_api.graph_ground import GraphGround
from nzdd.adapters.libraries.graphillion_api.graphs.degree_types import DegreeTypes
from nzdd.adapters.libraries.graphillion_api.graphs.edge_family import Counts
from nzdd.adapters.libraries.graphillion_api.graphs.partition_types import PartitionTypes
from nzdd.adapters.libraries.graphillion_api.graphs.selection import selecting

Linear = tuple[Sequence[tuple[Any, ...]], tuple[float, float]]


class GraphTypes(DegreeTypes, PartitionTypes):
    """The families of `GraphSet` by type; those by conditions on degrees and partitions are bases.

    Each takes the graphs of the universe or, called on a family or given one as `graphset`, those
    of this family. Vertices that are not in the universe raise a KeyError.
    """

    __slots__ = ()

    @selecting
    def graphs(
        cls: Any,
        vertex_groups: Iterable[Iterable[Hashable]] | None = None,
        degree_constraints: Mapping[Any, Counts] | None = None,
        num_edges: Counts | None = None,
        no_loop: bool = False,
        graphset: Any = None,
        linear_constraints: Iterable[Linear] | None = None,
    ) -> Any:
        """All graphs that keep some conditions.

        Parameters
        ----------
        vertex_groups : iterable of iterables of vertices, optional
            The graph has one component for each group, which holds its vertices: those of a group
            are connected, and not with others. A single vertex may be alone; an empty group stands
            for any component with an edge.
        degree_constraints : mapping, optional
            The number of edges that some vertices have, or a range of numbers.
        num_edges : int or range, optional
            The number of edges of a graph.
        no_loop : bool
            Whether graphs have no cycle.
        graphset : GraphSet, optional
            The family that graphs are taken from.
        linear_constraints : iterable of (edges, (low, high)), optional
            The weights of the edges, third entries or one, add up to `low` at least and `high` at
            most; other edges weigh nothing.

        Raises
        ------
        KeyError
            If a vertex or an edge is not in the universe.
        """
        ground = cls._current()
        number = ground.vertex_number
        conditions: dict[str, Any] = _components(vertex_groups, number)
        if degree_constraints is not None:
            conditions["degrees"] = {number[v]: d for v, d in degree_constraints.items()}
        linear = [_linear(each, ground) for each in linear_constraints or ()]
        return cls._found(
            graphset, num_edges=num_edges, acyclic=no_loop, linear=linear, **conditions
        )

    @selecting
    def connected_components(cls: Any, vertices: Iterable[Hashable], graphset: Any = None) -> Any:
        """The connected graphs that hold some vertices."""
        return cls.graphs([vertices], graphset=graphset)

    @selecting
    def steiner_subgraphs(cls: Any, terminals: Iterable[Hashable], graphset: Any = None) -> Any:
        """The connected graphs that hold some vertices: `connected_components`."""
        return cls.graphs([terminals], graphset=graphset)

    @selecting
    def trees(
        cls: Any, root: Hashable = None, is_spanning: bool = False, graphset: Any = None
    ) -> Any:
        """The trees, those with a root, or those that hold all vertices.

        Without a root a tree has an edge.
        """
        if is_spanning:
            return cls._found(graphset, acyclic=True, components=1, spanning=True)
        return cls.graphs([[] if root is None else [root]], no_loop=True, graphset=graphset)

    @selecting
    def forests(
        cls: Any,
        roots: Iterable[Hashable] | None = None,
        is_spanning: bool = False,
        graphset: Any = None,
    ) -> Any:
        """The forests, or those of which each tree holds one of the roots.

        With `is_spanning` every vertex that is no root has an edge.
        """
        given = list(roots or ())
        conditions: dict[str, Any] = _components([[root] for root in given], cls._numbers())
        if is_spanning:
            others = set(cls._numbers()) - set(given)
            conditions["degrees"] = cls._degrees(dict.fromkeys(others, cls._some()))
        return cls._found(graphset, acyclic=True, **conditions)

    @selecting
    def cycles(cls: Any, is_hamilton: bool = False, graphset: Any = None) -> Any:
        """The cycles, or those through all vertices."""
        if graphset is None and not is_hamilton:
            return cls._searched(families.simple_cycles)
        return cls._found(graphset, degrees=2 if is_hamilton else (0, 2), components=1)

    @selecting
    def steiner_cycles(cls: Any, terminals: Iterable[Hashable], graphset: Any = None) -> Any:
        """The cycles that hold some vertices."""
        return cls._found(
            graphset, degrees=cls._degrees(dict.fromkeys(terminals, 2), (0, 2)), components=1
        )

    @selecting
    def paths(
        cls: Any,
        terminal1: Hashable = None,
        terminal2: Hashable = None,
        is_hamilton: bool = False,
        graphset: Any = None,
    ) -> Any:
        """The paths with an edge; those with one given end, or two; through all vertices."""
        ends = [vertex for vertex in (terminal1, terminal2) if vertex is not None]
        if len(ends) == 2:
            if terminal1 == terminal2:
                return cls()
            if graphset is None and not is_hamilton:
                return cls._searched(families.simple_paths, *map(cls._numbers().__getitem__, ends))
            others: Counts = 2 if is_hamilton else (0, 2)
        else:
            others = (1, 2) if is_hamilton else range(3)
        degrees = cls._degrees(dict.fromkeys(ends, 1), others)
        return cls._found(graphset, degrees=degrees, acyclic=True, components=1)

    @selecting
    def steiner_paths(cls: Any, terminals: Iterable[Hashable], graphset: Any = None) -> Any:
        """The paths that hold some vertices."""
        degrees = cls._degrees(dict.fromkeys(terminals, (1, 2)), range(3))
        return cls._found(graphset, degrees=degrees, acyclic=True, components=1)

    @selecting
    def steiner_trees(cls: Any, terminals: Iterable[Hashable], graphset: Any = None) -> Any:
        """The trees that hold some vertices."""
        return cls.graphs([terminals], no_loop=True, graphset=graphset)

    @classmethod
    def reliability(
        cls, probabilities: Mapping[Any, float] | None, terminals: Iterable[Hashable] | None
    ) -> float:
        """The probability that some vertices are connected, each edge there with its own.

        An edge without a probability is always there. Without vertices it is one.

        Raises
        ------
        KeyError
            If an edge or a vertex is not in the universe.
        """
        return cls._current().reliability(probabilities, terminals)


def _components(
    vertex_groups: Iterable[Iterable[Hashable]] | None, number: Mapping[Hashable, int]
) -> dict[str, Any]:
    """The conditions that each component holds a group, or that there are so many of them."""
    groups = [list(dict.fromkeys(group)) for group in vertex_groups or ()]
    if not groups:
        return {}
    named = [[number[vertex] for vertex in group] for group in groups if group]
    if len(named) == len(groups):
        return {"groups": named, "grouped": True}
    if named:
        raise ValueError(
            "empty groups stand beside groups with vertices; make the families apart and intersect"
        )
    return {"components": len(groups)}


def _linear(given: Linear, ground: GraphGround) -> tuple[list[float], float, float]:
    edges, bounds = given
    weights: list[float] = [0] * len(ground)
    for edge in edges:
        symbol = ground.edge(edge)
        if symbol is None:
            raise KeyError(edge)
        weights[symbol] = edge[2] if len(edge) > 2 else 1
    low, high = bounds
    return weights, low, high
