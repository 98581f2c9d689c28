import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.l0_rboost import l0_rboost, margin_model, search_margin
from support.examples import examples
from support.learning.l0_rboost_samples import random_sample
from support.models.milp_reference import milp_answer


def solver(sample, **options):
    def solve(margin):
        return l0_rboost(
            sample,
            margin=margin,
            penalties=[0.05, 0.08],
            make_engine=GlopEngine,
            gap=0,
            vote_first=False,
            polish=False,
            **options,
        )

    return solve


@settings(deadline=None, max_examples=examples(10))
@given(st.integers(0, 10**6), st.floats(0.02, 1))
def test_no_margin_of_a_grid_is_better(seed, beta):
    solve = solver(random_sample(seed, most_rows=7))
    found = search_margin(solve, beta, least=0.01, gap=0.05)
    assert found.bound - found.value <= 0.05 + 1e-9 or len(found.tried) == 60
    margin = found.result.margin
    assert found.value == pytest.approx(margin - beta * solve(margin).relaxation, abs=2e-5)
    for margin in np.linspace(0.01, 1, 6):
        assert margin - beta * solve(margin).relaxation <= found.bound + 2e-5


def test_the_code_length_is_not_convex_in_the_margin():
    """Against lemma 5.2. One classifier that says nothing of one of two rows: with lambda = 1 that
    row needs xi = rho / (1 + rho), which is concave."""
    low, middle, high = (
        milp_answer(margin_model([[0], [-1]], [1, -1], margin, [1.0]).relaxed())[1]
        for margin in (0.2, 0.6, 1.0)
    )
    assert (low, middle, high) == pytest.approx((1 + 0.2 / 1.2, 1 + 0.6 / 1.6, 1.5))
    assert middle > (low + high) / 2 + 0.04


def test_bad_arguments_are_named():
    solve = solver(random_sample(0))
    with pytest.raises(ValueError, match="beta is 0"):
        search_margin(solve, 0)
    with pytest.raises(ValueError, match="give margins with 0 < least < most"):
        search_margin(solve, 1, least=0.5, most=0.4)
    with pytest.raises(ValueError, match="gap is 0"):
        search_margin(solve, 1, gap=0)


def test_a_run_that_has_not_converged_proves_nothing():
    with pytest.raises(ValueError, match="ended by time"):
        search_margin(solver(random_sample(1), time_limit=0.0), 0.5)
