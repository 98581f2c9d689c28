"""LPBoost over monomials against the whole linear program."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.formulations.learning.lpboost import NuProblem, agreement, lpboost
from nzdd.formulations.learning.lpboost.hypotheses.monomial_learner import (
    MonomialLearner,
    MonomialVoter,
)
from nzdd.formulations.models.result import Status
from support.learning.boosting_programs import primal
from support.learning.l0_rboost_samples import all_monomials, random_sample
from support.models.milp_reference import milp_answer


@given(st.integers(0, 10**6), st.floats(0.5, 1), st.integers(0, 3))
def test_lpboost_ends_at_the_optimum_over_all_monomials(seed, nu, max_order):
    sample = random_sample(seed, most_rows=12)
    problem = NuProblem.classification(sample.weights, nu)
    monomials = all_monomials(sample.bits.shape[1], max_order)
    columns = sample.labels[:, None] * sample.votes(monomials)
    found = lpboost(problem, MonomialLearner(sample, max_order), GlopEngine)
    assert found.status is Status.OPTIMAL
    expected = milp_answer(primal(problem, columns.astype(float)))[1]
    assert found.objective == pytest.approx(expected, abs=2e-5)
    assert found.bound == pytest.approx(expected, abs=2e-5)
    said = agreement(found.ensemble.predict(sample.bits), sample.positive.astype(int))
    assert problem.lower(np.ones(1), said) == pytest.approx(expected, abs=2e-5)


@given(st.integers(0, 10**6), st.integers(0, 3), st.floats(-1, 1))
def test_the_bound_is_proven(seed, max_order, above):
    sample = random_sample(seed)
    costs = np.random.default_rng(seed).random(sample.labels.size)
    columns = sample.votes(all_monomials(sample.bits.shape[1], max_order))
    best = ((sample.labels * costs) @ columns).max()
    learned = MonomialLearner(sample, max_order).learn(costs, above)
    assert learned.bound == pytest.approx(max(best, above))
    if best > above + 1e-9:
        assert learned.outputs @ costs == pytest.approx(best)


def test_a_voter_is_undecided_where_it_does_not_cover():
    votes = MonomialVoter(Monomial((0,), (), -1)).predict(np.array([[True], [False]]))
    assert votes.tolist() == [[1, 0], [0.5, 0.5]]


def test_a_negative_order_is_refused():
    with pytest.raises(ValueError, match="max_order is -1"):
        MonomialLearner(random_sample(0), -1)
