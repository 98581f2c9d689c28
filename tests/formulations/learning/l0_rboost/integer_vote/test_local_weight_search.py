import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.l0_rboost.integer_vote.local_weight_search import WeightSearch
from support.examples import examples


def instance(seed, most_rows=9):
    random = np.random.default_rng(seed)
    rows, columns = random.integers(2, most_rows + 1), random.integers(1, 6)
    right = random.integers(-1, 2, (rows, columns)).astype(np.int8)
    weights = random.random(columns) * (random.random(columns) < 0.6)
    weights[random.integers(columns)] += 0.1
    costs = random.random(columns) + 0.1
    margin = float(random.choice([0.05, 0.3, 1.0]))
    return WeightSearch(right, random.choice([1.0, 2.5], rows), costs, margin), weights


def moved(weights, place, amount):
    changed = weights.copy()
    changed[place] = amount
    return changed / changed.sum()


@settings(deadline=None, max_examples=examples(60))
@given(st.integers(0, 10**6))
def test_no_amount_of_one_weight_is_better(seed):
    """Against a grid of amounts, and the thresholds of all pairs of rows."""
    search, weights = instance(seed)
    weights = weights / weights.sum()
    places = np.arange(weights.size)
    values, amounts = search.best_amounts(weights, places)
    for place, value, amount in zip(places, values, amounts, strict=True):
        if moved_sum(weights, place, amount) > 1e-9:
            assert search.value(moved(weights, place, amount)) == pytest.approx(value)
        for other in np.concatenate(([0.0], np.geomspace(1e-3, 1e3, 150))):
            if moved_sum(weights, place, other) > 1e-9:
                assert search.value(moved(weights, place, other)) >= value - 1e-9


def moved_sum(weights, place, amount):
    return weights.sum() - weights[place] + amount


@given(st.integers(0, 10**6))
def test_the_search_ends_where_no_move_is_left_and_never_above_its_start(seed):
    search, weights = instance(seed, most_rows=20)
    weights = weights / weights.sum()
    found = search.improved(weights)
    assert found.sum() == pytest.approx(1)
    assert (found >= 0).all()
    assert search.value(found) <= search.value(weights) + 1e-9
    values, _ = search.best_amounts(found, np.arange(found.size))
    assert values.min() >= search.value(found) - 1e-9


def test_one_rule_takes_the_place_of_two():
    """Two of the three monomials share what the third one says alone."""
    right = np.array([[1, 0, 1], [0, 1, 1], [1, 0, 1], [0, 1, 1]], np.int8)
    search = WeightSearch(right, np.ones(4), np.array([1.0, 1.0, 1.0]), 0.1)
    found = search.improved(np.array([0.5, 0.5, 0.0]))
    assert found.tolist() == [0, 0, 1]
    assert search.value(found) == 1


def test_a_search_that_is_stopped_returns_its_start():
    right = np.array([[1, -1]], np.int8)
    search = WeightSearch(right, np.ones(1), np.ones(2), 0.1, stop=lambda: True)
    assert search.improved(np.array([0.0, 1.0])).tolist() == [0, 1]
