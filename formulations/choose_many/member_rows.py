"""The members of a family as rows of the dual: none is worth more than it costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from nzdd.formulations.choose_many.arc_flow import sums
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
        taken = graph.edges_of(graph.diverse_paths(lengths, max_rows, -tolerance - each))
        whole, part = taken, self.choice.part
        if part is not None:
            members = csr_array(taken @ graph.occurrences)
            mine = np.flatnonzero(part.members(members))
            if mine.size:  # without them others have to do, or violated prices would look optimal
                members, taken = csr_array(members[mine]), csr_array(taken[mine])
            whole = part.whole.edges_of(part.whole.paths_of(members))
            found = np.flatnonzero(np.diff(whole.indptr))  # what has no path is no use
            whole, taken = csr_array(whole[found]), csr_array(taken[found])
        rows = self._added(taken, whole)
        limit = 0.0 if ray else rows.upper
        return replace(rows, slack=limit - np.asarray(rows.matrix @ y))

    def known(self, members: Matrix) -> SeparatedRows:
        """The rows of members that were found elsewhere, of those that are paths here."""
        graph = self.choice.graph
        taken = graph.edges_of(graph.paths_of(members))
        taken = csr_array(taken[np.flatnonzero(np.diff(taken.indptr))])
        return self._added(taken, taken)

    def _added(self, taken: Matrix, whole: Matrix) -> SeparatedRows:
        """The rows of members, which are added to those found by their paths in the whole."""
        prices, costs, keys = self._of_edges
        cost = np.asarray(taken @ costs)
        key = self._keys(taken, cost, keys)
        self.found.add(whole, cost, key)
        return _rows(taken @ prices, cost, key)

    @cached_property
    def _of_edges(self) -> tuple[Matrix, Floats, NDArray[np.uint64]]:
        """What each edge adds to the row, the cost and the key of a member."""
        graph = self.choice.graph
        use = csr_array(sums(graph).T)
        keys = graph.lengths(self._hashes[:-1].view(np.int64)).view(np.uint64)
        return csr_array(use @ self.prices), graph.costs + use @ self.costs, keys

    def rows(self, members: Matrix, costs: Floats, keys: NDArray[np.uint64]) -> SeparatedRows:
        """The rows of members, given how often they have each symbol; their slack is not known."""
        return _rows(csr_array(self.choice.usage(members) @ self.prices), costs, keys)

    def _keys(self, taken: Matrix, costs: Floats, keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Equal for members that are the same multiset at the same cost."""
        total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(keys[taken.indices])))
        sums_ = total[taken.indptr[1:]] - total[taken.indptr[:-1]]
        cost = np.round(costs, 9).view(np.uint64) * self._hashes[-1]
        return np.asarray(sums_ ^ (cost >> np.uint64(7)) ^ cost)

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Every column may violate a row, either way."""
        every = np.ones(self.num_columns, np.bool_)
        return every, every


def _rows(matrix: Matrix, costs: Floats, keys: NDArray[np.uint64]) -> SeparatedRows:
    none = np.full(costs.size, -np.inf)
    return SeparatedRows(matrix, none, costs, np.zeros(costs.size), keys)
