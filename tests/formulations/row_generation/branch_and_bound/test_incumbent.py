"""The step divides all values that feasible points can take, and is the largest that does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations import LinearModel
from nzdd.formulations.row_generation.branch_and_bound.incumbent import objective_step


def model(costs, integrality=True):
    return LinearModel(costs, integrality=integrality)


@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=6),
    st.integers(1, 30),
    st.sampled_from([1, 10, 100, 1000]),
)
def test_the_greatest_common_divisor(multiples, unit, parts):
    costs = np.array(multiples) * unit / parts
    expected = np.gcd.reduce(np.abs(multiples)) * unit / parts
    assert objective_step(model(costs)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("costs", "integrality"),
    [
        ([3, 6], [1, 0]),
        ([1, np.pi], [1, 1]),
        ([1, 1e-9], [1, 1]),
        ([1, 1e12], [1, 1]),
        ([0, 0], [1, 1]),
    ],
)
def test_none_is_claimed(costs, integrality):
    assert objective_step(model(costs, integrality)) == 0.0


def test_continuous_columns_without_a_cost_do_not_matter():
    assert objective_step(model([0.5, 0, 2], [1, 0, 1])) == 0.5
