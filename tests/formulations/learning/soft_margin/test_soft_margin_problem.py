"""Any weights bound the optimum from below, any flow from above."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.soft_margin.margins import row_value
from nzdd.formulations.learning.soft_margin.methods.dispatch import solve
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_models import edge_model
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.soft_margin_result import Outcome
from support.examples import examples
from support.learning.soft_margin_samples import flow_violation, random_problem, walked_paths
from support.models.milp_reference import milp_answer

seeds = st.integers(0, 10**6)


def random_weights(random, problem):
    """Weights with a norm of one and the signs that the problem allows."""
    weights = random.exponential(size=problem.num_symbols) * random.integers(0, 2)
    weights[random.integers(problem.num_symbols - 1)] += 1
    if problem.signed:
        weights *= random.choice([-1, 1], weights.size)
    else:
        weights[-1] *= -1
    if problem.bias == "none":
        weights[-1] = 0
    return weights / problem.norm(weights)


def random_flow(random, problem):
    """A unit flow within the capacities, with half through each class if the bias is free.

    It goes down random shares, and is drawn to the start as far as the capacities ask for.
    """
    nzdd, start = problem.diagram.nzdd, problem.start
    share = start * random.exponential(size=nzdd.num_edges)
    if problem.bias == "free":
        share[:2] = start[:2]
    leaves, enters = np.bincount(nzdd.source, share), np.zeros(nzdd.num_nodes)
    enters[0], flow = 1, np.empty(nzdd.num_edges)
    for e in range(nzdd.num_edges):
        flow[e] = share[e] / leaves[nzdd.source[e]] * enters[nzdd.source[e]]
        enters[nzdd.target[e]] += flow[e]
    over = flow > problem.capacity
    room = (problem.capacity - start)[over] / (flow - start)[over]
    return start + room.min(initial=1) * (flow - start)


@given(seeds)
@settings(deadline=None, max_examples=examples(150))
def test_weak_duality(seed):
    random = np.random.default_rng(seed)
    problem = random_problem(random)
    _, optimum = milp_answer(edge_model(problem).model)
    weights, flow = random_weights(random, problem), random_flow(random, problem)
    potentials = random.normal(size=problem.diagram.nzdd.num_nodes) * random.choice([0, 0.1, 1])
    lower, upper = problem.lower_bound(weights, potentials), problem.upper_bound(flow)
    assert flow_violation(problem, flow) <= 1e-12
    assert lower <= optimum + 2e-5
    assert upper >= optimum - 2e-5
    # Between any two such points too, and without a solver.
    assert lower <= upper + 1e-9


@given(seeds)
@settings(deadline=None, max_examples=examples(100))
def test_the_lower_bound_is_the_value_of_some_slacks(seed):
    random = np.random.default_rng(seed)
    problem = random_problem(random, max_rows=15)
    weights = random_weights(random, problem)
    potentials = random.normal(size=problem.diagram.nzdd.num_nodes)
    slack = np.maximum(0, -problem.reduced_lengths(weights, potentials))
    rho = potentials[-1] - potentials[0]
    value = rho - problem.capacity @ slack
    assert problem.lower_bound(weights, potentials) == pytest.approx(value)
    for edges, (sign, row) in walked_paths(problem.diagram):
        margin = sign * (weights[list(row)].sum() + weights[-1])
        assert margin >= rho - slack[edges].sum() - 1e-9


@given(seeds)
@settings(deadline=None, max_examples=examples(100))
def test_violations_are_seen(seed):
    random = np.random.default_rng(seed)
    problem = random_problem(random)
    assert flow_violation(problem, problem.start) <= 1e-12
    assert np.all(problem.start < problem.capacity) or problem.nu == 1
    flow = problem.start
    e, change = random.integers(flow.size), random.choice([-1, 1]) * 0.01
    flow[e] += change
    assert flow_violation(problem, flow) >= 0.01 - 1e-12
    beyond = problem.start * (2 / problem.nu)
    assert flow_violation(problem, beyond) >= problem.capacity.max() - 1e-12


def test_excess_is_the_sum_over_paths():
    problem = random_problem(np.random.default_rng(8))
    for signed, bias in [
        (True, "penalised"),
        (False, "penalised"),
        (True, "free"),
        (False, "none"),
    ]:
        problem = SoftMarginProblem(problem.diagram, 0.1, signed=signed, bias=bias)
        flow, totals = problem.reference, np.zeros(problem.num_symbols)
        nzdd = problem.diagram.nzdd
        for e in range(nzdd.num_edges):
            for j in nzdd.labels[slice(*nzdd.label_offsets[e : e + 2])]:
                totals[j] += problem.diagram.sign[e] * flow[e]
        expected = np.abs(totals) if signed else np.append(totals[:-1], -totals[-1])
        if bias != "penalised":
            expected[-1] = -np.inf
        assert problem.excess(flow) == pytest.approx(expected)


def test_bad_arguments_are_named():
    sample = LabelledSample.from_rows([[0], [1], [0, 1], []], [1, 0, 0, 0])
    diagram = SampleDiagram.from_sample(sample, "row")
    for nu in (0, -1, 1.5, np.nan):
        with pytest.raises(ValueError, match=f"nu is {nu}"):
            SoftMarginProblem(diagram, nu)
    with pytest.raises(ValueError, match="bias 'fixed' is unknown"):
        SoftMarginProblem(diagram, 0.5, bias="fixed")
    assert SoftMarginProblem(diagram, 0.5).balance == 0.5
    with pytest.raises(ValueError, match=r"must lie below 0\.5, twice the share"):
        SoftMarginProblem(diagram, 0.5, bias="free")
    SoftMarginProblem(diagram, 0.4999, bias="free")


@given(seeds)
@settings(deadline=None, max_examples=examples(40))
def test_no_weights_at_all_are_always_allowed(seed):
    """So the optimum is at least 0, also with weights of one sign."""
    random = np.random.default_rng(seed)
    problem = random_problem(random, max_rows=15)
    problem = SoftMarginProblem(problem.diagram, problem.nu, signed=False, bias=problem.bias)
    zero = np.zeros(problem.num_symbols), np.zeros(problem.diagram.nzdd.num_nodes)
    assert problem.lower_bound(*zero) == 0
    result = solve(problem)
    assert -1e-20 <= result.objective <= result.dual_objective <= result.objective + 1e-7
    assert result.row_objective >= -1e-20


def test_a_feature_that_speaks_against_its_class_has_no_weight():
    """The only weight of sum 1 has the value -1/4; brute force over smaller sums gives 0."""
    sample = LabelledSample.from_rows([[0], [], [0], [0]], [1, 1, 0, 0])
    problem = SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), 0.8, False, "free")
    grid = [
        row_value(sample, np.array([weight, bias]), 0.8)
        for weight in np.linspace(0, 1, 21)
        for bias in np.linspace(-1, 1, 41)
    ]
    assert max(grid) == 0
    for algorithm in ("interior-point", "column-generation", "erlpboost"):
        result = solve(problem, algorithm)
        assert result.objective == result.dual_objective == 0
        assert result.outcome is Outcome.NOTHING
        assert not result.weights.any()


@pytest.mark.parametrize("positive", [1, 4])
def test_without_weights_the_larger_class_is_the_answer(positive):
    sample = LabelledSample.from_rows([[0]] * positive + [[0]] * 2, [1] * positive + [0] * 2)
    result = solve(SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), 0.3))
    assert result.outcome is Outcome.NOTHING
    assert (result.intercept > 0) == (positive > 2)
    assert abs(result.intercept) < 1e-30
