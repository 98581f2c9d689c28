"""The dual of a linear program over all members, most of its rows implicit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.choose_many.member_rows import MemberRows
from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.row_generation.lazy_model import LazyModel

BOX = 1e3
"""The largest price, in units of the largest cost, where no member bounds it at once.

With ten times as much GLOP is astray more often, and for longer, on routes with capacity cuts.
"""

GAIN = 1e-7
"""What a price gains where its bound matters."""


@dataclass(frozen=True, eq=False)
class DualProgram:
    """Maximise the worth of the sides of all rows at prices that no member exceeds.

    Attributes
    ----------
    lazy : LazyModel
        Its columns are prices y: of sides of rows, then of bounds of columns.
    row : ndarray of int64
        The row of each of the first columns.
    lower_sides : int
        How many of them, the first ones, are lower sides.
    width : int
        The number of columns of the core.
    most_members : tuple of float
        Of each choice; infinite where their number has no limit.
    """

    lazy: LazyModel
    row: NDArray[np.int64]
    lower_sides: int
    width: int
    most_members: tuple[float, ...]

    @classmethod
    def of(cls, many: ManyModel) -> DualProgram:
        """The dual of the linear relaxation. Time O(nonzeros + edges)."""
        core = many.core
        low, high = np.isfinite(core.row_lower), np.isfinite(core.row_upper)
        equal = low & (core.row_lower == core.row_upper)
        # Prices of lower sides are 0 or more, of upper sides 0 or less, of equations any.
        lower_rows, upper_rows = np.flatnonzero(low), np.flatnonzero(high & ~equal)
        row = np.concatenate((lower_rows, upper_rows))
        side = np.concatenate((core.row_lower[lower_rows], core.row_upper[upper_rows]))
        box = BOX * _largest_cost(many)
        down = np.concatenate(
            (
                np.where(equal[lower_rows], -box, 0.0),
                np.full(upper_rows.size, -box),
            )
        )
        up = np.concatenate((np.full(lower_rows.size, box), np.zeros(upper_rows.size)))
        by_price = csr_array(many.by_column.T)[:, row]  # columns of the core by prices
        if (down >= 0).all() and (by_price[np.flatnonzero(many.columns)].data >= 0).all():
            # All that a member has is worth 0 or more, so no price exceeds the cost of a member;
            # twice that, so that members bound the optimum, and not this.
            up = np.minimum(up, 2.0 * np.maximum(0.0, _cheapest(many, by_price)))
        others = np.flatnonzero(~many.columns)
        bounds, gains, limits = _bound_prices(core, others)
        matrix = csr_array(hstack([by_price[others], bounds], format="csr"))
        costs = core.objective[others]
        at_most = np.where(limits[0], costs, np.inf)
        at_least = np.where(limits[1], costs, -np.inf)
        size = bounds.shape[1]
        program = LinearModel(
            np.concatenate((side, gains)),
            matrix,
            at_least,
            at_most,
            np.concatenate((down, np.zeros(size))),
            np.concatenate((up, np.full(size, np.inf))),
            maximize=True,
        )
        oracles = []
        for choice in many.choices:
            prices = csr_array(by_price[choice.columns])
            wide = csr_array(
                (prices.data, prices.indices, prices.indptr),
                shape=(prices.shape[0], program.num_columns),
            )
            oracles.append(MemberRows(choice, wide, core.objective[choice.columns]))
        lazy = LazyModel(program, tuple(oracles))
        return cls(lazy, row, lower_rows.size, core.num_columns, many.most_members)

    @property
    def oracles(self) -> tuple[MemberRows, ...]:
        """The members of each choice."""
        return self.lazy.oracles  # type: ignore[return-value]

    def boxed(self, answer: LPAnswer, least: float = BOX) -> bool:
        """Whether a price would gain beyond its bound, one of at least this size.

        The members that were found do not bound it then; at `BOX` none does, it means nothing.
        Where several prices may move together at no gain, they may be at bounds all the same.
        """
        y, gain = answer.optimum()[0], answer.reduced_costs
        assert gain is not None
        core, size = self.lazy.core, self.row.size
        wide = np.maximum(np.abs(core.lower[:size]), np.abs(core.upper[:size]))
        at_bound = (np.abs(y[:size]) >= 0.999 * wide) & (wide >= least)
        return bool((at_bound & (np.abs(gain[:size]) > GAIN)).any())

    def objective(self, lower: Floats, upper: Floats) -> Floats:
        """The objective where rows have other sides, both finite where they were."""
        values = self.lazy.core.objective.copy()
        values[: self.row.size] = np.concatenate(
            (lower[self.row[: self.lower_sides]], upper[self.row[self.lower_sides :]])
        )
        return values


def _largest_cost(many: ManyModel) -> float:
    costs = [many.core.objective, *(choice.graph.costs for choice in many.choices)]
    return max(1.0, *(float(np.abs(part).max(initial=0.0)) for part in costs))


def _bound_prices(
    core: LinearModel, columns: NDArray[np.int64]
) -> tuple[Matrix, Floats, tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """Prices of finite bounds other than 0: their columns, what they gain, and which sides hold.

    A column with a lower bound has at most its cost of worth, one with an upper bound at least.
    """
    lower, upper = core.lower[columns], core.upper[columns]
    place = np.arange(columns.size)
    parts = [
        (place[np.isfinite(lower) & (lower != 0)], 1.0, lower),
        (place[np.isfinite(upper) & (upper != 0)], -1.0, upper),
    ]
    at = np.concatenate([part[0] for part in parts])
    signs = np.concatenate([np.full(part[0].size, part[1]) for part in parts])
    gains = np.concatenate([part[1] * part[2][part[0]] for part in parts])
    matrix = csr_array((signs, (at, np.arange(at.size))), shape=(columns.size, at.size))
    # A bound at 0 needs no price: it leaves one side of the row.
    return matrix, gains, (upper != 0, lower != 0)


def _cheapest(many: ManyModel, prices: Matrix) -> Floats:
    """The price at which some member with a side's columns is worth what it costs, at least.

    Infinite where no member has them. Time O(edges).
    """
    limit = np.full(prices.shape[1], np.inf)
    for choice in many.choices:
        graph, costs = choice.graph, many.core.objective[choice.columns]
        through = graph.through(graph.costs + graph.lengths(costs[:-1])) + costs[-1]
        cheapest = np.full(graph.num_symbols + 1, np.inf)
        edge = np.repeat(np.arange(graph.num_edges), np.diff(graph.label_offsets))
        np.minimum.at(cheapest, graph.labels, through[edge])
        cheapest[-1] = through.min(initial=np.inf)
        part = prices[choice.columns].tocoo()
        np.minimum.at(limit, part.col, cheapest[part.row] / np.abs(part.data))
    return limit
