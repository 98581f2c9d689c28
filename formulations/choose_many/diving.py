"""Points by rounding: members are fixed, and the relaxation of what is left is solved again."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.choose_many.prices import Prices, Shares
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.result import Status

Mask = NDArray[np.bool_]

NEARLY = 1e-6
"""What is this close to an integer is one."""

LOOSE = 1e-3
"""The gap at which the relaxation of a step counts as solved."""

SURE = 0.7
"""From this share on a member is fixed together with the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """Members that are fixed, and what is left.

    Attributes
    ----------
    point : Point
        The fixed members alone; with all columns where nothing is left.
    rest : ManyModel
        The model with the sides of rows that the fixed members leave.
    done : bool
        Whether nothing is left.
    """

    point: Point
    rest: ManyModel
    done: bool

    def more(self, point: Point, done: bool) -> Fixed:
        """The same with further members."""
        many = self.rest
        flows = tuple(a + b for a, b in zip(self.point.flows, point.flows, strict=True))
        activity = many.core.matrix @ np.where(many.columns, point.x, 0.0)
        core = many.core.replace(
            row_lower=many.core.row_lower - activity, row_upper=many.core.row_upper - activity
        )
        return Fixed(Point.of(many, point.x, flows), replace(many, core=core), done)

    def useful(self, masks: tuple[Mask, ...]) -> tuple[Mask, ...]:
        """The edges on paths without symbols of which nothing is left to take. Time O(edges).

        Where members stay members without some of their symbols, nothing is lost.
        """
        core = self.rest.core
        left = (core.row_lower > NEARLY) | (np.isfinite(core.row_upper) & (core.row_upper > NEARLY))
        wanted = np.asarray(abs(core.matrix).T @ left.astype(np.float64)) > 0
        parts = []
        for choice, mask in zip(self.rest.choices, masks, strict=True):
            graph = choice.graph
            useless = graph.lengths((~wanted[choice.symbols]).astype(np.float64)) > 0
            through = graph.through(np.where(mask & ~useless, 0.0, np.inf))
            parts.append(np.asarray(through == 0.0))
        return tuple(parts)


def fix_members(
    many: ManyModel,
    prices: Prices,
    random: np.random.Generator | None = None,
    *,
    enough: float = -np.inf,
    target: float = np.inf,
) -> Fixed | None:
    """Fix members until the relaxation of what is left is integral, or its value is `enough`.

    Ends before the step by which the target is missed. With `random` the members that are fixed
    next are drawn by their shares. None where the relaxation of what is left has no optimum. The
    prices' engine keeps its last objective.
    """
    core, others = many.core, np.flatnonzero(~many.columns)
    none = tuple(np.zeros(choice.graph.num_edges) for choice in many.choices)
    now = Fixed(Point.of(many, np.zeros(core.num_columns), none), many, False)
    before = now
    while True:
        rest = now.rest.core
        answer = prices.solve(prices.program.objective(rest.row_lower, rest.row_upper), LOOSE)
        if answer.status is not Status.OPTIMAL or answer.objective is None:
            return None
        if now.point.value + answer.objective > target + NEARLY:
            return before
        if answer.objective <= enough:
            return now
        shares = prices.shares()
        whole = np.floor(shares.amounts + NEARLY)
        done = bool((shares.amounts - whole <= NEARLY).all())
        if not done and not whole.any():
            whole = _next(shares, random)
        x = np.zeros(core.num_columns)
        if done:
            x[others] = prices.others()
        before, now = (
            now,
            now.more(Point.of_members(many, prices.program, shares.members, whole, x), done),
        )
        if done:
            return now


def _next(shares: Shares, random: np.random.Generator | None) -> Floats:
    """The members to fix once, where no share reaches 1: all sure ones, or the likeliest."""
    amounts = shares.amounts
    whole = np.zeros(amounts.size)
    if random is None:
        whole[amounts >= SURE] = 1.0
        whole[np.argmax(amounts)] = 1.0
    else:
        weight = amounts**3
        whole[random.choice(amounts.size, p=weight / weight.sum())] = 1.0
    return whole
