"""A graph without vertices that need no colour of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Ints

MOST_PAIRS = 10_000_000
"""Pairs of vertices with a common neighbour, above which none is compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Removed:
    """Vertices that left together: each takes the colour of another, or the first that is free."""

    vertices: Ints
    like: Ints | None


@dataclass(frozen=True, slots=True, eq=False)
class ReducedGraph:
    """What is left of a graph where colours are counted, and how the rest is coloured from it.

    A vertex with fewer neighbours than there are colours anyway finds one that is free, and a
    vertex whose neighbours are all neighbours of another one takes the colour of that.

    Attributes
    ----------
    adjacency : csr_array of float, shape (n, n)
        Of the whole graph.
    vertices : ndarray of int64
        Those that are left.
    steps : tuple of Removed
        Those that are not, in the order in which they left.
    """

    adjacency: csr_array
    vertices: Ints
    steps: tuple[Removed, ...]

    @classmethod
    def of(cls, adjacency: csr_array, colours: int) -> ReducedGraph:
        """Reduce as far as possible where at least so many colours are needed.

        Time O(pairs of vertices with a common neighbour) a round.
        """
        kept, steps = np.arange(adjacency.shape[0]), []
        while kept.size:
            part = csr_array(adjacency[kept][:, kept])
            gone, like = _few_neighbours(part, colours), None
            if not gone.size:
                gone, like = _like_others(part)
            if not gone.size:
                break
            steps.append(Removed(kept[gone], None if like is None else kept[like]))
            kept = np.delete(kept, gone)
        return cls(adjacency, kept, tuple(steps))

    @property
    def left(self) -> csr_array:
        """The adjacency of the vertices that are left."""
        return csr_array(self.adjacency[self.vertices][:, self.vertices])

    @property
    def ends(self) -> Ints:
        """The edges between the vertices that are left, by their places there."""
        part = self.left.tocoo()
        upper = part.row < part.col
        return np.stack((part.row[upper], part.col[upper]), axis=1).astype(np.int64)

    def colours(self, of_left: Ints) -> Ints:
        """The colour of each vertex, given those of the vertices that are left."""
        colours = np.full(self.adjacency.shape[0], -1, np.int64)
        colours[self.vertices] = of_left
        indptr, indices = self.adjacency.indptr, self.adjacency.indices
        for step in reversed(self.steps):
            if step.like is not None:
                colours[step.vertices] = colours[step.like]
                continue
            for vertex in step.vertices.tolist():
                around = colours[indices[indptr[vertex] : indptr[vertex + 1]]]
                free = np.ones(around.size + 1, np.bool_)
                free[around[(around >= 0) & (around < free.size)]] = False
                colours[vertex] = np.argmax(free)
        return colours


def adjacency_of(ends: Ints, num_vertices: int) -> csr_array:
    """The symmetric 0/1 matrix of a graph without self-loops."""
    both = np.concatenate((ends, ends[:, ::-1]))
    ones = np.ones(len(both))
    adjacency = csr_array((ones, (both[:, 0], both[:, 1])), shape=(num_vertices, num_vertices))
    adjacency.data[:] = 1.0  # of parallel edges, too
    return adjacency


def _few_neighbours(adjacency: csr_array, colours: int) -> Ints:
    return np.flatnonzero(np.diff(adjacency.indptr) < colours)


def _like_others(adjacency: csr_array) -> tuple[Ints, Ints]:
    """Vertices whose neighbours all are neighbours of another one that stays, and that one."""
    degree = np.diff(adjacency.indptr).astype(np.int64)
    none = np.empty(0, np.int64)
    if (degree**2).sum() > MOST_PAIRS:
        return none, none
    common = (adjacency @ adjacency).tocoo()
    u, v = common.row.astype(np.int64), common.col.astype(np.int64)
    # Neighbours have each other, so that neither has all the neighbours of the other.
    within = common.data >= degree[u]
    after = (degree[v] > degree[u]) | ((degree[v] == degree[u]) & (v < u))
    u, v = u[within & after], v[within & after]
    like = np.arange(degree.size)
    like[u] = v
    while (further := like[like] != like).any():  # who is like one that leaves
        like[further] = like[like[further]]
    gone = np.unique(u)
    return gone, like[gone]
