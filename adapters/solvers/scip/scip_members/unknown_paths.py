"""Paths that are not known yet, the shortest for given lengths of edges."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np

from nzdd import NZDD, ZDD
from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.path_graph import PathGraph, Paths
from nzdd.zdd.shortest_rows import RowSearch

AT_A_TIME = 50
"""Paths found at a time, at most."""


class UnknownPaths:
    """Finds paths of a graph that are not known yet, and knows them from then on.

    So a solver may bound how often known paths are taken, and still gets the best of all others.
    """

    def __init__(self, graph: PathGraph) -> None:
        self._graph = graph
        self._known: set[bytes] = set()

    def take(self, lengths: Floats, below: float) -> Matrix:
        """Which edges some unknown paths shorter than this have; none only if there is none.

        Time O(edges log edges), and where known paths are short O(known paths x edges of a path).
        """
        paths = self._graph.diverse_paths(lengths, AT_A_TIME, below)
        fresh = self._learn(paths)
        if len(paths) and not fresh:
            rows = self._in_order.shortest(lengths, len(self._known) + AT_A_TIME, below)
            paths = Paths(rows.offsets, rows.symbols)
            fresh = self._learn(paths)
        return self._graph.edges_of(paths)[fresh]

    def _learn(self, paths: Paths) -> list[int]:
        """The numbers of those that are unknown, of which there are few."""
        fresh = []
        for number, (start, stop) in enumerate(pairwise(paths.offsets.tolist())):
            key = paths.edges[start:stop].tobytes()
            if key not in self._known:
                self._known.add(key)
                fresh.append(number)
                if len(fresh) == AT_A_TIME:
                    break
        return fresh

    @cached_property
    def _in_order(self) -> RowSearch:
        """All paths as sets of edges, made when it is needed. Time and memory O(edges)."""
        graph, edges = self._graph, np.arange(self._graph.num_edges)
        ends = np.append(edges, edges.size)
        of_edges = NZDD.from_edges(
            graph.num_nodes, graph.source, graph.target, ends, edges, num_symbols=edges.size
        )
        return RowSearch(ZDD.from_nzdd(of_edges))
