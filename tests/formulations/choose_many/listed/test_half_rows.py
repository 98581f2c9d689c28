"""Halves of rows against all points of a box, and against all sets of three rows."""

import itertools

import numpy as np
import pytest

from nzdd import LinearModel
from nzdd.formulations.choose_many.listed.half_rows import HalfRows


def random_model(random):
    rows, columns = random.integers(1, 6), random.integers(1, 5)
    matrix = random.integers(-2, 4, (rows, columns))
    low = random.integers(0, 4, rows).astype(float)
    high = np.where(random.random(rows) < 0.4, low, low + random.choice([1, 5, np.inf], rows))
    low[(random.random(rows) < 0.3) & np.isfinite(high)] = -np.inf
    return LinearModel(np.ones(columns), matrix, low, high, 0, 3, True)


@pytest.mark.parametrize("seed", range(100))
def test_integers_satisfy_them_and_none_of_three_rows_is_missed(seed):
    random = np.random.default_rng(seed)
    model = random_model(random)
    half, x = HalfRows.of(model), 3 * random.random(model.num_columns)
    found = half.separate(x, 10**6, tolerance=1e-7)
    points = np.stack(np.meshgrid(*[np.arange(4)] * x.size), -1).reshape(-1, x.size)
    inside = points @ model.matrix.toarray().T
    inside = points[((inside >= model.row_lower) & (inside <= model.row_upper)).all(axis=1)]
    assert (inside @ found.matrix.toarray().T >= found.lower - 1e-9).all()
    assert (found.slack < 0).all()
    assert np.allclose(found.matrix @ x - found.lower, found.slack)
    assert (np.diff(found.slack) >= -1e-9).all()
    rows, sides = half.rows.toarray(), half.sides
    least = np.inf
    slack = rows @ x - sides
    for count in (1, 2, 3):
        for chosen in map(list, itertools.combinations(range(sides.size), count)):
            if sides[chosen].sum() % 2:
                odd = rows[chosen].sum(axis=0) % 2 != 0
                least = min(least, slack[chosen].sum() + x[odd].sum())
    assert (len(found) > 0) >= (least < 1 - 1e-6)
    assert (least < 1) >= (len(found) > 0)


def test_three_pairs_of_three_customers_need_two_vehicles():
    model = LinearModel([1, 1, 1], [[1, 1, 0], [1, 0, 1], [0, 1, 1]], 1, 1, 0, 1, True)
    found = HalfRows.of(model).separate(np.full(3, 0.5))
    assert found.matrix.toarray().tolist() == [[1, 1, 1]]
    assert found.lower.tolist() == [2]


def test_rows_with_fractions_or_other_columns_have_none():
    for change in ({"integrality": False}, {"lower": -1.0}, {"matrix": [[0.5, 1.0]]}):
        model = LinearModel([1.0, 1.0], [[1.0, 1.0]], 1.0, 1.0, 0, 3, True).replace(**change)
        assert not len(HalfRows.of(model).rows.toarray())
