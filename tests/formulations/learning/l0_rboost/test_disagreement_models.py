import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd.formulations.learning.l0_rboost import disagreement_model, margin_model, pair_cut_model
from nzdd.formulations.learning.soft_margin.methods.dispatch import solve
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from support.examples import examples
from support.models.milp_reference import milp_answer
from support.sets.families import subsets


def instance(seed, most_rows=5, most_columns=4):
    random = np.random.default_rng(seed)
    shape = random.integers(2, most_rows + 1), random.integers(1, most_columns + 1)
    labels = random.choice([-1, 1], shape[0])
    labels[:2] = 1, -1
    return random.integers(-1, 2, shape), labels


def cheapest(votes, labels, cost, reachable):
    """The least cost of rows given up and columns used among those that are reachable."""
    rows, columns = votes.shape
    signed = labels[:, None] * votes
    return min(
        cost(rows - len(kept), used)
        for used in subsets(range(columns))
        for kept in subsets(range(rows))
        if reachable(signed[np.ix_(kept, used)])
    )


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6), st.floats(0, 2))
def test_the_disagreement_model_counts_errors_and_classifiers(seed, penalty):
    votes, labels = instance(seed, most_rows=3, most_columns=3)

    def separable(signed):
        rows, columns = signed.shape
        if not rows or not columns:
            return not rows
        return linprog(np.zeros(columns), -signed, -np.ones(rows)).status == 0

    brute = cheapest(votes, labels, lambda lost, used: lost + penalty * len(used), separable)
    model = disagreement_model(votes, labels, penalty)
    assert milp_answer(model)[1] == pytest.approx(brute, abs=2e-5)


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6), st.floats(0.01, 1))
def test_the_margin_model_counts_errors_and_penalties(seed, margin):
    votes, labels = instance(seed, most_rows=3, most_columns=3)
    penalties = np.random.default_rng(seed).random(votes.shape[1])

    def separable(signed):
        rows, columns = signed.shape
        if not columns:
            return False
        ones = np.ones((1, columns))
        limits = (-signed, np.full(rows, -margin + 1e-9)) if rows else (None, None)
        return linprog(np.zeros(columns), *limits, ones, [1]).status == 0

    def cost(lost, used):
        return lost + penalties[list(used)].sum()

    brute = cheapest(votes, labels, cost, separable)
    model = margin_model(votes, labels, margin, penalties)
    assert milp_answer(model)[1] == pytest.approx(brute, abs=2e-5)


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(0, 10**6), st.floats(0.01, 0.5), st.floats(0, 2))
def test_pair_cuts_tighten_and_keep_the_integer_points(seed, margin, penalty):
    votes, labels = instance(seed, most_rows=7, most_columns=6)
    model = margin_model(votes, labels, margin, np.full(votes.shape[1], penalty))
    cut = pair_cut_model(model, votes, labels)
    plain, tight = milp_answer(model.relaxed())[1], milp_answer(cut.relaxed())[1]
    best = milp_answer(model)[1]
    assert plain - 1e-6 <= tight <= best + 1e-6
    assert milp_answer(cut)[1] == pytest.approx(best, abs=2e-5)
    listed = pair_cut_model(model, votes, labels, compact=False)
    assert listed.num_rows - model.num_rows == (labels > 0).sum() * (labels < 0).sum()
    assert milp_answer(listed.relaxed())[1] == pytest.approx(tight, abs=2e-5)


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6), st.floats(0, 2))
def test_pair_cuts_hold_for_the_disagreement_model_too(seed, penalty):
    votes, labels = instance(seed, most_rows=4)
    model = disagreement_model(votes, labels, penalty)
    best = milp_answer(model)[1]
    assert milp_answer(pair_cut_model(model, votes, labels))[1] == pytest.approx(best, abs=2e-5)


def test_the_cuts_close_the_gap_of_the_identity():
    """The instance of section 4: the relaxation of (15) falls short by a factor of about M."""
    size = 8
    votes, labels = np.eye(size), np.ones(size)
    votes[size // 2 :] *= -1
    labels[size // 2 :] = -1
    model = margin_model(votes, labels, 0.1, np.ones(size))
    cut = pair_cut_model(model, votes, labels)
    assert milp_answer(model)[1] == pytest.approx(size)
    assert milp_answer(model.relaxed())[1] < 2
    assert milp_answer(cut.relaxed())[1] == pytest.approx(size / 2)


def test_half_of_a_cut_would_lose_an_integer_point():
    """u says 1 of both rows, u' says -1 of the negative one: both have margin 1/3, and no
    classifier is right on the positive row and differs on the other."""
    votes, labels = np.array([[1, 0], [1, -1]]), np.array([1, -1])
    weights = np.array([1 / 3, 2 / 3])
    assert (labels * (votes @ weights)).min() == pytest.approx(1 / 3)
    printed = (votes[0] == 1) & (votes[1] != 1)
    assert not printed.any()
    model = margin_model(votes, labels, 0.3, [0.1, 0.1])
    model = pair_cut_model(model, votes, labels, compact=False)
    point = np.concatenate(([0, 0, 1, 1], weights))
    assert model.violation(point).scaled <= 1e-9


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6), st.floats(0.3, 0.9))
def test_the_relaxation_is_a_soft_margin(seed, nu):
    """Theorem 3.4. Where the soft margin is gamma > 0, its weights divided by it are optimal for
    (4) with D' = D / gamma, D = 1 / (nu M), and (4) has the optimum 1 / gamma."""
    random = np.random.default_rng(seed)
    count = random.integers(4, 9)
    bits, positive = random.integers(0, 2, (count, 3)), random.random(count) < 0.5
    positive[:2] = True, False
    diagram = SampleDiagram.from_sample(LabelledSample.from_rows(bits, positive), "row")
    gamma = solve(SoftMarginProblem(diagram, nu)).objective
    if gamma < 1e-3:
        return  # no weights have a positive soft margin
    labels = np.where(positive, 1, -1)
    half = np.column_stack((bits, np.ones(count, int)))
    votes = np.hstack((half, -half))
    share, bound = 1 / (nu * count), 10 / gamma
    penalty = gamma / (share * (count + 1 / bound))
    relaxed = disagreement_model(votes, labels, penalty, bound).relaxed()
    expected = 1 / (share * (count * bound + 1))
    assert milp_answer(relaxed)[1] == pytest.approx(expected, rel=2e-5)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: disagreement_model(np.ones((30, 2)), np.ones(30), 1), "give a bound"),
        (lambda: disagreement_model([[1]], [1], -1), "penalty is -1"),
        (lambda: disagreement_model([[1]], [1], 1, 0), "bound is 0"),
        (lambda: disagreement_model([[2]], [1], 1), "-1, 0 or 1"),
        (lambda: disagreement_model([[1]], [0], 1), "labels -1 or 1"),
        (lambda: disagreement_model([1], [1], 1), "shape"),
        (lambda: margin_model([[1]], [1], 0, [1]), "margin is 0"),
        (lambda: margin_model([[1]], [1], 0.5, [1, 1]), "one a classifier"),
        (lambda: margin_model([[1]], [1], 0.5, [-1]), "one a classifier"),
        (lambda: margin_model([[1]], [1], 0.5, [1], [1, 1]), "weights must be 1 numbers"),
        (lambda: margin_model([[1]], [1], 0.5, [1], [np.nan]), "weights must be 1 numbers"),
        (
            lambda: pair_cut_model(margin_model([[1]], [-1], 0.5, [1]), [[1]], [-1]),
            "all labels are -1; a pair needs rows of both classes",
        ),
    ],
)
def test_bad_arguments_are_named(build, message):
    with pytest.raises(ValueError, match=message):
        build()
