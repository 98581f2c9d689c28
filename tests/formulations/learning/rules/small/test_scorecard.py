"""Points for rules against all points there are."""

from itertools import product
from math import gcd

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.losses.likelihood import class_loss
from nzdd.formulations.learning.rules.losses.smooth import SquaredLoss
from nzdd.formulations.learning.rules.small.scorecard import scorecard
from nzdd.formulations.learning.rules.small.small_votes import small_votes
from support.examples import examples

PENALTY = np.array([0, 1, 1.2])
LEVEL = 1e-3


def sample(seed, numbers):
    rng = np.random.default_rng(seed)
    rows = BinnedRows(rng.integers(0, 2, (60, 6)).astype(np.uint8), [BinColumn(2)] * 6)
    truth = rows.codes @ rng.normal(size=6) - 0.5
    if numbers:
        weight = rng.dirichlet(np.ones(rows.num_rows))
        return rows, SquaredLoss(truth + rng.normal(size=truth.size), weight, 0.1)
    share = 1 / (1 + np.exp(-2 * truth))
    counts = np.array([rng.multinomial(5, [1 - each, each]) for each in share]) + 0.01
    return rows, class_loss(counts / counts.sum())


def chosen(rows, loss, max_rules):
    return small_votes(
        rows, loss, PENALTY, np.zeros(0, np.uint32), max_rules=max_rules, level=LEVEL
    )[-1]


def card_of(rows, loss, vote, **options):
    return scorecard(
        rows, loss, PENALTY, vote.rules, vote.weights, vote.intercept, level=LEVEL, **options
    )


def covers_of(rows, rules):
    ones = np.ones(1)
    return np.array([rows.votes(rules[at : at + 1], ones) for at in range(rules.size)]).T


def value(rows, loss, card):
    penalty = PENALTY[rows.orders()[card.rules]]
    return card.loss + LEVEL * float(penalty @ np.abs(card.weights[0]))


def least(rows, loss, rules, points):
    """The objective of points with the best multiplier and intercept."""
    total = covers_of(rows, rules) @ points
    cost = LEVEL * float(PENALTY[rows.orders()[rules]] @ np.abs(points))

    def objective(both):
        return loss.value((both[0] * total + both[1])[:, None]) + cost * both[0]

    start = np.array([0.3, float(loss.start()[0])])
    return minimize(objective, start, bounds=[(0, None), (None, None)]).fun


@pytest.mark.parametrize("numbers", [False, True])
def test_the_points_are_the_best_of_all(numbers):
    found = 0
    for seed in range(3):
        rows, loss = sample(seed, numbers)
        vote = chosen(rows, loss, 2)
        card = card_of(rows, loss, vote, max_points=3)
        every = product(range(-3, 4), repeat=vote.rules.size)
        least_of = [each for each in every if gcd(*each) <= 1]  # of multiples there is a multiplier
        best = min(least(rows, loss, vote.rules, np.array(each)) for each in least_of)
        assert value(rows, loss, card) >= best - 1e-6
        found += value(rows, loss, card) <= best + 1e-6
    assert found >= 2


@given(st.integers(0, 1000), st.booleans(), st.integers(1, 5), st.integers(0, 5))
@settings(max_examples=examples(15))
def test_a_card_is_a_vote_with_points_in_range(seed, numbers, max_points, max_rules):
    rows, loss = sample(seed, numbers)
    vote = chosen(rows, loss, max_rules)
    card = card_of(rows, loss, vote, max_points=max_points)
    assert (card.points != 0).all()
    assert (np.abs(card.points) <= max_points).all()
    assert np.isin(card.rules, vote.rules).all()
    assert card.multiplier >= 0
    votes = covers_of(rows, card.rules).reshape(rows.num_rows, -1) @ card.weights.T
    assert card.loss == pytest.approx(loss.value(votes + card.intercept))
    # calibrated in the large: the mean of what is predicted is the mean of the sample
    assert abs(loss.residuals(votes + card.intercept).sum()) < 1e-4
    # never worse than the nearest points, scaled to the largest
    largest = np.abs(vote.weights).max(initial=0.0)
    if largest > 0:
        nearest = np.rint(vote.weights[0] * max_points / largest)
        assert value(rows, loss, card) <= least(rows, loss, vote.rules, nearest) + 1e-6


def test_one_rule_needs_one_point():
    rows, loss = sample(4, False)
    vote = chosen(rows, loss, 1)
    card = card_of(rows, loss, vote)
    assert np.abs(card.points).tolist() == [1]
    assert card.loss == pytest.approx(vote.loss, abs=1e-5)


def test_many_points_come_close_to_the_real_weights():
    rows, loss = sample(5, False)
    vote = chosen(rows, loss, 4)
    values = [value(rows, loss, card_of(rows, loss, vote, max_points=most)) for most in (1, 5, 25)]
    real = vote.loss + LEVEL * float(PENALTY[rows.orders()[vote.rules]] @ np.abs(vote.weights[0]))
    assert values[0] >= values[1] - 1e-9
    assert real - 1e-6 <= values[2] <= real + 1e-3


def test_a_stop_leaves_a_card():
    rows, loss = sample(6, False)
    vote = chosen(rows, loss, 4)
    polls = iter(range(10**6))
    limits = Limits(stop=lambda: next(polls) >= 12)
    card = card_of(rows, loss, vote, limits=limits)
    assert card.loss <= loss.value(np.tile(loss.start(), (rows.num_rows, 1)))


def test_what_cannot_be_a_card():
    rows, loss = sample(7, False)
    vote = chosen(rows, loss, 2)
    with pytest.raises(ValueError, match="max_points is 0"):
        card_of(rows, loss, vote, max_points=0)
    classes = class_loss(np.full((rows.num_rows, 3), 1 / 3 / rows.num_rows))
    with pytest.raises(ValueError, match="one output, not 3"):
        card_of(rows, classes, vote)
