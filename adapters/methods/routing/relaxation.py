"""The relaxation over fractions of routes, each time with more cuts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.exact_prices import exact_prices
from nzdd.formulations.choose_many.bounds.prices import Prices
from nzdd.formulations.choose_many.branching.split import known_members
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.result import Status


@dataclass(frozen=True, slots=True, eq=False)
class Relaxed:
    """What one solve tells.

    ``bound`` is exact; ``value`` and ``legs``, how often each leg is taken, are None where a limit
    came first.
    """

    bound: float | None
    value: float | None = None
    legs: Floats | None = None


class Relaxation:
    """Solves that start from the routes and the prices of the one before.

    Prices stay below the costs of all routes when rows come with price 0, and when routes leave.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._before: tuple[Prices, float, int] | None = None

    def solve(self, model: FamilyModel) -> Relaxed | None:
        """Solve a model of one `choose_many`; None where its prices have no bound.

        The rows of the model before come first, new ones behind them.
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
        answer = prices.solve()
        solved = answer.status is Status.OPTIMAL
        if not solved and not self._limits.ends():
            return None
        # The optimum over routes in use may be that of all, at prices that some route exceeds.
        found = (
            exact_prices(prices.program, y) for y in (prices.inside, answer.x) if y is not None
        )
        bounds = [unit * float(each.value) for each in found if each is not None]
        bound = max(bounds, default=None)
        if not solved:
            return Relaxed(bound)
        if bound is None or answer.objective is None or prices.program.boxed(answer):
            return None
        shares = prices.shares()
        routes = prices.program.oracles[0].found.symbols[shares.place]
        return Relaxed(bound, unit * answer.objective, np.asarray(shares.amounts @ routes))


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
