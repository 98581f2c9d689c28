import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.special import kl_div

from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS
from nzdd.formulations.learning.soft_margin.methods.erlpboost import (
    entropy,
    erlpboost,
    practical_eta,
    theoretical_eta,
)
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.linear_program import repair_flow
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from support.examples import examples
from support.learning.soft_margin_checks import check, noisy
from support.learning.soft_margin_samples import random_problem

seeds = st.integers(0, 2**32 - 1)
epsilons = st.sampled_from([1e-1, 1e-2, 1e-3])


@settings(deadline=None, max_examples=examples(300))
@given(
    seeds, epsilons, st.sampled_from(["practical", "theory", 0.1]), st.sampled_from([1, 3, None])
)
def test_it_closes_the_gap_around_the_optimum(seed, epsilon, eta, columns):
    problem = random_problem(np.random.default_rng(seed))
    interior_point = InteriorPoint(problem.diagram)
    optimum = interior_point.solve(problem)
    found = erlpboost(problem, gap=epsilon, eta=eta, columns=columns, master=interior_point)
    check(problem, found, optimum)
    assert (found.gap <= epsilon) == (found.limit is None)
    assert found.limit is None or optimum.limit is not None


@settings(deadline=None, max_examples=examples(200))
@given(seeds, epsilons, st.sampled_from([1, 2]))
def test_theorem_3(seed, epsilon, columns):
    """The paper's stop proves epsilon, within its number of rounds and that of symbols."""
    problem = random_problem(np.random.default_rng(seed))
    optimum = InteriorPoint(problem.diagram).solve(problem)
    assume(optimum.limit is None)
    found = erlpboost(problem, gap=epsilon, eta="theory", columns=columns)
    eta = theoretical_eta(problem, epsilon)
    assert [each.eta for each in found.rounds] == [eta] * len(found.rounds)
    logarithm = max(1, -np.log(problem.nu))
    assert 1 <= len(found.rounds) <= (12 / epsilon * problem.diagram.depth()) ** 2 * logarithm
    assert len(found.rounds) <= problem.symbols.size
    assert found.last_delta <= epsilon / 2
    assert all(each.delta > epsilon / 2 for each in found.rounds)
    # More symbols make the least of (12) no smaller, up to the gap of a sub-problem.
    for before, after in pairwise(found.rounds):
        assert after.value >= before.value - epsilon / 10
        assert after.columns > before.columns
    deltas = [each.delta for each in found.rounds] + [found.last_delta]
    for one, two in pairwise(deltas):
        assert two <= one + epsilon / 10
    # That of the flow with the least value, which is within 3/4 epsilon and a sub-problem's gap.
    assert found.upper <= optimum.upper + 0.85 * epsilon + 1e-9


@settings(deadline=None, max_examples=examples(200))
@given(seeds)
def test_a_sub_problem_is_at_most_the_least_of_all_and_the_entropy_of_its_flow(seed):
    """What makes the delta test sound: P^t(d^t) <= optimum + depth ln(1 / nu) / eta."""
    problem = random_problem(np.random.default_rng(seed))
    epsilon = 1e-2
    found = erlpboost(problem, gap=epsilon)
    optimum = InteriorPoint(problem.diagram).solve(problem)
    for each in found.rounds:
        most = problem.diagram.depth() * -math.log(problem.nu) / each.eta
        assert each.value <= optimum.upper + most + epsilon / 10 * max(1, each.value) + 1e-9


@settings(deadline=None, max_examples=examples(200))
@given(seeds)
def test_entropy(seed):
    random = np.random.default_rng(seed)
    problem = random_problem(random)
    raw = random.uniform(0, 1, problem.capacity.size) * random.integers(
        2, size=problem.capacity.size
    )
    for flow in (repair_flow(problem, raw * problem.capacity), problem.start):
        value = entropy(problem, flow)
        assert value == pytest.approx(kl_div(flow, problem.reference).sum(), rel=1e-9, abs=1e-9)
        assert flow.sum() <= problem.diagram.depth() + 1e-9  # lemma 1
        # Lemma 2, with the logarithm that its last line forgets.
        assert value <= problem.diagram.depth() * -math.log(problem.nu) + 1e-9
    assert entropy(problem, problem.reference) == pytest.approx(0, abs=1e-12)
    shorter = raw * problem.capacity
    assert entropy(problem, shorter) == pytest.approx(
        kl_div(shorter, problem.reference).sum(), rel=1e-9, abs=1e-9
    )


def test_too_small_an_eta_grows_until_the_gap_is_proven():
    problem = noisy(1)
    epsilon = 1e-3
    found = erlpboost(problem, gap=epsilon, eta=1.0)
    assert found.limit is None
    assert found.gap <= epsilon
    etas = [each.eta for each in found.rounds]
    assert etas[0] == 1.0
    assert etas[-1] > 1.0
    assert etas == sorted(etas)
    assert etas[-1] <= theoretical_eta(problem, epsilon)


def test_practical_eta_comes_first():
    problem = noisy(1)
    found = erlpboost(problem, gap=1e-2)
    assert found.rounds[0].eta == practical_eta(problem, 1e-2) == pytest.approx(200 * math.log(2))


def test_weights_and_flow_are_those_of_the_steps():
    problem = noisy(2)
    found = erlpboost(problem, gap=1e-3)
    # The state before the first round, one a round, and the linear program of the end.
    assert len(found.steps) == len(found.rounds) + 2
    assert (found.steps[-1].lower, found.steps[-1].upper) == (found.lower, found.upper)
    assert found.steps[-1].columns == found.rounds[-1].columns
    used = np.count_nonzero(found.weights)
    assert used <= found.rounds[-1].columns


@pytest.mark.parametrize("eta", ["practical", "theory", 3.0])
def test_at_nu_one_the_only_flow_is_the_answer(eta):
    problem = SoftMarginProblem(noisy(0).diagram, 1.0)
    value = problem.upper_bound(problem.reference)
    found = erlpboost(problem, eta=eta)
    assert found.limit is None
    assert (found.lower, found.upper) == (pytest.approx(value), pytest.approx(value))


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("at", [0, 1, 3])
def test_ctrl_c_keeps_the_best(at, signed):
    problem = noisy(2, signed=signed)
    optimum = InteriorPoint(problem.diagram).solve(problem)

    def stop(step):
        if step.number == at:
            raise KeyboardInterrupt

    found = erlpboost(problem, gap=1e-3, on_step=stop)
    check(problem, found, optimum)
    assert found.limit == INTERRUPTED
    assert len(found.steps) == at + 1


def test_a_limit_of_rounds():
    problem = noisy(2)
    optimum = InteriorPoint(problem.diagram).solve(problem)
    found = erlpboost(problem, gap=1e-3, max_rounds=2)
    check(problem, found, optimum)
    assert found.limit == ITERATIONS
    assert found.gap > 1e-3
    assert len(found.rounds) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gap": -1.0}, "gap is -1"),
        ({"eta": "large"}, "eta is 'large'"),
        ({"eta": 0.0}, "eta is 0"),
        ({"eta": math.inf}, "eta is inf"),
        ({"columns": 0}, "columns is 0"),
        ({"max_rounds": 0}, "max_rounds is 0"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        erlpboost(noisy(0), **options)


def test_without_symbols_there_is_nothing_to_do():
    sample = LabelledSample.from_rows(np.zeros((2, 0)), [True, False])
    problem = SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), 0.5, bias="none")
    with pytest.raises(ValueError, match="no features"):
        erlpboost(problem)
