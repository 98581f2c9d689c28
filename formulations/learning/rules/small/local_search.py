"""Local search over sets of rules within a budget."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import (
    BinColumn,
    BinnedRows,
    Numbers,
    worth,
)
from nzdd.formulations.learning.rules.bins.column_screen import ColumnScreen
from nzdd.formulations.learning.rules.bins.literals import Conjunction, Kind, Literal
from nzdd.formulations.learning.rules.losses.smooth import Loss
from nzdd.formulations.learning.rules.small.budget import Budget
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

REACH = 3
"""So many bins a literal of a neighbour moves at most."""

MEANT = 1e-7
"""A decrease of the loss below this is none."""


class LocalSearch:
    """Adds, removes and exchanges rules as long as the objective falls."""

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
        terms = np.arange(len(rows.terms))
        self._pool = np.union1d(candidates, terms).astype(np.uint32)
        self._level, self._limits = level, limits
        self._near: dict[int, Numbers] = {}
        patterns = Patterns.of_none(rows.num_rows, loss)
        nothing = np.zeros((loss.num_outputs, 0))
        self.empty = refit(patterns, np.zeros(0), nothing, loss.start())

    def of_first(self, candidates: Numbers, budget: Budget) -> Refitted:
        """The vote of the first candidates that the budget holds."""
        rules = np.array(list(dict.fromkeys(candidates.tolist())), np.uint32)
        held = budget.held(self._rows.sizes(rules))
        patterns = self.empty.patterns
        for rule in rules[:held].tolist():
            patterns = patterns.adding(rule, self._rows, self._loss)
        weights = np.zeros((self._loss.num_outputs, held))
        return self._refit(patterns, weights, self.empty.intercept)

    def forward(self, stages: Iterable[Budget]) -> Iterator[Refitted]:
        """The votes of forward selection, for one budget after the other."""
        vote = self.empty
        for budget in stages:
            vote = self.fill(vote, budget)
            yield vote

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
                cost = self._rows.sizes(rules).astype(float)
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
        sizes = self._rows.sizes(np.array(vote.patterns.rules, np.uint32))
        return budget.room(sizes.tolist(), self._penalty.size - 1)

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
        residuals, curvatures = self._loss.residuals(votes), self._loss.curvature(votes).own()
        weigh = np.ones(room + 1)
        pool = self._pool
        if len(banned) < 2:  # of pairs there are many: known rules must do
            for residual in residuals.T.copy():
                found, _ = ColumnScreen(rows).best(residual, weigh, PRICED, 0.0, self._beat)
                pool = np.union1d(pool, found)
        pool = np.concatenate((pool, *map(self._neighbours, banned)))
        signs = rows.signs
        pool = np.unique(pool[(rows.sizes(pool) <= room) & (signs[pool] > 0)])
        pool = np.setdiff1d(pool, [*of_vote.rules, *banned]).astype(np.uint32)
        costs = self._level * self._penalty[rows.orders()[pool]]
        scores = rows.sums(pool, residuals).T
        scores = np.maximum(worth(scores, signs[pool]) - costs, 0)
        sums, own = rows.sums(pool, curvatures).T, rows.squares(pool, curvatures).T
        left = own - sums**2 / curvatures.sum(axis=0)[:, None]
        gains = (scores**2 / (2 * np.maximum(left, 1e-3 * own + 1e-300))).sum(axis=0)
        first = np.argsort(-gains, kind="stable")[:TESTED]
        pool, gains = pool[first], np.zeros(first.size)
        present = np.array(of_vote.rules, np.uint32)
        for output, curvature in enumerate(curvatures.T.copy()):
            shared = np.vstack((rows.products(curvature, present, pool), sums[output, first]))
            inverse = np.linalg.pinv(vote.hessian(output), hermitian=True)
            left = own[output, first] - (shared * (inverse @ shared)).sum(axis=0)
            left = np.maximum(left, 1e-3 * own[output, first] + 1e-300)
            gains += scores[output, first] ** 2 / (2 * left)
        return pool, gains

    def _neighbours(self, rule: int) -> Numbers:
        """Rules that differ from one in a literal."""
        if rule not in self._near:
            near = list(_neighbours_of(self._rows.rules[rule], self._rows.columns))
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


def _neighbours_of(rule: Conjunction, columns: Sequence[BinColumn]) -> Iterator[Conjunction]:
    """A rule without a literal, and with another literal of the same column in its place.

    A literal of an interval moves; any other one may also become its complement.
    """
    of = [literal.column for literal in rule]
    for at, literal in enumerate(rule):
        if len(rule) > 1:
            yield rule[:at] + rule[at + 1 :]
        for other in _others(literal, columns[literal.column]):
            if other.kind == literal.kind or of.count(literal.column) == 1:
                yield (*rule[:at], other, *rule[at + 1 :])


def _others(literal: Literal, column: BinColumn) -> Iterator[Literal]:
    yield literal.opposite
    if literal.kind in (Kind.MISSING, Kind.KNOWN):
        return
    last = column.known - 1 if column.ordered else column.known
    for bin_ in range(max(0, literal.bin - REACH), min(last, literal.bin + REACH + 1)):
        if bin_ != literal.bin:
            yield literal._replace(bin=bin_)
