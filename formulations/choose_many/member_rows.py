"""The members of a family as rows of the dual: none is worth more than it costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from nzdd.formulations.choose_many.many_model import Choice
from nzdd.formulations.choose_many.members import Members
from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.rows.separation import SeparatedRows


@dataclass(frozen=True, eq=False)
class MemberRows:
    """The rows ``use(S) @ prices <= cost(S)`` of all members S, an oracle.

    Attributes
    ----------
    choice : Choice
    prices : csr_array, shape (num_symbols + 1, num_columns of the dual)
        The price of each symbol, and of a member, by the columns of the dual.
    costs : ndarray, shape (num_symbols + 1,)
        The cost of each symbol, and of a member.
    """

    choice: Choice
    prices: Matrix
    costs: Floats
    found: Members = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", Members(self.choice))

    @property
    def num_columns(self) -> int:
        """The number of columns of the dual."""
        return int(self.prices.shape[1])

    @cached_property
    def _hashes(self) -> NDArray[np.uint64]:
        random = np.random.default_rng(7)
        return random.integers(0, 2**64, self.choice.graph.num_symbols + 1, np.uint64)

    def lengths(self, y: Floats) -> tuple[Floats, float]:
        """How much more each edge costs than it is worth, and what a member adds to that."""
        left = self.costs - np.asarray(self.prices @ y)
        graph = self.choice.graph
        return graph.costs + graph.lengths(left[:-1]), float(left[-1])

    def min_slack(self, x: ArrayLike) -> float:
        """How much the cheapest member costs more than it is worth. Time O(edges)."""
        lengths, each = self.lengths(np.asarray(x, np.float64))
        return float(self.choice.graph.shortest_length(lengths)) + each

    def separate(
        self,
        x: ArrayLike,
        max_rows: int = 50,
        *,
        tolerance: float = 1e-6,
        diverse: bool = False,
        ray: bool = False,
    ) -> SeparatedRows:
        """Members worth more than they cost, each through an edge that none before it takes."""
        del diverse
        y = np.asarray(x, np.float64)
        lengths, each = self.lengths(y)
        graph = self.choice.graph
        if ray:
            worth = -np.asarray(self.prices @ y)
            lengths, each = graph.lengths(worth[:-1]), float(worth[-1])
        paths = graph.diverse_paths(lengths, max_rows, -tolerance - each)
        taken = graph.edges_of(paths)
        members = csr_array(taken @ graph.occurrences)
        costs = self._costs(taken, members)
        if (part := self.choice.part) is not None:
            mine = np.flatnonzero(part.members(members))
            if mine.size:  # without them others have to do, or violated prices would look optimal
                members, costs = csr_array(members[mine]), costs[mine]
            taken = part.whole.edges_of(part.whole.paths_of(members))
            found = np.flatnonzero(np.diff(taken.indptr))  # what has no path is no use
            taken, members, costs = taken[found], csr_array(members[found]), costs[found]
        keys = self._keys(members, costs)
        self.found.add(taken, members, costs, keys)
        rows = self.rows(members, costs, keys)
        return replace(rows, slack=(0.0 if ray else costs) - np.asarray(rows.matrix @ y))

    def known(self, members: Matrix) -> SeparatedRows:
        """The rows of members that were found elsewhere, of those that are paths here."""
        graph = self.choice.graph
        taken = graph.edges_of(graph.paths_of(members))
        there = np.flatnonzero(np.diff(taken.indptr))
        taken, members = taken[there], csr_array(members[there])
        costs = self._costs(taken, members)
        keys = self._keys(members, costs)
        self.found.add(taken, members, costs, keys)
        return self.rows(members, costs, keys)

    def _costs(self, taken: Matrix, members: Matrix) -> Floats:
        """What members cost, by their paths and symbols."""
        of_edges, of_symbols = taken @ self.choice.graph.costs, members @ self.costs[:-1]
        return np.asarray(of_edges + of_symbols + self.costs[-1], np.float64)

    def rows(self, members: Matrix, costs: Floats, keys: NDArray[np.uint64]) -> SeparatedRows:
        """The rows of members, whose slack is not known."""
        matrix = csr_array(self.choice.usage(members) @ self.prices)
        none = np.full(costs.size, -np.inf)
        return SeparatedRows(matrix, none, costs, np.zeros(costs.size), keys)

    def _keys(self, members: Matrix, costs: Floats) -> NDArray[np.uint64]:
        """Equal for members that are the same multiset at the same cost."""
        parts = self._hashes[members.indices] * members.data.astype(np.uint64)
        total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(parts)))
        sums = total[members.indptr[1:]] - total[members.indptr[:-1]]
        cost = np.round(costs, 9).view(np.uint64) * self._hashes[-1]
        return np.asarray(sums ^ (cost >> np.uint64(7)) ^ cost)

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Every column may violate a row, either way."""
        every = np.ones(self.num_columns, np.bool_)
        return every, every
