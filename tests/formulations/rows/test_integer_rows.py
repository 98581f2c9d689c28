"""Rows with smaller coefficients are satisfied by the same points."""

from fractions import Fraction
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations import LinearModel
from nzdd.formulations.rows.integer_rows import IntegerRows, tightened
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import SeparatedRows
from support.examples import examples

COEFFICIENTS = (0, 1, -1, 2, 3, -6, 10, 1e6, -1e6, 0.1, 2.5, -1e-4, 1 / 3)
SIDES = (1, 0.5, 0, -2, 7, 1e6, 1e-5, 1.2e6, -999_999.5, 1e-3)
BOUNDS = ((0, 1), (0, 1), (0, 3), (-2, 1), (1, 1), (-np.inf, 2), (0, np.inf))
VALUES = (0.0, 0.3, 0.7, 1.0)
"""Of continuous columns, as parts of their box."""


def all_rows(model):
    """Every row of a model in the form in which an oracle gives it."""
    m = model.num_rows
    keys = np.arange(m, dtype=np.uint64)
    return SeparatedRows(model.matrix, model.row_lower, model.row_upper, np.zeros(m), keys)


def slack(matrix, lower, upper, point):
    """The exact distances of activities to their nearest bounds, below zero where outside."""
    found = []
    x = [Fraction(float(value)) for value in point]
    for row in range(matrix.shape[0]):
        span = slice(matrix.indptr[row], matrix.indptr[row + 1])
        entries = zip(matrix.indices[span], matrix.data[span], strict=True)
        activity = sum((Fraction(float(a)) * x[j] for j, a in entries), Fraction(0))
        sides = []
        if np.isfinite(lower[row]):
            sides.append(activity - Fraction(float(lower[row])))
        if np.isfinite(upper[row]):
            sides.append(Fraction(float(upper[row])) - activity)
        found.append(min(sides))
    return found


@st.composite
def models(draw):
    n, m = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    matrix = draw(
        st.lists(
            st.lists(st.sampled_from(COEFFICIENTS), min_size=n, max_size=n), min_size=m, max_size=m
        )
    )
    sides = np.array(draw(st.lists(st.sampled_from(SIDES), min_size=m, max_size=m)), float)
    at_least = np.array(draw(st.lists(st.booleans(), min_size=m, max_size=m)))
    bounds = np.array(draw(st.lists(st.sampled_from(BOUNDS), min_size=n, max_size=n)), float)
    integrality = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    return LinearModel(
        0.0,
        matrix,
        np.where(at_least, sides, -np.inf),
        np.where(at_least, np.inf, sides),
        bounds[:, 0],
        bounds[:, 1],
        integrality,
    )


@given(models())
@settings(max_examples=examples(400))
def test_the_same_points_satisfy_the_tightened_rows(model):
    rows = all_rows(model)
    tight = tightened(rows, model)
    axes = []
    for low, high, whole in zip(model.lower, model.upper, model.integrality, strict=True):
        low, high = max(low, high - 3 if np.isfinite(high) else -1), min(high, low + 3)
        low = low if np.isfinite(low) else high - 3
        high = high if np.isfinite(high) else low + 3
        axes.append(
            np.arange(low, high + 1) if whole else [low + part * (high - low) for part in VALUES]
        )
    for point in product(*axes):
        before = slack(rows.matrix, rows.lower, rows.upper, point)
        after = slack(tight.matrix, tight.lower, tight.upper, point)
        sides = np.where(np.isfinite(rows.lower), rows.lower, rows.upper)
        for old, new, side in zip(before, after, sides, strict=True):
            if old >= 0:
                assert new >= -1e-9 * (1 + abs(side))
            if old < -2e-6 * (1 + abs(side)):
                assert new < 0


def test_what_solvers_take_for_zero_satisfies_no_row_that_asks_for_one():
    # 1e6 x + 1e6 y >= 1, and a difference that a divisor makes plain
    matrix = [[1e6, 1e6, 0], [1e6, 1e6, -1e6]]
    model = LinearModel([1, 1, 1], matrix, [1, 1], upper=1, integrality=True)
    oracle = IntegerRows(MatrixRows(model.matrix, model.row_lower, model.row_upper), model)
    rows = oracle.separate([1e-6, 1e-6, 0])
    assert sorted(rows.matrix.toarray().tolist()) == [[1, 1, -1], [1, 1, 0]]
    assert rows.lower.tolist() == [1, 1]
    assert oracle.min_slack([1e-6, 1e-6, 0]) == -1


def test_a_row_of_two_sides_and_continuous_columns_stay():
    model = LinearModel(
        [1, 1], [[1e6, 1e6], [0, 1e6]], [1, 1], [2e6, np.inf], upper=1, integrality=[True, False]
    )
    rows = all_rows(model)
    tight = tightened(rows, model)
    assert (tight.matrix != rows.matrix).nnz == 0
    assert np.array_equal(tight.lower, rows.lower)
