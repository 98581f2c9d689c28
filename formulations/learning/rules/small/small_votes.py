"""Votes of at most so many rules or literals, with a bound on what any such vote can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from nzdd.formulations.iteration.limits import Limits, Stopped
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.losses.smooth import Loss
from nzdd.formulations.learning.rules.small.neighbours import neighbours
from nzdd.formulations.learning.rules.small.refit import Patterns, Refitted, refit
from nzdd.input.arrays import Floats

PRICED = 20
"""How many rules a search proposes."""

TESTED = 50
"""How many rules get the exact score test."""

TRIED = 3
"""How many rules are tried with all weights refitted."""

PAIRS = 4
"""Two rules go at once only among so many rules of least gain."""

WIDTH = 8
"""From so many votes, divided by k, starts the search for the k-th budget."""

MEANT = 1e-7
"""A decrease of the loss below this is none."""


@dataclass(frozen=True, slots=True, eq=False)
class SmallVote:
    """A vote of few rules.

    Attributes
    ----------
    rules : ndarray of uint32, shape (r,)
        Numbers of `BinnedRows.rules`.
    weights : ndarray of float64, shape (outputs, r)
    intercept : ndarray of float64, shape (outputs,)
    loss : float
        The mean loss, without penalties.
    bound : float
        No vote within the budget whose weights are all at most `box` in absolute value has a
        smaller loss.
    box : float
        By default the largest absolute weight of this vote.
    """

    rules: Numbers
    weights: Floats
    intercept: Floats
    loss: float
    bound: float
    box: float


@dataclass(frozen=True, slots=True)
class Budget:
    """How many rules and how many literals a vote may have; None: any number."""

    max_rules: int | None
    max_literals: int | None

    def room(self, orders: Sequence[int], max_order: int) -> int:
        """The most literals of one more rule; 0: there is no room for a rule."""
        if self.max_rules is not None and len(orders) >= self.max_rules:
            return 0
        if self.max_literals is None:
            return max_order
        return max(0, min(max_order, self.max_literals - sum(orders)))

    def stages(self) -> list[Budget]:
        """The budgets up to this one, the least first."""
        if self.max_rules is not None:
            return [Budget(size, self.max_literals) for size in range(self.max_rules + 1)]
        return [Budget(None, size) for size in range((self.max_literals or 0) + 1)]

    def largest_norm(self, penalty: Floats) -> float:
        """The most that the penalties of the rules of a vote sum to."""
        if self.max_literals is None:
            return (self.max_rules or 0) * float(penalty[1:].max())
        most = np.zeros(self.max_literals + 1)  # for so many literals at most
        steps = self.max_literals if self.max_rules is None else self.max_rules
        for _ in range(min(steps, self.max_literals)):
            more = most.copy()
            for order in range(1, min(penalty.size, most.size)):
                more[order:] = np.maximum(more[order:], most[:-order] + penalty[order])
            most = more
        return float(most[-1])


def small_votes(
    rows: BinnedRows,
    loss: Loss,
    penalty: Floats,
    candidates: Numbers,
    *,
    level: float,
    max_rules: int | None = None,
    max_literals: int | None = None,
    path: Sequence[tuple[float, float]] = (),
    box: float | None = None,
    limits: Limits | None = None,
    on_vote: Callable[[SmallVote], object] | None = None,
) -> list[SmallVote]:
    """The best votes that were found for every budget up to a given one.

    Parameters
    ----------
    rows : BinnedRows
    loss : Loss
    penalty : ndarray of float64, shape (max_order + 1,)
        Of a rule with that many literals, above 0.
    candidates : ndarray of uint32
        Rules that a penalty path has used. Every other conjunction of at most ``max_order``
        literals is a candidate as well, as far as a search proposes it.
    level : float
        Of the penalty that keeps weights finite, and those of rare rules small: the objective is
        the loss plus ``level * penalty * |weight|``. Good values are somewhat below the level that
        cross-validation chooses on a path; near 0 ten rules fit noise.
    max_rules, max_literals : int, optional
        The budget; one of them at least.
    path : sequence of (float, float)
        Levels t, and lower bounds on the loss plus ``t * penalty * |weight|`` over all
        conjunctions, as `ColumnGeneration.close` proves them. They give `SmallVote.bound`.
    box : float, optional
        For `SmallVote.bound`.
    limits : Limits, optional
        When they are reached, the votes so far are the answer.
    on_vote : callable, optional
        Called with the vote for the whole budget whenever there is a better one.

    Returns
    -------
    list of SmallVote
        At position k that of at most k rules, or without `max_rules` of at most k literals. None
        has a larger objective than the one before it.

    Raises
    ------
    ValueError
        Without a budget.

    Notes
    -----
    Forward selection, each rule chosen by the score test and after a refit of all weights; then
    for one budget after the other rules are removed, one or two at a time, and the budget is
    filled again, as long as the objective falls (compare Hazimeh and Mazumder 2020). New rules
    are found by the exact search of the best conjunction for the present residuals. The result
    is a local optimum. Deterministic unless a limit is reached.

    For a vote within the budget and the box, the penalties sum to at most R, and so its loss is at
    least D(t) - t R for the lower bound D(t) of every level t of the path.
    """
    if max_rules is None and max_literals is None:
        raise ValueError("a small vote needs max_rules or max_literals: give one of them")
    limits = Limits() if limits is None else limits
    stages = Budget(max_rules, max_literals).stages()
    search = _Search(rows, loss, penalty, candidates, level, limits)
    best = [search.empty] * len(stages)

    def keep(stage: int, vote: Refitted) -> None:
        for larger in range(stage, len(stages)):
            if vote.value < best[larger].value:
                best[larger] = vote

    def result(stage: int) -> SmallVote:
        return _with_bound(best[stage], stages[stage], penalty, loss, path, box)

    try:
        for stage, budget in enumerate(stages):
            keep(stage, search.fill(best[stage], budget))
        beams = [[search.empty]]
        reach = penalty.size - 1 if max_rules is None else 1
        for stage, budget in enumerate(stages[1:], 1):
            width = max(1, WIDTH // stage)
            starts = [best[stage]]
            for vote in chain.from_iterable(beams[-reach:]):
                starts += search.grown(vote, budget, width)
            beam = []
            for start in _distinct(starts)[:width]:
                before = best[-1].value
                beam.append(search.improve(start, budget))
                keep(stage, beam[-1])
                if on_vote is not None and best[-1].value < before:
                    on_vote(result(-1))
            beams.append(_distinct(beam))
    except Stopped:
        pass
    return [result(stage) for stage in range(len(stages))]


def _distinct(votes: list[Refitted]) -> list[Refitted]:
    """Without those of equal rules, the least objective first."""
    of_rules = {frozenset(vote.patterns.rules): vote for vote in votes}
    return sorted(of_rules.values(), key=lambda vote: vote.value)


def _with_bound(
    vote: Refitted,
    budget: Budget,
    penalty: Floats,
    loss: Loss,
    path: Iterable[tuple[float, float]],
    box: float | None,
) -> SmallVote:
    largest = float(np.abs(vote.weights).max(initial=0.0)) if box is None else box
    norm = largest * loss.num_outputs * budget.largest_norm(penalty)
    free = loss.dual(np.zeros((vote.patterns.number.size, loss.num_outputs)))
    bound = max([free, *(lower - level * norm for level, lower in path)])
    rules = np.array(vote.patterns.rules, np.uint32)
    return SmallVote(rules, vote.weights, vote.intercept, vote.loss, bound, largest)


class _Search:
    """Local search over sets of rules."""

    def __init__(
        self,
        rows: BinnedRows,
        loss: Loss,
        penalty: Floats,
        candidates: Numbers,
        level: float,
        limits: Limits,
    ) -> None:
        self._rows, self._loss, self._penalty = rows, loss, penalty
        self._pool = np.unique(candidates.astype(np.uint32))
        self._level, self._limits = level, limits
        self._near: dict[int, Numbers] = {}
        patterns = Patterns.of_none(rows.num_rows, loss)
        nothing = np.zeros((loss.num_outputs, 0))
        self.empty = refit(patterns, np.zeros(0), nothing, loss.start())

    def grown(self, vote: Refitted, budget: Budget, count: int) -> list[Refitted]:
        """The vote with one more rule, for the most promising ones."""
        room = self._room(vote, budget)
        if not room:
            return []
        rules, gains = self._gains(vote, room, ())
        first = np.argsort(-gains, kind="stable")[:count]
        return [self._adding(vote, rule) for rule in rules[first].tolist()]

    def improve(self, vote: Refitted, budget: Budget) -> Refitted:
        """Remove and fill as long as that helps."""
        better = True
        while better:
            better = False
            for positions in self._removals(vote):
                self._limits.check()
                removed = [vote.patterns.rules[at] for at in positions]
                left = self._without(vote, positions)
                again = self.fill(left, budget, vote.value, removed)
                if again.value < vote.value - MEANT:
                    vote, better = again, True
                    break
        return vote

    def fill(
        self,
        vote: Refitted,
        budget: Budget,
        asked: float = -np.inf,
        banned: Sequence[int] = (),
    ) -> Refitted:
        """Add rules until there is no room or no gain.

        Rules that were removed just now are `banned` from coming back at once. That is all where
        no others promise half the decrease to what is `asked`.
        """
        while room := self._room(vote, budget):
            self._limits.check()
            rules, gains = self._gains(vote, room, banned)
            if not rules.size:
                break
            cost = np.ones(rules.size)
            if budget.max_rules is None:
                cost = self._rows.orders()[rules].astype(float)
            first = np.argsort(-gains / cost, kind="stable")[:TRIED]
            first = np.union1d(first, gains.argmax())
            if banned and 2 * len(banned) * gains[first].max() < vote.value - asked:
                break
            self._pool = np.union1d(self._pool, rules[first])
            tried = [self._adding(vote, rule) for rule in rules[first].tolist()]
            decrease = np.array([vote.value - each.value for each in tried]) / cost[first]
            chosen = int(decrease.argmax())
            if decrease[chosen] <= MEANT:
                break
            vote, banned = tried[chosen], []
        return vote

    def _room(self, vote: Refitted, budget: Budget) -> int:
        orders = self._rows.orders()[list(vote.patterns.rules)]
        return budget.room(orders.tolist(), self._penalty.size - 1)

    def _removals(self, vote: Refitted) -> list[tuple[int, ...]]:
        """Positions to remove, those of least estimated gain first, pairs last."""
        size = len(vote.patterns.rules)
        gain = np.zeros(size)
        for output, weights in enumerate(vote.weights):
            hessian = vote.hessian(output)
            inverse = np.linalg.pinv(hessian, hermitian=True)
            gain += weights**2 / np.maximum(np.diag(inverse)[:size], 1e-300)
        order = np.argsort(gain, kind="stable").tolist()
        return [(at,) for at in order] + list(combinations(order[:PAIRS], 2))

    def _gains(self, vote: Refitted, room: int, banned: Sequence[int]) -> tuple[Numbers, Floats]:
        """Rules of at most `room` literals that may join, and the decrease that each promises.

        The score test: the decrease of the quadratic that has the gradient and the second
        derivatives of the loss, over the weight of the new rule and those of the present ones.
        """
        rows, of_vote = self._rows, vote.patterns
        votes = vote.votes[of_vote.number]
        outputs = range(len(vote.intercept))
        residuals = [self._loss.residual(votes, output) for output in outputs]
        curvatures = [self._loss.curvature(votes, output, output) for output in outputs]
        weigh = np.ones(room + 1)
        pool = self._pool
        if len(banned) < 2:  # of pairs there are many: known rules must do
            for residual in residuals:
                found, _ = rows.best(residual, weigh, PRICED, 0.0, self._beat)
                pool = np.union1d(pool, found)
        pool = np.concatenate((pool, *map(self._neighbours, banned)))
        pool = np.unique(pool[rows.orders()[pool] <= room])
        pool = np.setdiff1d(pool, [*of_vote.rules, *banned]).astype(np.uint32)
        costs = self._level * self._penalty[rows.orders()[pool]]
        scores = np.array([rows.sums(pool, residual) for residual in residuals])
        scores = np.maximum(np.abs(scores) - costs, 0)
        own = np.array([rows.sums(pool, curvature) for curvature in curvatures])
        total = np.array([curvature.sum() for curvature in curvatures])[:, None]
        gains = (scores**2 / (2 * np.maximum(own - own**2 / total, 1e-3 * own + 1e-300))).sum(
            axis=0
        )
        first = np.argsort(-gains, kind="stable")[:TESTED]
        pool, gains = pool[first], np.zeros(first.size)
        present = np.array(of_vote.rules, np.uint32)
        for output, curvature in enumerate(curvatures):
            shared = np.vstack((rows.products(curvature, present, pool), own[output, first]))
            inverse = np.linalg.pinv(vote.hessian(output), hermitian=True)
            left = own[output, first] - (shared * (inverse @ shared)).sum(axis=0)
            left = np.maximum(left, 1e-3 * own[output, first] + 1e-300)
            gains += scores[output, first] ** 2 / (2 * left)
        return pool, gains

    def _neighbours(self, rule: int) -> Numbers:
        """Rules that differ from one in a literal."""
        if rule not in self._near:
            near = list(neighbours(self._rows.rules[rule], self._rows.columns))
            self._near[rule] = self._rows.add(near)
        return self._near[rule]

    def _adding(self, vote: Refitted, rule: int) -> Refitted:
        patterns = vote.patterns.adding(rule, self._rows, self._loss)
        weights = np.pad(vote.weights, ((0, 0), (0, 1)))
        return self._refit(patterns, weights, vote.intercept)

    def _without(self, vote: Refitted, positions: Sequence[int]) -> Refitted:
        patterns = vote.patterns.without(positions)
        return self._refit(patterns, np.delete(vote.weights, positions, axis=1), vote.intercept)

    def _refit(self, patterns: Patterns, weights: Floats, intercept: Floats) -> Refitted:
        penalty = self._penalty[self._rows.orders()[list(patterns.rules)]]
        return refit(patterns, self._level * penalty, weights, intercept)

    def _beat(self, stage: str, share: float) -> None:
        self._limits.check()
