"""Branching over listed members: are two rows met by one member, or by two?"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress

import numpy as np
from scipy.sparse import csr_array, hstack

from nzdd.formulations.choose_many.bounds.reduced_costs import ReducedCosts, reduced_costs
from nzdd.formulations.choose_many.listed.row_pairs import FRACTION, RowPairs, score
from nzdd.formulations.choose_many.residual import NEARLY
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import LPEngine, MakeEngine, MasterFailed
from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status

FEWER = 0.9
"""A relaxation is solved again where no more than this share of the columns is left."""

DEAR = 10.0
"""The cost of a row that is missed by one, as a multiple of the dearest column's."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A part of the points: bounds of all columns."""

    lower: Floats
    upper: Floats

    def without(self, columns: Bools) -> Box:
        """The part in which some columns stay at their lower bounds."""
        return Box(self.lower, np.where(columns, self.lower, self.upper))


@dataclass(frozen=True, slots=True, eq=False)
class Relaxed:
    """The relaxation of a part: a point, duals, and the exact bound."""

    x: Floats
    duals: Floats
    costs: ReducedCosts


@dataclass(eq=False)
class ListTree:
    """A depth-first search for a point of at most a target, with exact bounds.

    The member that meets a row meets another one, too, or does not (D. M. Ryan and B. A. Foster, An
    integer programming approach to scheduling, 1981). Of the pairs of rows that a fraction of a
    member meets several are tried. Reduced costs fix columns in each part, which
    leaves few of thousands after some levels.

    Attributes
    ----------
    model : LinearModel
        To be minimised; rows may be missed at a high cost.
    target : Fraction
    engine : LPEngine
        It holds the relaxation.
    pairs : RowPairs
    x : ndarray or None
        The point that was found.
    nodes : int
        Parts that were solved.
    """

    model: LinearModel
    target: Fraction
    engine: LPEngine
    pairs: RowPairs
    x: Floats | None = None
    nodes: int = 0
    _open: list[Box] = field(init=False)
    _at: Box = field(init=False)

    def __post_init__(self) -> None:
        self._at = Box(self.model.lower, self.model.upper)
        self._open = [self._at]

    @classmethod
    def of(
        cls, model: LinearModel, pairs: RowPairs, target: Fraction, make_engine: MakeEngine
    ) -> ListTree:
        """The tree of a program over listed members, and the pairs of its rows."""
        elastic = _elastic(model)
        return cls(elastic, target, make_engine(elastic), pairs.wider(elastic.num_columns))

    def run(self, nodes: int, limits: Limits) -> Status:
        """Go on by so many nodes: OPTIMAL with a point, INFEASIBLE where there is none.

        NO_SOLUTION_FOUND where it is open, or cannot tell.
        """
        last = self.nodes + nodes
        while self._open and self.nodes < last and not limits.ends():
            self.nodes += 1
            try:
                found = self._left(self._open[-1], limits)
                parts = [] if found is None else self._parts(*found, limits)
            except MasterFailed:
                return Status.NO_SOLUTION_FOUND
            if parts is None:
                assert found is not None
                return self._point(found[1].x)
            self._open[-1:] = parts  # only now: what failed is still open
        return Status.NO_SOLUTION_FOUND if self._open else Status.INFEASIBLE

    def _left(self, box: Box, limits: Limits) -> tuple[Box, Relaxed] | None:
        """What points of the target may have of a part, and its relaxation; None without any."""
        while True:
            relaxed = self._relaxed(box, limits)
            room = relaxed.costs.room(self.target)
            if room < 0:
                return None
            free = self.model.integrality & (box.lower < box.upper)
            dear = relaxed.costs.columns
            low, high = free & (dear > room), free & (dear < -room)
            box = Box(np.where(high, box.upper, box.lower), np.where(low, box.lower, box.upper))
            if (low | high).sum() <= (1.0 - FEWER) * free.sum():
                return box, relaxed

    def _relaxed(self, box: Box, limits: Limits) -> Relaxed:
        moved = np.flatnonzero((box.lower != self._at.lower) | (box.upper != self._at.upper))
        self.engine.set_bounds(moved, box.lower[moved], box.upper[moved])
        self._at = box
        x, duals = self.engine.solve(limits.left).optimum()
        model = self.model.changed(lower=box.lower, upper=box.upper)
        costs = reduced_costs(model, duals)
        if costs is None:
            raise MasterFailed("there is no bound")
        return Relaxed(x, duals, costs)

    def _parts(self, box: Box, relaxed: Relaxed, limits: Limits) -> list[Box] | None:
        """Two parts, without those that have no point; None where nothing is a fraction."""
        before, best, parts = float(relaxed.costs.value), 0.0, None
        for pair in self.pairs.open(relaxed.x, relaxed.duals):
            tried = [box.without(pair.both), box.without(pair.apart)]  # the last comes first
            values = [self._relaxed(part, limits).costs.value for part in tried]
            two, one = (float(min(value, self.target)) - before for value in values)
            self.pairs.learn(pair, one, two)
            left = [value <= self.target for value in values]
            if not all(left):
                return list(compress(tried, left))
            if score(one, two) > best:
                best, parts = score(one, two), tried
        return self._halves(box, relaxed.x) if parts is None else parts

    def _halves(self, box: Box, x: Floats) -> list[Box] | None:
        """The parts at either side of the column that is farthest from an integer."""
        distance = np.where(self.model.integrality, np.abs(x - np.rint(x)), 0.0)
        column = int(np.argmax(distance))
        if distance[column] <= FRACTION:
            return None
        lower, upper = box.lower.copy(), box.upper.copy()
        upper[column] = np.floor(x[column])
        lower[column] = upper[column] + 1.0
        return [Box(box.lower, upper), Box(lower, box.upper)]

    def _point(self, x: Floats) -> Status:
        self.x = np.where(self.model.integrality, np.rint(x), x)
        missed = self.model.objective @ self.x > float(self.target) + NEARLY
        return Status.NO_SOLUTION_FOUND if missed else Status.OPTIMAL


def _elastic(model: LinearModel) -> LinearModel:
    """The same with columns by which rows may be missed, so that every part has a relaxation."""
    start = np.where(np.isfinite(model.lower), model.lower, 0.0)
    activity = model.matrix @ start
    short = np.flatnonzero(activity < model.row_lower)
    over = np.flatnonzero(activity > model.row_upper)
    rows, count = np.concatenate((short, over)), short.size + over.size
    sign = np.repeat([1.0, -1.0], [short.size, over.size])
    extra = csr_array((sign, (rows, np.arange(count))), shape=(model.num_rows, count))
    dear = DEAR * max(1.0, float(np.abs(model.objective).max(initial=0.0)))
    return LinearModel(
        np.concatenate((model.objective, np.full(count, dear))),
        csr_array(hstack((model.matrix, extra), format="csr")),
        model.row_lower,
        model.row_upper,
        np.concatenate((model.lower, np.zeros(count))),
        np.concatenate((model.upper, np.full(count, np.inf))),
        np.concatenate((model.integrality, np.zeros(count, np.bool_))),
    )
