"""Families of induced graphs, and of partitions of the vertices into connected parts."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any

from nzdd.adapters.libraries.graphillion_api.graphs.edge_family import EdgeFamily

_MOST = 2**31 - 1  # what graphillion takes for no upper bound


class PartitionTypes(EdgeFamily):
    """The families of `GraphSet` whose graphs have all edges between their vertices."""

    __slots__ = ()

    @classmethod
    def partitions(cls, num_comp_lb: int = 1, num_comp_ub: int = 2**15 - 1) -> Any:
        """The partitions of the vertices into connected parts, as all edges inside parts.

        Parameters
        ----------
        num_comp_lb, num_comp_ub : int
            The least and the greatest number of parts; a vertex can be a part.

        Raises
        ------
        ValueError
            If the least number is greater than the greatest.
        """
        if num_comp_lb > num_comp_ub:
            raise ValueError(
                f"num_comp_lb is {num_comp_lb} and num_comp_ub {num_comp_ub}; swap them"
            )
        return cls._found(
            None, partition=True, components=cls._parts_between(num_comp_lb, num_comp_ub)
        )

    @classmethod
    def balanced_partitions(
        cls,
        weight_list: Mapping[Hashable, int] | None = None,
        ratio: float = 0.0,
        lower: int = 0,
        upper: int = 2**30 - 1,
        num_comps: int = -1,
    ) -> Any:
        """The partitions into connected parts whose weights differ little.

        Parameters
        ----------
        weight_list : mapping from vertices to int, optional
            Their weights, one by default.
        ratio : float
            The heaviest part weighs at most so many times what the lightest does; zero for any.
            Each weight that the lightest part may have takes a search.
        lower, upper : int
            The least and the greatest weight of a part.
        num_comps : int
            The number of parts; any number by default.
        """
        weights = cls._weights(weight_list)
        total = sum(weights)
        parts = None if num_comps < 0 else num_comps
        bounds = [(lower, min(upper, total))]
        if ratio:
            lightest = range(max(lower, 1), min(upper, total // max(num_comps, 1)) + 1)
            bounds = [(low, min(upper, total, math.floor(ratio * low))) for low in lightest]
        return cls().union(
            *(
                cls._found(
                    None, partition=True, components=parts, component_weights=(weights, *each)
                )
                for each in bounds
                if each[0] <= each[1]
            )
        )

    @classmethod
    def induced_graphs(cls) -> Any:
        """The connected induced graphs with an edge."""
        return cls._found(None, induced=True, components=1)

    @classmethod
    def weighted_induced_graphs(
        cls,
        weight_list: Mapping[Hashable, int] | None = None,
        lower: int = 0,
        upper: int = _MOST,
    ) -> Any:
        """The connected induced graphs with an edge whose vertices weigh as much as given.

        Parameters
        ----------
        weight_list : mapping from vertices to int, optional
            Their weights, one by default.
        lower, upper : int
            The least and the greatest weight of a graph.
        """
        weights = cls._weights(weight_list)
        bounds = (weights, lower, min(upper, sum(weights)))
        return cls._found(None, induced=True, components=1, component_weights=bounds)

    @classmethod
    def _weights(cls, given: Mapping[Hashable, int] | None) -> list[int]:
        """The weight of each vertex."""
        own = given or {}
        return [own.get(vertex, 1) for vertex in cls._current().vertices]

    @classmethod
    def _parts_between(cls, low: int, high: int) -> range:
        number = len(cls._current().vertices)
        return range(max(low, 0), min(high, number) + 1)
