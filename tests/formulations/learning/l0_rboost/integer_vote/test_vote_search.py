import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.l0_rboost import BitSample, description_lengths, margin_model
from nzdd.formulations.learning.l0_rboost.integer_vote.local_weight_search import WeightSearch
from nzdd.formulations.learning.l0_rboost.integer_vote.logistic_path import LogisticPath
from nzdd.formulations.learning.l0_rboost.integer_vote.vote_search import search_vote
from support.examples import examples
from support.learning.l0_rboost_samples import all_monomials, random_sample
from support.models.milp_reference import milp_answer


def objective(sample, monomials, weights, margin, penalties):
    margins = sample.labels * (sample.votes(monomials) @ weights)
    lost = sample.weights[margins < margin - 1e-6].sum()
    return lost + penalties[[each.order for each in monomials]].sum()


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(0, 10**6), st.floats(0.01, 0.6), st.sampled_from([None, 0.0]))
def test_a_vote_is_between_the_optimum_and_the_larger_class(seed, margin, time_limit):
    sample = random_sample(seed)
    penalties = 0.1 + np.random.default_rng(seed).random(3)
    penalties = penalties[: sample.bits.shape[1] + 1]
    monomials, weights, _ = search_vote(sample, margin, penalties, Limits(time_limit))
    assert weights.sum() == pytest.approx(1)
    assert (weights > 0).all()
    assert len(set(monomials)) == len(monomials)
    value = objective(sample, monomials, weights, margin, penalties)
    smaller = min(sample.weights[side].sum() for side in (sample.positive, ~sample.positive))
    assert value <= smaller + penalties[0] + 1e-9
    everything = all_monomials(sample.bits.shape[1], penalties.size - 1)
    costs = penalties[[each.order for each in everything]]
    model = margin_model(sample.votes(everything), sample.labels, margin, costs, sample.weights)
    assert value >= milp_answer(model)[1] - 1e-5


def noisy_rule(rows):
    random = np.random.default_rng(3)
    bits = random.random((rows, 12)) < 0.5
    positive = (bits[:, 0] & ~bits[:, 4]) ^ (random.random(rows) < 0.1)
    return BitSample.from_rows(bits, positive)


def test_a_rule_is_found_under_noise():
    sample = noisy_rule(150)
    monomials = search_vote(sample, 0.05, description_lengths(12, 2, 150), Limits()).monomials
    assert "x0 & not x4" in [each.text() for each in monomials]


def test_a_path_lowers_the_logistic_loss_at_every_step():
    sample = noisy_rule(400)
    path = LogisticPath(sample, 0.05, description_lengths(12, 2, 400))
    path.run(lambda: False)
    sizes = [chosen.size for chosen, _ in path.votes]
    assert sizes[:2] == [1, 1]  # the larger class, and the fitted constant
    assert sizes[1:] == list(range(1, len(sizes)))
    assert all(np.abs(weights).sum() == pytest.approx(1) for _, weights in path.votes)
    right = [
        sample.weights[sample.labels * (weights @ path.covers[chosen]) > 0].sum()
        for chosen, weights in path.votes
    ]
    assert max(right[2:]) > right[0]


def test_a_path_that_is_stopped_has_the_larger_class():
    sample = noisy_rule(100)
    path = LogisticPath(sample, 0.05, description_lengths(12, 2, 100))
    path.run(lambda: True)
    chosen, weights = path.votes[0]
    assert (chosen.tolist(), weights.tolist()) == ([0], [-1.0])


@pytest.mark.parametrize("after", [1, 40])
def test_ctrl_c_leaves_the_best_vote_so_far(monkeypatch, after):
    sample, penalties = noisy_rule(400), description_lengths(12, 2, 400)
    calls, gains = [], WeightSearch.best_amounts

    def pressed(self, *given):
        calls.append(given)
        if len(calls) == after:
            raise KeyboardInterrupt
        return gains(self, *given)

    monkeypatch.setattr(WeightSearch, "best_amounts", pressed)
    vote = search_vote(sample, 0.05, penalties, Limits())
    assert vote.interrupted
    path = LogisticPath(sample, 0.05, penalties)
    path.run(lambda: False)
    value = objective(sample, vote.monomials, vote.weights, 0.05, penalties)
    assert value <= path.best + 1e-9
