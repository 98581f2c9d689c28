"""Stumps against a search through all of them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.lpboost import (
    ClassificationStumps,
    Ensemble,
    RegressionStumps,
    SortedColumns,
    Stump,
    agreement,
)

seeds = st.integers(0, 2**32 - 1)


def cuts(X):
    """The rows on the left of every cut, and of none."""
    yield np.ones(len(X), bool)
    for column in X.T:
        values = np.unique(column)
        yield from (column <= cut for cut in values[:-1])


@given(seeds, st.booleans())
def test_the_best_of_all_stumps_is_found(seed, sparse_costs):
    random = np.random.default_rng(seed)
    m, classes = int(random.integers(1, 15)), int(random.integers(2, 5))
    X = random.integers(0, 5, (m, 3)).astype(float)
    codes = random.integers(0, classes, m)
    costs = random.random(m) * (random.random(m) < 0.5 if sparse_costs else 1)
    best = max(
        (costs * np.where(np.where(left, one, other) == codes, 1, -1)).sum()
        for left in cuts(X)
        for one, other in product(range(classes), repeat=2)
    )
    found = ClassificationStumps(SortedColumns(X), codes, classes).learn(costs, -np.inf)
    assert found.outputs @ costs == pytest.approx(best)
    assert found.bound == pytest.approx(best)
    assert (found.outputs == agreement(found.hypothesis.predict(X), codes)).all()
    assert set(np.unique(found.outputs)) <= {-1.0, 1.0}


@given(seeds)
def test_votes_by_cost_make_the_best_of_ginis_index(seed):
    random = np.random.default_rng(seed)
    m, classes = int(random.integers(2, 15)), int(random.integers(2, 5))
    X = random.integers(0, 5, (m, 3)).astype(float)
    codes, costs = random.integers(0, classes, m), random.random(m) + 0.01

    def side(rows):
        amounts = np.bincount(codes[rows], costs[rows], classes)
        return (amounts**2).sum() / amounts.sum() if rows.any() else 0.0

    best = 2 * max(side(left) + side(~left) for left in cuts(X)) - costs.sum()
    columns = SortedColumns(X)
    found = ClassificationStumps(columns, codes, classes, True).learn(costs, -np.inf)
    exact = ClassificationStumps(columns, codes, classes).learn(costs, -np.inf)
    assert found.outputs @ costs == pytest.approx(best)
    assert found.bound == pytest.approx(exact.bound)
    again = ClassificationStumps(columns, codes, classes, True).learn(costs, best + 1e-9)
    assert (again.outputs == exact.outputs).all()


@given(seeds)
def test_the_best_stumps_for_regression_are_found(seed):
    random = np.random.default_rng(seed)
    m = int(random.integers(2, 15))
    X = random.integers(0, 5, (m, 3)).astype(float)
    costs, weights = random.normal(size=m), random.choice([1.0, 3.0], m)
    best = max(abs(costs[left].sum()) + abs(costs[~left].sum()) for left in cuts(X))
    columns = SortedColumns(X)
    exact = RegressionStumps(columns, weights).learn(costs, -np.inf)
    assert exact.outputs @ costs == pytest.approx(best)
    assert exact.bound == pytest.approx(best)

    def error(left):
        answer = np.empty(m)
        for side in (left, ~left):
            answer[side] = costs[side].sum() / weights[side].sum() if side.any() else 0.0
        return weights @ (costs / weights - answer) ** 2

    nearest = RegressionStumps(columns, weights, "least_squares").learn(costs, -np.inf)
    scale = (nearest.outputs @ costs) / (weights @ nearest.outputs**2)
    assert weights @ (costs / weights - scale * nearest.outputs) ** 2 == pytest.approx(
        min(error(left) for left in cuts(X))
    )
    assert np.abs(nearest.outputs).max() == pytest.approx(1)
    assert nearest.bound == pytest.approx(best)
    again = RegressionStumps(columns, weights, "least_squares").learn(costs, best)
    assert (again.outputs == exact.outputs).all()


@pytest.mark.parametrize(
    "values", [(1.0, 1.0 + 2**-52), (0.0, 5e-324), (-1.7e308, 1.7e308), (1.6e308, 1.7e308)]
)
def test_a_cut_separates_what_it_cuts(values):
    X = np.array(values)[:, None]
    found = ClassificationStumps(SortedColumns(X), np.array([0, 1]), 2).learn(np.ones(2), -np.inf)
    assert found.outputs.tolist() == [1, 1]


def test_a_cut_lies_half_way():
    X = np.array([[1.0], [2.0], [5.0]])
    found = ClassificationStumps(SortedColumns(X), np.array([0, 0, 1]), 2).learn(np.ones(3), 0)
    assert found.hypothesis.threshold == 3.5


def test_a_table_of_finite_numbers_is_needed():
    for table in ([[np.nan]], [[np.inf]], [1.0], np.empty((0, 2)), np.empty((2, 0))):
        with pytest.raises(ValueError, match="finite numbers"):
            SortedColumns(np.asarray(table))
    with pytest.raises(ValueError, match="criterion 'best' is unknown; take one of deviation"):
        RegressionStumps(SortedColumns(np.ones((1, 1))), np.ones(1), "best")


def test_an_ensemble_keeps_what_has_weight():
    members = [Stump(0, float(k), np.asarray(1.0), np.asarray(-1.0)) for k in range(4)]
    ensemble = Ensemble.from_weights(members, np.array([1.0, 0.0, 3.0, 1e-12]))
    assert ensemble.hypotheses == (members[2], members[0])
    assert ensemble.weights == pytest.approx([0.75, 0.25])
    assert ensemble.predict(np.array([[-1.0], [1.0], [3.0]])) == pytest.approx([1, 0.5, -1])
    with pytest.raises(ValueError, match="no hypothesis has a weight above 0"):
        Ensemble.from_weights(members, np.zeros(4))


def test_neighbours_among_the_doubles_are_cut_between():
    """The mean of two neighbours is one of them, here the one beyond."""
    below = np.nextafter(1.0, 2.0)
    X = np.array([[below], [np.nextafter(below, 2.0)]])
    assert X.mean() == X[1, 0]
    found = ClassificationStumps(SortedColumns(X), np.array([0, 1]), 2).learn(np.ones(2), -np.inf)
    assert (found.outputs == 1).all()
    assert (agreement(found.hypothesis.predict(X), np.array([0, 1])) == 1).all()
