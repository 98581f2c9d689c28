"""Families of graphs by the degrees of vertices: matchings, factors, cliques, regular ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from nzdd.adapters.libraries.graphillion_api.graphs.edge_family import EdgeFamily
from nzdd.adapters.libraries.graphillion_api.graphs.selection import selecting


class DegreeTypes(EdgeFamily):
    """The families of `GraphSet` that conditions on degrees describe."""

    __slots__ = ()
    DegreeDistribution_Any: ClassVar[int] = -1
    """Any number of vertices, in `degree_distribution_graphs`."""

    @selecting
    def cliques(cls: Any, k: int, graphset: Any = None) -> Any:
        """The complete graphs of k vertices, k > 1."""
        if k < 2:
            raise ValueError(f"k is {k}; a clique with an edge has two vertices at least")
        size = k * (k - 1) // 2
        return cls._found(graphset, degrees=(0, k - 1), num_edges=size, components=1)

    @selecting
    def bicliques(cls: Any, a: int, b: int, graphset: Any = None) -> Any:
        """The complete bipartite graphs between a and b vertices."""
        if min(a, b) < 1:
            raise ValueError(f"a and b are {a} and {b}; both sides have vertices")
        counts = {a: 2 * a} if a == b else {a: b, b: a}
        return cls._found(
            graphset, degrees={0, a, b}, degree_counts=counts, components=1, bipartite=True
        )

    @selecting
    def matchings(cls: Any, graphset: Any = None) -> Any:
        """The sets of edges without a common vertex."""
        return cls._found(graphset, degrees=range(2))

    @selecting
    def perfect_matchings(cls: Any, graphset: Any = None) -> Any:
        """The matchings that cover all vertices."""
        return cls._found(graphset, degrees=1)

    @selecting
    def k_matchings(cls: Any, k: int, graphset: Any = None) -> Any:
        """The graphs with k edges at most at each vertex."""
        return cls._found(graphset, degrees=range(k + 1))

    @selecting
    def b_matchings(cls: Any, b: Mapping[Any, int], graphset: Any = None) -> Any:
        """The graphs with b(v) edges at most at each vertex v; none where b is not given."""
        at = {v: range(b.get(v, 0) + 1) for v in cls._numbers()}
        return cls._found(graphset, degrees=cls._degrees(at))

    @selecting
    def k_factors(cls: Any, k: int, graphset: Any = None) -> Any:
        """The graphs with k edges at each vertex of the universe."""
        return cls._found(graphset, degrees=k)

    @selecting
    def f_factors(cls: Any, f: Mapping[Any, int], graphset: Any = None) -> Any:
        """The graphs with f(v) edges at each vertex v; none where f is not given."""
        at = {v: f.get(v, 0) for v in cls._numbers()}
        return cls._found(graphset, degrees=cls._degrees(at))

    @selecting
    def bipartite_graphs(cls: Any, is_connected: bool = True, graphset: Any = None) -> Any:
        """The graphs without an odd cycle; connected ones, the graph without an edge among them."""
        components = range(2) if is_connected else None
        return cls._found(graphset, bipartite=True, components=components)

    @selecting
    def regular_graphs(
        cls: Any,
        degree: int | tuple[int, int] | None = None,
        is_connected: bool = True,
        graphset: Any = None,
    ) -> Any:
        """The graphs with an edge whose vertices all have the same degree.

        Parameters
        ----------
        degree : int or pair of int, optional
            The degree, or its least and greatest value; any by default.
        is_connected : bool
            Whether graphs are connected.
        graphset : GraphSet, optional
            The family that graphs are taken from.
        """
        return cls._regular(degree, is_connected, graphset)

    @selecting
    def regular_bipartite_graphs(
        cls: Any,
        degree: int | tuple[int, int] | None = None,
        is_connected: bool = True,
        graphset: Any = None,
    ) -> Any:
        """The `regular_graphs` without an odd cycle."""
        return cls._regular(degree, is_connected, graphset, bipartite=True)

    @selecting
    def degree_distribution_graphs(
        cls: Any, deg_dist: Mapping[int, int], is_connected: bool, graphset: Any = None
    ) -> Any:
        """The graphs with given numbers of vertices of each degree.

        Parameters
        ----------
        deg_dist : mapping from int to int
            How many vertices of the universe have a degree: `DegreeDistribution_Any` for any
            number, none where it is not given.
        is_connected : bool
            Whether the vertices with an edge are connected.
        graphset : GraphSet, optional
            The family that graphs are taken from.
        """
        counts = {d: n for d, n in deg_dist.items() if n != cls.DegreeDistribution_Any}
        return cls._found(
            graphset,
            degrees=set(deg_dist),
            degree_counts=counts,
            components=1 if is_connected else None,
        )

    @selecting
    def letter_P_graphs(cls: Any, graphset: Any = None) -> Any:
        """The connected graphs with one vertex of degree 1, one of 3, and others of 2."""
        anything = cls.DegreeDistribution_Any
        distribution = {0: anything, 1: 1, 2: anything, 3: 1}
        return cls.degree_distribution_graphs(distribution, True, graphset=graphset)

    @classmethod
    def _regular(
        cls, degree: int | tuple[int, int] | None, connected: bool, graphset: Any, **more: Any
    ) -> Any:
        most = int(np.bincount(cls._current().ends.ravel()).max())
        low, high = (degree, degree) if isinstance(degree, int) else degree or (1, most)
        components = 1 if connected else cls._some()
        return cls().union(
            *(
                cls._found(graphset, degrees=(0, each), components=components, **more)
                for each in range(max(low, 1), min(high, most) + 1)
            )
        )
