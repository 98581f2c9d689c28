"""The fewest colours if a vertex may have fractions of several, which bounds their number."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, vstack

from nzdd import _core
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import LPAnswer, MakeEngine
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status
from nzdd.input.row_table import Progress

UNIT = 1_000_000
"""Prices are multiples of its inverse where sets are looked for, so that their sums are exact."""

SETS = 100
"""Independent sets looked for at a time."""

INSIDE = 0.8
"""The share of prices that no set exceeds where sets are looked for, as in `bounds.prices`."""

SMALLER = 0.99
"""By how much the gap has to become smaller, not to be called the same."""

NEARLY = 0.1
"""How much less than it costs a set is worth at most that is of use for a part of the graph."""

LARGE = 0.75
"""How much of a set is taken at least where several are fixed together."""

ROUNDING = 1e-6


class FractionalColours:
    """The linear program of covers by independent sets, from its dual.

    Each vertex has a price, and no independent set is worth more than 1: then at least as many
    colours are needed as all vertices are worth. Sets that are worth more are found by branch and
    bound, without a diagram, up to the worth that decides how many colours these are; so prices
    need not be optimal (S. Held, W. Cook and E. Sewell, Maximum-weight stable sets and safe lower
    bounds for graph coloring, 2012).

    Parameters
    ----------
    adjacency : csr_array, shape (n, n)
        1 for neighbours; no vertex is its own.
    sets : csr_array, shape (k, n)
        Independent sets that cover all vertices, such as those of a colour.
    make_engine : callable
    inside : ndarray, shape (n,), optional
        Prices that no set exceeds; by default nothing has one.

    Attributes
    ----------
    bound : int
        So many colours are needed at least.
    ended : bool
        Whether the program bounds no more.
    """

    def __init__(
        self,
        adjacency: csr_array,
        sets: csr_array,
        make_engine: MakeEngine,
        inside: Floats | None = None,
    ) -> None:
        size = adjacency.shape[0]
        self.adjacency, self.bound, self.ended = adjacency, int(size > 0), False
        self._offsets = adjacency.indptr.astype(np.int64)
        self._neighbours = adjacency.indices.astype(np.uint32)
        self._make_engine = make_engine
        self._engine = make_engine(LinearModel(np.ones(size), maximize=True))
        self._inside = np.zeros(size) if inside is None else inside
        self._sets: list[csr_array] = []
        self._answer = LPAnswer(Status.NO_SOLUTION_FOUND)
        self._add(sets)

    def run(self, limits: Limits, progress: Progress, patience: float | None = None) -> None:
        """Raise the bound as far as the program does; it can be run again, and goes on.

        Time exponential in the number of vertices, the more the fewer neighbours they have: three
        hundred with half of the others as neighbours take seconds, with a tenth far longer.

        Raises
        ------
        Stopped
            At a limit; or if the gap between the program and the bound does not become a hundredth
            smaller for `patience` seconds, or one search for sets takes a tenth of that.
        """
        gap, unchanged, search = np.inf, Limits(patience), Limits()

        def show(stage: str, share: float) -> None:
            progress(stage, share)
            limits.check()
            search.check()

        while not self.ended:
            limits.check()
            unchanged.check()
            self._answer = answer = self._engine.solve(limits.left)
            if answer.status is not Status.OPTIMAL or answer.x is None or answer.objective is None:
                break
            left = answer.objective - float(self._inside.sum())
            if left < SMALLER * gap:
                gap, unchanged = left, Limits(patience)
            search = Limits(None if patience is None else patience / 10)
            colours = int(np.ceil(answer.objective - ROUNDING))
            between = INSIDE * self._inside + (1.0 - INSIDE) * answer.x
            self.ended = self.bound >= colours or not (
                self._separate(between, colours, show)
                or self.bound >= colours
                or self._separate(answer.x, colours, show)
            )

    def _separate(self, prices: Floats, colours: int, show: Progress) -> bool:
        """Add sets that are worth so much that these may be too many colours.

        False if there is none; then the prices bound the colours.
        """
        weights = np.floor(np.maximum(prices, 0.0) * UNIT).astype(np.int64)
        total, fewer, most = int(weights.sum()), colours - 1, UNIT
        if total > fewer * UNIT:
            most = -(-total // fewer) - 1
        offsets, vertices = _core.heavy_sets(
            self._offsets, self._neighbours, weights, most, SETS, show
        )
        if offsets.size > 1:
            ones, shape = np.ones(vertices.size), (offsets.size - 1, weights.size)
            self._add(csr_array((ones, vertices, offsets), shape=shape))
            return True
        self.bound = max(self.bound, -(-total // most))
        if total / most > self._inside.sum():
            self._inside = weights / most
        return False

    def _add(self, sets: csr_array) -> None:
        count = sets.shape[0]
        self._engine.add_rows(sets, np.full(count, -np.inf), np.ones(count))
        self._sets.append(sets)

    def largest(self) -> csr_array:
        """The sets of which the program takes nearly one, else the one of which it takes most."""
        _, amounts = self._answer.optimum()
        taken = np.flatnonzero(amounts >= LARGE)
        return self._at(taken if taken.size else np.argmax(amounts, keepdims=True))

    def rest(self, left: Ints) -> FractionalColours:
        """The program of the vertices that are left, from sets found that may be of use there."""
        prices, _ = self._answer.optimum()
        sets = self._at(np.arange(sum(part.shape[0] for part in self._sets)))
        sets = csr_array(sets[np.flatnonzero(sets @ prices >= 1.0 - NEARLY)][:, left])
        sets = csr_array(sets[np.flatnonzero(np.diff(sets.indptr))])
        part = csr_array(self.adjacency[left][:, left])
        return FractionalColours(part, sets, self._make_engine, self._inside[left])

    def _at(self, places: Ints) -> csr_array:
        self._sets = [csr_array(vstack(self._sets, format="csr"))]
        return csr_array(self._sets[0][places])


def dive(program: FractionalColours, most: int, limits: Limits, progress: Progress) -> Ints | None:
    """Colours for all vertices, at most so many: largest sets are fixed, the rest is solved again.

    None where there would be more, or a program has not ended. Time as `FractionalColours.run` for
    each colour; raises as that.
    """
    colours = np.full(program.adjacency.shape[0], -1, np.int64)
    left, used = np.arange(colours.size), 0
    while program.ended and used + program.bound <= most:
        fixed = program.largest().tocoo()
        colours[left[fixed.col]] = used + fixed.row
        used += fixed.shape[0]
        rest = np.flatnonzero(colours[left] < 0)
        left = left[rest]
        if not left.size:
            return colours if used <= most else None
        program = program.rest(rest)
        program.run(limits, progress)
    return None
