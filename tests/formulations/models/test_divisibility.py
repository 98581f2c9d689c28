"""Rows whose sums are multiples of a number, against all points of a box."""

import numpy as np
import pytest

import nzdd
from nzdd import LinearModel, Status
from nzdd.formulations.models.divisibility import divided, row_without_multiple


@pytest.mark.parametrize("seed", range(200))
def test_rows_that_are_found_have_no_point(seed):
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 4))
    row = random.choice([1, 2, 3, 6, 1e6]) * random.integers(-3, 4, size)
    low = float(random.choice([0, 1, 2.5, 5e-6, -5e-6, 1e-9, 7, 0.05]))
    high = low + float(random.choice([0, 0, 0.3, 1]))
    fixed, constant = random.random(size) < 0.3, random.integers(-4, 5, size)
    lower, upper = np.where(fixed, constant, -4), np.where(fixed, constant, 4)
    model = LinearModel(np.ones(size), row[None, :], low, high, lower, upper, True)
    found = row_without_multiple(model)
    points = np.stack(np.meshgrid(*[np.arange(-4, 5)] * size), -1).reshape(-1, size)
    points = points[((points >= lower) & (points <= upper)).all(axis=1)]
    slack = 1e-6 * (1 + abs(low))
    kept = (points @ row >= low - slack) & (points @ row <= high + slack)
    if found is not None:
        assert not kept.any()
    elif row.any() and not fixed.any():  # some multiple is there, if not in this box
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


def test_a_fixed_column_is_a_constant_of_its_row():
    model = LinearModel([1.0, 1.0], [[1e6, -2.0]], -1.0, -1.0, [0, 1], [3, 1], True)
    assert row_without_multiple(model) == (0, 10**6, -2)
    assert row_without_multiple(model.replace(row_upper=1e6)) is None
    assert "multiples of 1000000 plus -2" in nzdd.solve(model).message


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_a_failing_second_solver_leaves_the_word_to_exact_integers(method):
    """HiGHS says infeasible, which is right; SCIP calls a point optimal that is none."""
    matrix = [
        [2e6, 1e6, 0, 0, -2],
        [-1, -1e6, 1e6, 2, 2e6],
        [-2e6, 1e6, 1e6, -1, 3],
        [3, 1e6, -1e6, 3e6, -2],
    ]
    low, high = [-2, 0.5, -0.005, -1], [-1, np.inf, np.inf, -1]
    upper = np.array([3, 4, 3, 4, 4])
    points = np.stack(np.meshgrid(*map(np.arange, upper + 1)), -1).reshape(-1, 5)
    sums = points @ np.transpose(matrix)
    assert not ((sums >= low) & (sums <= high)).all(axis=1).any()
    model = LinearModel([0, 1, 2, 0, -2], matrix, low, high, 0, upper, True)
    assert nzdd.solve(model, method).status is Status.INFEASIBLE


def test_continuous_columns_and_fractions_have_no_multiples():
    for change in ({"integrality": [True, False]}, {"matrix": [[2.0, 4.5]]}, {"row_upper": np.inf}):
        model = LinearModel([1.0, 1.0], [[2.0, 4.0]], 1.0, 1.0, 0, 3, True)
        assert row_without_multiple(model) == (0, 2, 0)
        assert row_without_multiple(model.replace(**change)) is None
    assert row_without_multiple(LinearModel([1.0])) is None


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=pytest.mark.slow if seed % 3 else ()) for seed in range(200)],
)
def test_the_same_integers_satisfy_divided_rows(seed):
    random = np.random.default_rng(seed)
    n, m = random.integers(1, 4, 2)
    matrix = random.choice([1, 2, 6, 1e3, 1e7], m)[:, None] * random.integers(-3, 4, (m, n))
    low = random.choice([0, 1, -2.5, 5e-6, -5e-6, 0.005, 1e7, 1e7 + 1, 2e7 - 1], m)
    high = low + random.choice([0, 0.3, 1, 2e6], m)
    open_below, open_above = random.random((2, m)) < 0.3
    low, high = np.where(open_below, -np.inf, low), np.where(open_above, np.inf, high)
    model = LinearModel(np.ones(n), matrix, low, high, -3, 3, True)
    smaller = divided(model)
    for x in np.stack(np.meshgrid(*[np.arange(-3, 4)] * n), -1).reshape(-1, n):
        before, after = model.violation(x), smaller.violation(x)
        if before.rows == 0:
            assert after.rows == 0
        elif before.scaled > 1.001e-6:
            assert after.rows > 0
    for row in np.flatnonzero(matrix.any(axis=1)):
        at = smaller.matrix[[row]].toarray().astype(int)
        changed = np.gcd.reduce(at.ravel()) == 1
        one_sided = not (np.isfinite(low[row]) and np.isfinite(high[row]))
        assert changed or not one_sided
        sides = np.array([smaller.row_lower[row], smaller.row_upper[row]])
        assert not one_sided or np.array_equal(sides, np.rint(sides))


def test_a_side_that_is_a_multiple_stays_whatever_the_tolerance():
    model = LinearModel([1.0], [[2.0]], 4e6 + 2, 4e6 + 2, 0, np.inf, True)
    rows = divided(model)
    assert rows.row_lower[0] == rows.row_upper[0] == 2e6 + 1
    assert divided(rows) is rows
    assert divided(model.relaxed()) == model.relaxed()


@pytest.mark.parametrize("method", ["direct", "extended"])
def test_highs_finds_the_optimum_of_large_coefficients_and_tiny_sides(method):
    """It called a point of value 2 optimal."""
    rows = [[0, 3, 0, 2], [1, 0, 2, 3], [1, 3, 2, 3], [0, 2, 1, 1], [3, 0, 1, 3]]
    sides = [0.005, 1e3, 0.5, 5e-6, 0.05]
    matrix = 1e6 * np.array(rows)
    upper = np.array([1, 1, 3, 3])
    model = LinearModel([3, -1, 3, 2], matrix, sides, upper=upper, integrality=True)
    points = np.stack(np.meshgrid(*map(np.arange, upper + 1)), -1).reshape(-1, 4)
    best = (points @ model.objective)[(points @ matrix.T >= sides).all(axis=1)].min()
    result = nzdd.solve(model, method, "highs")
    assert (result.status, result.fun, result.dual_bound) == (Status.OPTIMAL, best, best)
