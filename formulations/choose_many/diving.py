"""Points by rounding: members are fixed, and the relaxation of what is left is solved again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from nzdd.formulations.choose_many.bounds.prices import Prices, Shares
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.choose_many.residual import ANY, NEARLY, after, narrowed, useful_counts
from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.models.result import Status

SHRUNK = 0.8
"""From this share of what was demanded on the graphs are made anew, without what is of no use."""

LOOSE = 1e-3
"""The gap at which the relaxation of a step counts as solved."""

SURE = 0.7
"""From this share on a member is fixed together with the others."""

TRIES = 20
"""How often other members are fixed instead of those by which a target is missed."""


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """Members that are fixed, and what is left.

    Attributes
    ----------
    many : ManyModel
        The model.
    point : Point
        The fixed members alone; with all columns where nothing is left.
    rest : ManyModel
        What the fixed members leave of it.
    done : bool
        Whether nothing is left.
    """

    many: ManyModel
    point: Point
    rest: ManyModel
    done: bool = False

    @classmethod
    def nothing(cls, many: ManyModel) -> Fixed:
        """No members."""
        flows = tuple(np.zeros(choice.graph.num_edges) for choice in many.choices)
        return cls(many, Point.of(many, np.zeros(many.core.num_columns), flows), many)

    def more(self, point: Point, done: bool) -> Fixed:
        """The same with further members."""
        flows = tuple(a + b for a, b in zip(self.point.flows, point.flows, strict=True))
        total = Point.of(self.many, point.x, flows)
        return replace(self, point=total, rest=after(self.rest, point.x), done=done)

    def useful(self, masks: tuple[Bools, ...]) -> tuple[Bools, ...]:
        """The edges on paths without symbols of which nothing is left to take. Time O(edges).

        Where members stay members without some of their symbols, nothing is lost.
        """
        return tuple(
            choice.graph.on_paths(mask & choice.graph.without(counts <= 0))
            for choice, mask, counts in zip(
                self.many.choices, masks, useful_counts(self.rest), strict=True
            )
        )


def fix_members(
    many: ManyModel,
    prices: Prices,
    random: np.random.Generator | None = None,
    *,
    enough: float = -np.inf,
    target: float = np.inf,
    parts: bool = True,
) -> Fixed | None:
    """Fix members until the relaxation of what is left is integral, or its value is `enough`.

    Ends before the step by which the target is missed, after others were tried. With `random` the
    members that are fixed next are drawn by their shares. With `parts` members are parts of those
    of the family of which all is of use. None where the relaxation of what is left has no optimum,
    or rounding it fixes nothing. The engine of the prices keeps its last objective.
    """
    now, demanded = Fixed.nothing(many), _demanded(many)
    step: _Step | None = None
    tries = TRIES
    while True:
        if parts and _demanded(now.rest) <= SHRUNK * demanded:
            now = replace(now, rest=narrowed(now.rest))
            prices, demanded = prices.of_rest(now.rest), _demanded(now.rest)
        rest = now.rest.core
        program = prices.program
        objective = program.objective(rest.row_lower, rest.row_upper)
        answer = prices.solve(objective, LOOSE, target + NEARLY - now.point.value)
        if answer.status is not Status.OPTIMAL or answer.x is None:
            return None
        if now.point.value + answer.objective > target + NEARLY:  # type: ignore[operator]
            if step is None:
                return now
            if random is None or not tries or not step.open.any():
                return step.before
            tries -= 1
        elif program.boxed(answer):
            return None
        elif answer.objective <= enough:  # type: ignore[operator]
            return now
        else:
            step = _Step(now, prices, prices.shares(), demanded)
        now, prices, demanded = step.next(random), step.prices, step.demanded
        if now.done:
            return now
        if (now.point.x == step.before.point.x).all():
            return None


@dataclass(slots=True, eq=False)
class _Step:
    """Members that are fixed, and the relaxation of what is left, of which others may be tried."""

    before: Fixed
    prices: Prices
    shares: Shares
    demanded: float
    open: Bools = field(init=False)

    def __post_init__(self) -> None:
        self.open = np.ones(self.shares.amounts.size, np.bool_)

    def next(self, random: np.random.Generator | None) -> Fixed:
        """Fix more: all whole members, and if there are none, some that were not tried."""
        amounts, many = self.shares.amounts, self.before.many
        whole = np.floor(amounts + NEARLY)
        done = bool((amounts - whole <= NEARLY).all())
        if not (whole.any() and self.open.all()) and not done:
            whole = _next(np.where(self.open, amounts, 0.0), random)
        self.open &= whole == 0
        x = np.zeros(many.core.num_columns)
        if done:
            x[~many.columns] = self.prices.others()
        members = self.shares.members
        return self.before.more(
            Point.of_members(many, self.prices.program, members, whole, x), done
        )


def _demanded(many: ManyModel) -> float:
    """How many symbols are of use, where that has a limit."""
    return float(sum(counts[counts < ANY].sum() for counts in useful_counts(many)))


def _next(amounts: Floats, random: np.random.Generator | None) -> Floats:
    """The members to fix once, where no share reaches 1: all sure ones, or the likeliest."""
    whole = np.zeros(amounts.size)
    if random is None:
        whole[amounts >= SURE] = 1.0
        whole[np.argmax(amounts)] = 1.0
    else:
        weight = amounts**3
        whole[random.choice(amounts.size, p=weight / weight.sum())] = 1.0
    return whole
