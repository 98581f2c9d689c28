import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.learning.l0_rboost import (
    BitSample,
    description_lengths,
    l0_rboost,
    margin_model,
    pair_cut_model,
)
from nzdd.formulations.models.result import Status
from support.examples import examples
from support.learning.l0_rboost_samples import ToyGrowingEngine, all_monomials, random_sample
from support.models.milp_reference import milp_answer

TOLERANCE = 2e-5
NO_VOTES = {"vote_first": False, "polish": False}
"""No search for integer votes, which takes most of the time on small samples."""


def whole_program(sample, margin, penalties):
    """(15) over all monomials, and its relaxation with all pair cuts."""
    monomials = all_monomials(sample.bits.shape[1], len(penalties) - 1)
    votes = sample.votes(monomials)
    costs = np.asarray(penalties)[[each.order for each in monomials]]
    model = margin_model(votes, sample.labels, margin, costs, sample.weights)
    return model, pair_cut_model(model, votes, sample.labels).relaxed()


def random_penalties(seed, whole=False):
    random = np.random.default_rng(seed)
    size = random.integers(1, 4)
    if whole:
        return random.integers(1, 3, size).astype(float)
    return random.choice([0.05, 0.2, 1.0]) * (0.5 + random.random(size))


@settings(max_examples=examples(50))
@given(
    st.integers(0, 10**6),
    st.floats(0.01, 0.6),
    st.sampled_from([ToyGrowingEngine, GlopEngine]),
    st.integers(1, 3),
    st.sampled_from([1, None]),
    st.sampled_from([NO_VOTES, {}]),
)
def test_the_relaxation_is_the_one_over_everything(seed, margin, engine, columns, cuts, votes):
    sample, penalties = random_sample(seed), random_penalties(seed)
    model, tight = whole_program(sample, margin, penalties)
    found = l0_rboost(
        sample,
        margin=margin,
        penalties=penalties,
        make_engine=engine,
        columns=columns,
        cuts=cuts,
        gap=0,
        **votes,
    )
    best = milp_answer(model)[1]
    assert found.status is Status.OPTIMAL
    if found.upper - found.lower > TOLERANCE:  # else the integer problem was solved before
        assert found.relaxation == pytest.approx(milp_answer(tight)[1], abs=TOLERANCE)
    assert milp_answer(model.relaxed())[1] <= found.upper + TOLERANCE
    assert found.lower - TOLERANCE <= best <= found.upper + TOLERANCE


def printed_program(sample, margin, penalties):
    """The relaxation of (15) over all monomials with the cuts (17) as they are printed."""
    monomials = all_monomials(sample.bits.shape[1], len(penalties) - 1)
    votes = sample.votes(monomials)
    costs = np.asarray(penalties)[[each.order for each in monomials]]
    model = margin_model(votes, sample.labels, margin, costs, sample.weights).relaxed()
    rows, cuts = sample.labels.size, []
    for i, one in enumerate(sample.labels):
        for j in np.flatnonzero(sample.labels != one):
            slacks = np.zeros(rows)
            slacks[[i, j]] = 1
            apart = (votes[i] == one) & (votes[i] != votes[j])
            cuts.append(np.concatenate((slacks, apart, np.zeros(len(monomials)))))
    return model.replace(
        matrix=np.vstack((model.matrix.toarray(), cuts)),
        row_lower=np.append(model.row_lower, np.ones(len(cuts))),
        row_upper=np.append(model.row_upper, np.full(len(cuts), np.inf)),
    )


@settings(deadline=None, max_examples=examples(50))
@given(st.integers(0, 10**6), st.floats(0.01, 0.6))
def test_the_printed_cuts_make_the_relaxation_that_the_paper_describes(seed, margin):
    sample, penalties = random_sample(seed), random_penalties(seed)
    found = l0_rboost(
        sample,
        margin=margin,
        penalties=penalties,
        make_engine=GlopEngine,
        columns=1,
        gap=0,
        form="printed",
        hamming=1.25,
        **NO_VOTES,
    )
    expected = milp_answer(printed_program(sample, margin, penalties))[1]
    assert found.relaxation == pytest.approx(expected, abs=TOLERANCE)
    assert found.proven <= expected + TOLERANCE
    best = milp_answer(whole_program(sample, margin, penalties)[0])[1]
    assert found.lower - TOLERANCE <= best <= found.upper + TOLERANCE


def test_monomials_may_be_worth_their_cuts_alone():
    """Here (20c) holds for every monomial at 1.71, as (20) leaves out ``sum v <= c_u``."""
    sample, penalties = random_sample(178), [0.10928203, 0.10065418, 0.25210007]
    found = l0_rboost(
        sample, margin=0.4, penalties=penalties, make_engine=GlopEngine, columns=1, gap=0
    )
    _, tight = whole_program(sample, 0.4, penalties)
    assert found.relaxation == pytest.approx(milp_answer(tight)[1], abs=TOLERANCE)
    assert found.relaxation < 1.66


@settings(max_examples=examples(25))
@given(st.integers(0, 10**6), st.floats(0.01, 0.6), st.booleans(), st.floats(0, 0.3))
def test_all_bounds_hold_at_every_step(seed, margin, whole, gap):
    """With whole numbers the lower ones are rounded up, (23)."""
    sample, penalties = random_sample(seed, whole=whole), random_penalties(seed, whole)
    model, tight = whole_program(sample, margin, penalties)
    best, relaxed = milp_answer(model)[1], milp_answer(tight)[1]
    found = l0_rboost(
        sample, margin=margin, penalties=penalties, make_engine=GlopEngine, columns=1, gap=gap
    )
    for step in found.history:
        assert step.lower <= best + TOLERANCE
        assert step.upper >= best - TOLERANCE
        if not whole:
            assert step.lower <= relaxed + TOLERANCE
    if found.gap > TOLERANCE:
        assert found.relaxation >= relaxed - TOLERANCE
        assert found.relaxation - relaxed <= gap * max(1, found.relaxation) + TOLERANCE


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6), st.floats(0.01, 0.6))
def test_the_integer_weights_are_worth_the_upper_bound(seed, margin):
    sample, penalties = random_sample(seed), random_penalties(seed)
    found = l0_rboost(sample, margin=margin, penalties=penalties, make_engine=GlopEngine)
    margins = sample.labels * (sample.votes(found.monomials) @ found.integer_weights)
    value = sample.weights[margins < margin - 1e-6].sum()
    value += found.penalties[found.integer_weights > 0].sum()
    assert value == pytest.approx(found.upper)
    assert found.integer_weights.sum() == pytest.approx(1)


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6))
def test_joined_rows_are_worth_their_repetitions(seed):
    random = np.random.default_rng(seed)
    bits = random.random((10, 2)) < 0.5
    positive = random.random(10) < 0.5
    positive[:2] = True, False
    joined = BitSample.from_rows(bits, positive)
    apart = BitSample(bits, positive, np.ones(10))
    options = {"margin": 0.1, "penalties": [0.3, 0.4], "make_engine": GlopEngine, "gap": 0}
    values = [l0_rboost(sample, **options, **NO_VOTES).lower for sample in (joined, apart)]
    assert joined.total_weight == 10
    assert values[0] == pytest.approx(values[1], abs=TOLERANCE)


def noisy_rule():
    random = np.random.default_rng(1)
    bits = random.random((60, 7)) < 0.5
    positive = (bits[:, 0] & ~bits[:, 4]) ^ (random.random(60) < 0.1)
    return BitSample.from_rows(bits, positive)


def test_a_rule_is_found_under_noise():
    sample = noisy_rule()
    penalties = description_lengths(7, 2, 60)
    found = l0_rboost(sample, margin=0.1, penalties=penalties, make_engine=GlopEngine)
    heaviest = [monomial.text() for monomial in found.ensemble()[0][:3]]
    assert "x0 & not x4" in heaviest
    assert "x0 & not x4" in found.summary()
    right = (found.decision_function(sample.bits) > 0) == sample.positive
    assert sample.weights[right].sum() >= 50


@pytest.mark.parametrize(
    ("limits", "name"),
    [
        ({"time_limit": 0.0}, "time"),
        ({"stop": lambda: True}, "interrupted"),
        ({"max_rounds": 1, **NO_VOTES}, "rounds"),
    ],
)
def test_limits_leave_an_honest_answer(limits, name):
    sample = noisy_rule()
    found = l0_rboost(
        sample, margin=0.1, penalties=[1.5, 2.0, 2.5], make_engine=GlopEngine, **limits
    )
    assert (found.status, found.limit) == (Status.FEASIBLE, name)
    assert found.lower <= found.upper < np.inf
    assert found.weights.sum() == pytest.approx(1)


class Slow(GlopEngine):
    """Has time for one master."""

    late = False

    def solve(self, time_limit=None):
        if self.late:
            return LPAnswer(Status.NO_SOLUTION_FOUND)
        self.late = True
        return super().solve(time_limit)


def test_a_master_that_has_no_time_ends_the_search():
    found = l0_rboost(noisy_rule(), margin=0.1, penalties=[1.5, 2.0, 2.5], make_engine=Slow)
    assert (found.status, found.limit) == (Status.FEASIBLE, "time")
    assert found.lower <= found.upper < np.inf
    assert found.weights.sum() == pytest.approx(1)


def test_a_long_search_for_monomials_can_be_watched_and_ended():
    random = np.random.default_rng(4)
    bits = random.random((3000, 60)) < 0.5
    sample = BitSample.from_rows(bits, random.random(3000) < 0.5)
    options = {"margin": 0.1, "penalties": [0.5] * 5, "make_engine": GlopEngine}
    options |= NO_VOTES
    shares = []

    def watch(stage, share):
        shares.append(share)
        if len(shares) == 3:
            raise KeyboardInterrupt

    found = l0_rboost(sample, progress=watch, **options)
    assert (found.status, found.limit) == (Status.FEASIBLE, "interrupted")
    assert all(0 <= share <= 1 for share in shares)
    assert found.lower <= found.upper < np.inf
    assert len(found.penalties) == len(found.monomials) == len(found.weights)


def test_ctrl_c_before_the_first_master_leaves_the_first_vote():
    class Pressed(GlopEngine):
        def solve(self, time_limit=None):
            raise KeyboardInterrupt

    found = l0_rboost(noisy_rule(), margin=0.1, penalties=[1.5, 2.0], make_engine=Pressed)
    assert (found.limit, found.num_rounds) == ("interrupted", 0)
    assert found.lower <= found.relaxation <= found.upper < np.inf


def test_monomials_may_be_given_to_start_with():
    sample = noisy_rule()
    options = {"margin": 0.1, "penalties": [1.5, 2.0, 2.5], "make_engine": GlopEngine, **NO_VOTES}
    first = l0_rboost(sample, **options)
    again = l0_rboost(sample, start=first.monomials, **options)
    assert again.relaxation == pytest.approx(first.relaxation, abs=1e-4)
    assert again.num_rounds <= first.num_rounds


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"margin": 0.0}, "margin is 0"),
        ({"margin": 1.5}, r"margin is 1\.5"),
        ({"penalties": [0.0, 1.0]}, "above 0"),
        ({"penalties": []}, "above 0"),
        ({"penalties": 1.0}, "for each order"),
        ({"gap": -1}, "gap is -1"),
        ({"columns": 0}, "columns is 0"),
        ({"cuts": 0}, "cuts is 0"),
        ({"hamming": 0.9}, "hamming is 0.9"),
        ({"form": "strong"}, "'strong' is unknown"),
        ({"max_rounds": 0}, "max_rounds is 0"),
    ],
)
def test_bad_arguments_are_named(change, message):
    options = {"margin": 0.1, "penalties": [1.0, 1.0], "make_engine": GlopEngine} | change
    with pytest.raises(ValueError, match=message):
        l0_rboost(random_sample(0), **options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0], [1]], [True]), "shape"),
        (([[0], [2]], [True, False]), "other values"),
        (([[0], [1]], [True, True]), "one class"),
        (([[0], [1]], [True, False], [1, -1]), "not negative"),
        (([[0], [1]], [True, False], [1, 0]), "one class"),
    ],
)
def test_bad_rows_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        BitSample.from_rows(*arguments)


def test_a_majority_of_single_literals_is_found_among_pairs():
    bits = np.random.default_rng(0).random((120, 7)) < 0.5
    sample = BitSample.from_rows(bits, bits[:, :5].sum(axis=1) >= 3)
    penalties = description_lengths(7, 2, sample.total_weight)
    found = l0_rboost(
        sample, margin=0.05, penalties=penalties, make_engine=GlopEngine, max_rounds=1
    )
    # Five literals of the same weight decide, three or two of them for the positive class.
    assert found.upper < 7 * penalties[1]
    assert found.num_rounds > 1
