"""Exact bounds of linear programs, by any duals, against all their points."""

import numpy as np
import pytest

import nzdd
from nzdd import LinearModel
from nzdd.formulations.choose_many.bounds.reduced_costs import reduced_costs


@pytest.mark.parametrize("seed", range(60))
def test_no_point_is_below_the_bound_and_none_takes_a_column_below_its_cost(seed):
    random = np.random.default_rng(seed)
    rows, columns = random.integers(1, 5, 2)
    matrix = random.choice([0, 1, 2, -1, 0.5], (rows, columns))
    points = random.integers(0, 4, (3, columns))
    low = (points @ matrix.T).min(axis=0) - random.choice([0, 0.25], rows)
    high = np.where(random.random(rows) < 0.5, np.inf, (points @ matrix.T).max(axis=0))
    model = LinearModel(random.integers(-2, 5, columns), matrix, low, high, 0, 3, True)
    box = np.stack(np.meshgrid(*[np.arange(4)] * columns), -1).reshape(-1, columns)
    sums = box @ model.matrix.toarray().T
    inside = box[((sums >= low - 1e-12) & (sums <= high + 1e-12)).all(axis=1)]
    relaxed = nzdd.solve(model.relaxed(), "direct", "glop")
    for duals in (relaxed.duals, relaxed.duals + random.normal(size=rows), np.zeros(rows)):
        found = reduced_costs(model, duals)
        assert float(found.value) <= relaxed.fun + 1e-9
        values = inside @ model.objective
        assert values.min() >= float(found.value)
        # A point costs at least what its columns cost more, where these start at 0.
        extra = np.maximum(found.columns, 0) / found.scale
        assert (values >= float(found.value) + (inside > 0) @ extra - 1e-9).all()
    assert float(reduced_costs(model, relaxed.duals).value) == pytest.approx(relaxed.fun, abs=1e-6)


def test_a_column_without_a_bound_that_is_worth_too_much_proves_nothing():
    model = LinearModel([1.0], [[1.0]], 1.0)
    assert reduced_costs(model, np.array([1.5])) is None
    assert float(reduced_costs(model, np.array([0.5])).value) == 0.5
