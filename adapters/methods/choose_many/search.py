"""The search: relaxation, exact bound, points, fixing of edges, and a question for each target."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from threading import Event, Lock
from typing import Any

import numpy as np

from nzdd.adapters.methods.choose_many.listed_question import ListedQuestion
from nzdd.adapters.methods.choose_many.questions import Questions
from nzdd.adapters.methods.race import CONCLUSIVE, Racer
from nzdd.adapters.workers.interruption import Interruption
from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.fixing import Fixing
from nzdd.formulations.choose_many.bounds.prices import Prices
from nzdd.formulations.choose_many.branching.branch_tree import Tree
from nzdd.formulations.choose_many.diving import fix_members
from nzdd.formulations.choose_many.listed.listed_members import ListedMembers
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.choose_many.residual import NEARLY
from nzdd.formulations.choose_many.restricted_master import RestrictedMaster
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Bools
from nzdd.formulations.models.result import Result, Status

FEW_EDGES = 1_500
"""So few edges are no work for a solver: no further prices are tried."""

MOST_EDGES = 20_000
"""With more edges a solver does not get far with the arc flow: it is asked when all else failed."""

MOST_DIVES = 12
"""Dives for one target before the arc flow is asked, whatever its size."""

FIRST_DIVES = 3
"""Dives before the program over members found."""

MOST_MEMBERS = 3_000
"""Members of the restricted program at most: those that cost the least more than they are worth."""

NODES = 40
"""Nodes of the tree between two dives."""

ALL = 10**9

MOST_BRANCHED = 300_000
"""With more edges there is no branching: each node has a graph of its own."""

LOOSE_DIVES = 6
"""Dives before the tree where the target leaves room above the relaxation."""

MOST_LISTED, PER_EDGE = 50_000, 3
"""So many members are listed at most, and for each edge that is left: else the flow is smaller."""

WIDE, PARTS = (0.04, 0.02, 0.01, 0.005), (1.0, 0.3, 0.1)
"""How far above the bound targets are of which all members are listed: shares of the bound where
objectives are integers, else of the distance to a better point."""

MASTER = 4.0
"""Seconds for the program over members found."""

LEFT = (0.05, 0.18)
"""The share of the relaxation that fixed members leave to a solver, at least and at most."""

WHOLE = 0.2
"""How often fixed members are completed by others that have symbols of which nothing is left."""

MORE_PRICES = 20
FEW_STEPS = 10
"""From so few steps on it is asked whether the bound can be met, before for a better point."""

TRUSTED, PATIENT = 3, 30
"""Targets that are missed before it is asked, on all edges, whether there is any point; the second
where there are more than `MOST_BRANCHED` of them."""

ROUNDING = 1e-6
FEASIBLE = 1e-6


@dataclass(eq=False)
class ManySearch:
    """One search for the best members of families.

    After `run`, `best` is the best point, `bound` an exact lower bound on the objective (both
    without its offset), `settled` whether the two meet, and `stuck` why it ended before they did.
    """

    many: ManyModel
    limits: Limits
    cores: int = 2
    gap: float = 1e-6
    seed: int = 1
    best: Point | None = None
    bound: Fraction | None = None
    start: Point | None = None
    interrupt: Event | None = None
    infeasible: bool = False
    stuck: str = ""
    relaxed: float | None = None
    edges: int = 0
    left: int = 0
    targets: int = 0
    told: Callable[[Point | None, Fraction | None], object] | None = None
    _last: Fraction | None = None
    _parts: bool = True
    _busy: Any = field(default_factory=Lock)

    def run(self) -> bool:
        """Search until the best point is proven, or a limit.

        False where this method cannot tell: prices have no bound, or no members meet the rows,
        which the flow on all edges has to confirm.
        """
        from nzdd.adapters.solvers.glop import GlopEngine  # slow to load

        self.edges = sum(choice.graph.num_edges for choice in self.many.choices)
        self.program = DualProgram.of(self.many)
        self.prices = Prices(self.program, GlopEngine, self.limits)
        self.fixing = Fixing(self.program)
        offer, interrupt = self._offer, self.interrupt
        self.questions = Questions(self.many, self.program, self.limits, offer, interrupt)
        if self.start is not None:
            self._offer(self.start)
        answer = self.prices.solve()
        if self.limits.ends():
            return self._cut_short()
        if answer.status is not Status.OPTIMAL or answer.x is None or self.program.boxed(answer):
            return False
        self.relaxed = answer.objective
        if self._heard(answer.x) is None:
            return False
        if not self.many.core.integrality.any():
            return self._relaxation()
        self._rounded()
        if not self.settled:
            self._dived()
        random = np.random.default_rng(self.seed)
        while not (self.settled or self.stuck or self.infeasible or self.limits.ends()):
            self._next_target(random)
        return not self.infeasible and (self.best is not None or not self.stuck)

    def _cut_short(self) -> bool:
        """Take what a limit has left of the relaxation."""
        if self.prices.inside is not None:
            self._heard(self.prices.inside)
        if self.prices.answer.status is Status.OPTIMAL:
            self._rounded()
        return True

    @property
    def settled(self) -> bool:
        """Whether the best point is proven."""
        if self.best is None or self.bound is None:
            return False
        return self.best.value <= float(self.bound) + self.gap * max(1.0, abs(self.best.value))

    def _heard(self, y: Any) -> Fraction | None:
        """Take the bound of prices."""
        found = self.fixing.add(y)
        if found is None:
            return None
        value = Fraction(math.ceil(found.value)) if self.many.integral else found.value
        if self.bound is None or value > self.bound:
            self.bound = value
            self._tell(None)
        return value

    def _tell(self, point: Point | None) -> None:
        if self.told is not None:
            self.told(point, self.bound)

    def _relaxation(self) -> bool:
        """The point of a linear program: fractions of members."""
        shares = self.prices.shares()
        x = np.zeros(self.many.core.num_columns)
        x[~self.many.columns] = self.prices.others()
        return self._offer(
            Point.of_members(self.many, self.program, shares.members, shares.amounts, x)
        )

    def _rounded(self) -> None:
        """A first point, the relaxation rounded up or down; it may be far from the best."""
        shares = self.prices.shares()
        for whole in (np.ceil(shares.amounts - NEARLY), np.floor(shares.amounts + NEARLY)):
            nothing = np.zeros(self.many.core.num_columns)
            self._offer(Point.of_members(self.many, self.program, shares.members, whole, nothing))

    def _dived(self) -> None:
        """A point without a solver."""
        fixed = fix_members(self.many, self.prices)
        if fixed is None and not self.limits.ends():
            self._parts = False
            fixed = fix_members(self.many, self.prices, parts=False)
        if fixed is not None:
            self._offer(fixed.point)

    def _offer(self, point: Point) -> bool:
        """Take a point that is better than the best one; whether it keeps the rows."""
        violation = self.many.core.violation(point.x)
        # By integers a row is kept, or missed by one, of which the tolerance says nothing where
        # its sides are large.
        if violation.scaled > FEASIBLE or (self.many.whole_rows and violation.rows >= 0.5):
            return False
        if self.best is None or point.value < self.best.value:
            self.best = point
            self._tell(point)
        return True

    def _next_target(self, random: np.random.Generator) -> None:
        """Ask whether the bound can be met; where the best point is far from it, for a better one.

        Of a fractional objective there is nothing to decide, either.
        """
        assert self.bound is not None
        deciding = self.many.integral and (self.best is None or self._steps() <= FEW_STEPS)
        if deciding:
            target = self.bound
        elif self.best is not None:
            target = Fraction(self.best.value) - int(self.many.integral)
        else:
            target = self.bound + abs(self.bound) + 1
        listed, wide = None, self._widest()
        if wide is not None:
            target, masks, listed = wide
            deciding = deciding and target == self.bound
        else:
            masks = self._narrowed(target, random)
            if self.limits.ends():  # the models of questions take their time
                return
            listed = self._listed(target, masks)
        self.left = int(sum(mask.sum() for mask in masks))
        self.targets += 1
        goal = float(target)
        points = partial(self._points, masks=masks, target=target, random=random)
        racers: list[Racer] = [partial(points, deciding=deciding)]
        again, self._last = target == self._last, target
        # Where racers take turns, what may take long comes last.
        place = 0 if self.left <= FEW_EDGES or not deciding else 1
        if listed is not None:
            asked = ListedQuestion(self.questions, listed, target, deciding, self.cores)
            racers.insert(place, asked)
        elif self.left <= MOST_EDGES or again:
            racers.insert(place, self.questions.flow(masks, goal, "highs", deciding=deciding))
            if self.left <= FEW_EDGES and self.cores > 1 and deciding:
                racers.append(self.questions.flow(masks, goal, "cp_sat", deciding=True))
        answer = self.questions.ask(racers, cores=self.cores)
        with self._busy:  # the prices are free again
            pass
        if answer.status is Status.INFEASIBLE:
            self._missed(target)
        elif answer.status is Status.OPTIMAL and not deciding and answer.dual_bound is not None:
            self._proven(answer.dual_bound)
        elif again and answer.status is not Status.OPTIMAL and not self.limits.ends():
            self.stuck = "the solvers of the flow failed"

    def _widest(self) -> tuple[Fraction, tuple[Bools, ...], ListedMembers] | None:
        """The greatest target above the bound of which all members can be listed."""
        assert self.bound is not None
        most, bound = self._better(), self.bound
        if self.many.integral:
            targets = [bound + math.floor(share * abs(bound)) for share in WIDE]
        elif most < np.inf:
            targets = [bound + Fraction(share) * (Fraction(most) - bound) for share in PARTS]
        else:
            return None
        for target in targets:
            target = target if most == np.inf else min(target, Fraction(most))
            if target <= bound:
                break
            masks = self.fixing.left(target)
            listed = self._listed(target, masks)
            if listed is not None:
                return target, masks, listed
        return None

    def _listed(self, target: Fraction, masks: tuple[Bools, ...]) -> ListedMembers | None:
        """All members that a point of the target may have, if they are few."""
        most = min(MOST_LISTED, PER_EDGE * int(sum(mask.sum() for mask in masks)))
        return ListedMembers.of(self.many, self.fixing, masks, target, most)

    def _points(
        self,
        interrupt: Interruption | None,
        *,
        masks: tuple[Bools, ...],
        target: Fraction,
        random: np.random.Generator,
        deciding: bool,
    ) -> Result:
        """Points of members found, and of fixed members completed, until one meets the target.

        Where there is nothing to decide any point may be better, and proves nothing.
        """
        stop, goal = interrupt or Interruption(), float(target)
        enough = goal if deciding else -np.inf
        if self.many.integral and not deciding and self.bound is not None:
            enough = float(self.bound) + FEW_STEPS  # from there on there is something to decide
        result = Result(Status.NO_SOLUTION_FOUND)
        # The prices, which only one thread may use, end with the race, too.
        with self._busy, self._until(stop):
            # Where no point is better than the relaxation, nearly all that is fixed misses it; and
            # of few edges nodes take less time than the process of a solver needs to start.
            tight = self.relaxed is not None and self.relaxed >= goal - NEARLY
            first = 0 if tight or self.left <= FEW_EDGES else LOOSE_DIVES
            tree = None
            if deciding and self.left <= MOST_BRANCHED:
                tree = Tree.of(self.many, target, self.prices, masks)
            for dive in range(MOST_DIVES):
                if result.status in CONCLUSIVE or stop.is_set() or self.limits.ends():
                    break
                if tree is not None and not tree.failed and dive >= first:
                    result = self._branched(tree, NODES if dive + 1 < MOST_DIVES else ALL)
                    if result.status in CONCLUSIVE:
                        break
                if dive == FIRST_DIVES:
                    master = self.questions.master(self._master(target), enough, "highs", MASTER)
                    result = master(stop)
                    continue
                # Every other dive may miss the target, if only it is better than the best point.
                wanted = goal if dive % 2 == 0 else max(goal, self._better())
                left = float(random.uniform(*LEFT)) * max(1.0, abs(self.relaxed or 1.0))
                fixed = fix_members(
                    self.many, self.prices, random, enough=left, target=wanted, parts=self._parts
                )
                if fixed is None:
                    continue
                if fixed.done:
                    self._offer(fixed.point)
                else:
                    few = masks if random.random() < WHOLE else fixed.useful(masks)
                    self.questions.rest(fixed, few, wanted, stop, parts=self._parts)
                if self.best is not None and self.best.value <= enough + FEASIBLE:
                    result = replace(result, status=Status.OPTIMAL)
        return result

    def _branched(self, tree: Tree, nodes: int) -> Result:
        """A point of at most the target, or that there is none, by some nodes of a tree."""
        status = tree.run(nodes)
        if tree.point is not None and not self._offer(tree.point):
            tree.failed, status = True, Status.NO_SOLUTION_FOUND
        return Result(status)

    def _better(self) -> float:
        """The greatest value of a point that is better than the best one."""
        if self.best is None:
            return np.inf
        step = 1.0 if self.many.integral else self.gap * max(1.0, abs(self.best.value))
        return self.best.value - step

    @contextmanager
    def _until(self, stop: Interruption) -> Iterator[None]:
        """Have the prices end with an event, too."""
        self.prices.limits = Limits(self.limits.left, stop.is_set)
        try:
            yield
        finally:
            self.prices.limits = self.limits

    def _steps(self) -> int:
        """How many values of the objective lie between the bound and the best point."""
        assert self.best is not None
        assert self.bound is not None
        return int(Fraction(self.best.value) - self.bound)

    def _proven(self, bound: float) -> None:
        """A solver has shown that no point is better than this."""
        assert self.bound is not None
        value = Fraction(bound)
        if self.many.integral:
            value = Fraction(math.ceil(bound - ROUNDING))
        self.bound = max(self.bound, value)
        if not self.settled:
            self.stuck = "the solver's gap is wider"
        self._tell(None)

    def _missed(self, target: Fraction) -> None:
        """No point meets the target; without a point, there may be none at all."""
        trusted = TRUSTED if self.edges <= MOST_BRANCHED else PATIENT
        if self.best is None and not (self.many.integral and self.targets < trusted):
            whole = tuple(np.ones_like(mask) for mask in self.fixing.left(target))
            flow = self.questions.flow(whole, np.inf, "highs", deciding=True)
            self.infeasible = flow(Interruption(self.interrupt)).status is Status.INFEASIBLE
        if self.infeasible:
            return
        if self.many.integral:
            self.bound = target + 1
        elif self.best is not None:
            self.bound = min(target, Fraction(self.best.value))
        self._tell(None)

    def _narrowed(self, target: Fraction, random: np.random.Generator) -> tuple[Bools, ...]:
        """The edges left below a target, by as many prices as help."""
        masks = self.fixing.left(target)
        objective = self.program.lazy.core.objective
        idle = 0
        for _ in range(MORE_PRICES):
            count = sum(int(mask.sum()) for mask in masks)
            if count <= FEW_EDGES or idle >= 3 or self.limits.ends():
                break
            gap = float(target - max(each.value for each in self.fixing.prices))
            wide = 0.02 + 2.0 * gap / max(1.0, float(target))
            moved = objective * (1.0 + wide * random.normal(size=objective.size))
            answer = self.prices.solve(moved)
            if answer.status is not Status.OPTIMAL or answer.x is None:
                break
            if self.program.boxed(answer) or self._heard(answer.x) is None:
                break
            masks = self.fixing.narrowed(masks, self.fixing.prices[-1], target)
            idle = idle + 1 if sum(int(mask.sum()) for mask in masks) > 0.95 * count else 0
        return masks

    def _master(self, target: Fraction) -> RestrictedMaster:
        """The members found that a point of the target may have, the cheapest of them."""
        prices = max(self.fixing.prices, key=lambda each: each.value)
        parts, excess = [], []
        for number, oracle in enumerate(self.program.oracles):
            over = oracle.found.paths @ prices.lengths[number] + prices.each[number]
            parts.append(np.stack((np.full(over.size, number), np.arange(over.size)), axis=1))
            excess.append(over)
        over = np.concatenate(excess)
        members = np.concatenate(parts)[np.argsort(over, kind="stable")[:MOST_MEMBERS]]
        use, costs = self.prices.use(members)
        most = float(target) if self.best is None else self.best.value
        return RestrictedMaster.of(self.many, members, use, costs, most)
