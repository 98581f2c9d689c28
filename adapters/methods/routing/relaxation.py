"""The relaxation over fractions of routes, each time with more cuts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.sparse import csr_array

from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.fixing import Fixing
from nzdd.formulations.choose_many.bounds.prices import TOLERANCE, Prices
from nzdd.formulations.choose_many.branching.split import known_members
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Bools, Floats, Ints
from nzdd.formulations.models.result import Status


@dataclass(frozen=True, slots=True, eq=False)
class Relaxed:
    """What one solve tells.

    ``bound`` is exact; ``value``, the ``members`` it takes and the ``amounts`` of each are None
    where a limit came first.
    """

    bound: float | None
    value: float | None = None
    members: csr_array | None = None
    amounts: Floats | None = None

    @property
    def legs(self) -> Floats:
        """How often each leg is taken."""
        assert self.members is not None
        assert self.amounts is not None
        return np.asarray(self.amounts @ self.members)

    def share_above(self, loads: Ints, capacity: int) -> float:
        """The share of routes whose legs have more loads than fit."""
        assert self.members is not None
        assert self.amounts is not None
        return float(self.amounts[self.members @ loads > capacity].sum() / self.amounts.sum())


class Relaxation:
    """Solves that start from the routes and the prices of the one before.

    Prices stay below the costs of all routes when rows come with price 0, and when routes leave.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._before: tuple[Prices, float, int] | None = None
        self._proof: Fixing | None = None

    def solve(self, model: FamilyModel, tolerance: float = TOLERANCE) -> Relaxed | None:
        """Solve a model of one `choose_many`, nearly; None where its prices have no bound.

        The rows of the model before come first, new ones behind them. The value is above the bound
        by the tolerance at most, relative to it.
        """
        from nzdd.adapters.solvers.glop import GlopEngine  # slow to load

        columns = model.many
        assert columns is not None
        many, unit, num_rows = columns.many, columns.unit, columns.many.core.num_rows
        prices = Prices(DualProgram.of(many), GlopEngine, self._limits)
        if self._before is not None and self._before[1] == unit:
            old, _, before = self._before
            prices = old.of_branch(many, known_members(old))
            prices.inside = _carried(old, prices.program, num_rows - before)
        self._before = prices, unit, num_rows
        answer = prices.solve(tolerance=tolerance)
        solved = answer.status is Status.OPTIMAL
        if not solved and not self._limits.ends():
            return None
        # The optimum over routes in use may be that of all, at prices that some route exceeds.
        self._proof = Fixing(prices.program)
        for y in (prices.inside, answer.x):
            if y is not None:
                self._proof.add(y)
        best = self._proof.bound
        bound = None if best is None else unit * float(best)
        if not solved:
            return Relaxed(bound)
        if bound is None or answer.objective is None or prices.program.boxed(answer):
            return None
        shares = prices.shares()
        members = prices.program.oracles[0].found.symbols[shares.place]
        return Relaxed(bound, unit * answer.objective, members, shares.amounts)

    def symbols_within(self, value: float) -> Bools | None:
        """Those that a point of at most this value may have; None before the first solve."""
        if self._before is None or self._proof is None:
            return None
        unit, program = self._before[1], self._proof.program
        graph, (left,) = program.oracles[0].choice.graph, self._proof.left(Fraction(value / unit))
        kept = np.zeros(graph.num_symbols, np.bool_)
        kept[graph.labels[np.repeat(left, np.diff(graph.label_offsets))]] = True
        return kept


def _carried(old: Prices, program: DualProgram, new_rows: int) -> Floats | None:
    """The best prices of a program, for one that has new rows before its last one, at price 0."""
    if old.inside is None:
        return None
    y, row = np.zeros(program.lazy.core.num_columns), old.program.row
    row = np.where(row == row.max(), row + new_rows, row)  # the limit of vehicles is the last one
    lower = old.program.lower_sides
    for mine, first, last in (
        (slice(0, lower), 0, program.lower_sides),
        (slice(lower, row.size), program.lower_sides, program.row.size),
    ):
        y[first + np.searchsorted(program.row[first:last], row[mine])] = old.inside[mine]
    return y
