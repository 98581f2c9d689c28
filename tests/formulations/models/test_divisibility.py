"""Rows of which no multiple lies between the sides, against all points of a box."""

import numpy as np
import pytest

import nzdd
from nzdd import LinearModel, Status
from nzdd.formulations.models.divisibility import row_without_multiple


@pytest.mark.parametrize("seed", range(200))
def test_rows_that_are_found_have_no_point(seed):
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 4))
    row = random.choice([1, 2, 3, 6, 1e6]) * random.integers(-3, 4, size)
    low = float(random.choice([0, 1, 2.5, 5e-6, -5e-6, 1e-9, 7, 0.05]))
    high = low + float(random.choice([0, 0, 0.3, 1]))
    model = LinearModel(np.ones(size), row[None, :], low, high, -4, 4, True)
    found = row_without_multiple(model)
    points = np.stack(np.meshgrid(*[np.arange(-4, 5)] * size), -1).reshape(-1, size)
    slack = 1e-6 * (1 + abs(low))
    kept = (points @ row >= low - slack) & (points @ row <= high + slack)
    if found is not None:
        assert not kept.any()
    elif row.any():  # some multiple is there, if not in this box
        divisor = np.gcd.reduce(row.astype(int))
        assert np.ceil((low - slack) / divisor) * divisor <= high + 1e-6 * (1 + abs(high))


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_a_row_without_a_multiple_needs_no_solver(method):
    model = LinearModel(
        [1.0, -3.0], [[1e6, 3.0], [2.0, 4.0]], [-np.inf, 0.05], [1.0, 0.05], -2, 3, True
    )
    result = nzdd.solve(model, method)
    assert result.status is Status.INFEASIBLE
    assert "the sums of row 1 are multiples of 2, and none is at 0.05" in result.message


def test_continuous_columns_and_fractions_have_no_multiples():
    for change in ({"integrality": [True, False]}, {"matrix": [[2.0, 4.5]]}, {"row_upper": np.inf}):
        model = LinearModel([1.0, 1.0], [[2.0, 4.0]], 1.0, 1.0, 0, 3, True)
        assert row_without_multiple(model) == (0, 2)
        assert row_without_multiple(model.replace(**change)) is None
    assert row_without_multiple(LinearModel([1.0])) is None
