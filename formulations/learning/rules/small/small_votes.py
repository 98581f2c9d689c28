"""Votes of at most so many rules or literals, with a bound on what any such vote can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.formulations.learning.rules.losses.smooth import Loss
from nzdd.formulations.learning.rules.small.budget import Budget
from nzdd.formulations.learning.rules.small.local_search import LocalSearch
from nzdd.formulations.learning.rules.small.refit import Refitted
from nzdd.input.arrays import Floats

WIDTH = 8
"""From so many votes, divided by k, starts the search for the k-th budget."""


@dataclass(frozen=True, slots=True, eq=False)
class SmallVote(Fitted):
    """A vote of few rules.

    Attributes
    ----------
    rules, weights, intercept
        See `Fitted`.
    loss : float
        The mean loss, without penalties.
    bound : float
        No vote within the budget whose weights are all at most `box` in absolute value has a
        smaller loss.
    box : float
        By default the largest absolute weight of this vote.
    limit : str or None
        What ended the search before there was nothing left to try.
    """

    loss: float
    bound: float
    box: float
    limit: str | None = None


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
        Rules that a penalty path has used, the most promising first: those that the budget holds
        are a first vote. Every other conjunction of at most ``max_order`` literals is a candidate
        as well, as far as a search proposes it.
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
        When they are reached, or on Ctrl-C, the votes so far are the answer.
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
    search = LocalSearch(rows, loss, penalty, candidates, level, limits)
    best = [search.empty] * len(stages)
    limit = None

    def keep(stage: int, vote: Refitted) -> None:
        for larger in range(stage, len(stages)):
            if vote.value < best[larger].value:
                best[larger] = vote

    def result(stage: int) -> SmallVote:
        return _with_bound(best[stage], stages[stage], penalty, loss, path, box, limit)

    keep(len(stages) - 1, search.of_first(candidates, stages[-1]))
    try:
        for stage, vote in enumerate(search.forward(stages)):
            keep(stage, vote)
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
    except (Stopped, KeyboardInterrupt) as stop:
        limit = str(stop) or INTERRUPTED
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
    limit: str | None,
) -> SmallVote:
    largest = float(np.abs(vote.weights).max(initial=0.0)) if box is None else box
    norm = largest * loss.num_outputs * budget.largest_norm(penalty)
    free = loss.dual(np.zeros((vote.patterns.number.size, loss.num_outputs)))
    bound = max([free, *(lower - level * norm for level, lower in path)])
    rules = np.array(vote.patterns.rules, np.uint32)
    return SmallVote(rules, vote.weights, vote.intercept, vote.loss, bound, largest, limit)
