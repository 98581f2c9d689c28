"""Any solver of linear programs as an engine, whose answers are proven apart from it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.formulations.iteration.limits import INTERRUPTED, ROUNDING
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.linear_program import repair_flow, solve_by_lp
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.models.result import Result, Status
from support.examples import examples
from support.learning.soft_margin_samples import (
    check_proof,
    flow_violation,
    random_problem,
    stress_problem,
)

CLOSE = 2e-5
SOLVERS = ("highs", "highs_ipm", "glop", "pdlp", "scipy", "clarabel")


def engine(solver, **options):
    return lambda model: nzdd.solve(model, "direct", solver, **options)


@pytest.mark.parametrize("form", ["flow", "edge", "row"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_agrees_with_the_interior_point(solver, form):
    for seed in range(10):
        problem = random_problem(np.random.default_rng(seed))
        if form == "row" and problem.diagram.slack != "row":
            continue
        found = solve_by_lp(problem, engine(solver), form, gap=1e-4)
        check_proof(problem, found)
        expected = InteriorPoint(problem.diagram).solve(problem)
        if solver != "pdlp":
            assert found.limit is None, seed
        if found.limit is None:
            assert found.gap <= 1e-4
            assert found.upper == pytest.approx(expected.upper, abs=1e-4)
            assert found.lower == pytest.approx(expected.lower, abs=1e-4)
        assert found.lower <= expected.upper + 1e-9
        assert found.upper >= expected.lower - 1e-9
        assert len(found.steps) == 1


def test_simplex_solvers_reach_a_small_gap():
    for seed in range(60):
        problem = random_problem(np.random.default_rng(seed))
        found = solve_by_lp(problem, engine("glop"))
        check_proof(problem, found)
        assert found.gap <= 1e-6, seed


def test_larger_problems():
    for seed in range(12):
        problem = stress_problem(seed)
        found = solve_by_lp(problem, engine("highs"), "edge")
        check_proof(problem, found)
        expected = InteriorPoint(problem.diagram).solve(problem)
        assert found.lower <= expected.upper + 1e-9
        assert found.upper >= expected.lower - 1e-9
        assert found.limit is not None or found.gap <= 1e-5 * max(1, abs(found.upper))


def test_a_failure_of_the_solver_leaves_valid_bounds():
    answers = [
        (Result(Status.OTHER_ERROR, "the solver's process ended"), "other_error"),
        (Result(Status.NO_SOLUTION_FOUND, limit="time"), "time"),
        (Result(Status.NUMERICAL_ERROR), "numerical_error"),
    ]
    for seed in range(40):
        problem = random_problem(np.random.default_rng(seed))
        best = InteriorPoint(problem.diagram).solve(problem)
        for answer, limit in answers:
            found = solve_by_lp(problem, lambda model, answer=answer: answer)
            check_proof(problem, found)
            assert found.limit == limit
            assert found.lower <= best.upper + 1e-9
            assert found.upper >= best.lower - 1e-9


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=examples(80))
def test_nonsense_of_the_solver_is_no_proof(seed):
    random = np.random.default_rng(seed)
    problem = random_problem(random)

    def nonsense(model):
        x = random.normal(size=model.num_columns) * random.choice([0, 1e-3, 1, 1e3])
        return Result(Status.OPTIMAL, x=x, duals=random.normal(size=model.num_rows))

    best = InteriorPoint(problem.diagram).solve(problem)
    for form in ("flow", "edge"):
        found = solve_by_lp(problem, nonsense, form)
        assert flow_violation(problem, found.flow) <= 1e-9
        assert found.upper >= best.lower - 1e-9
        assert found.lower <= best.upper + 1e-9
        assert found.gap <= 1e-5 or found.limit == ROUNDING


@given(st.integers(0, 10**6), st.sampled_from([0, 1e-9, 1e-6, 1e-3, 1]))
@settings(deadline=None, max_examples=examples(150))
def test_repaired_flows_are_feasible_and_near(seed, size):
    random = np.random.default_rng(seed)
    problem = random_problem(random)
    flow = InteriorPoint(problem.diagram).solve(problem).flow
    repaired = repair_flow(problem, flow + size * random.normal(size=flow.size))
    assert flow_violation(problem, repaired) <= 1e-12
    if size == 0:
        assert repaired == pytest.approx(flow, abs=1e-9)
    nothing = repair_flow(problem, np.zeros(flow.size))
    assert nothing == pytest.approx(problem.start, abs=1e-9)


def test_time_limit():
    problem = stress_problem(4)
    found = solve_by_lp(problem, engine("clarabel", time_limit=0))
    check_proof(problem, found)
    assert found.limit == "time"


def test_interruption():
    problem = random_problem(np.random.default_rng(2))

    def interrupted(model):
        raise KeyboardInterrupt

    found = solve_by_lp(problem, interrupted)
    check_proof(problem, found)
    assert found.limit == INTERRUPTED


def test_nu_1_and_steps():
    problem = random_problem(np.random.default_rng(2))
    problem = SoftMarginProblem(problem.diagram, 1.0)
    steps = []
    found = solve_by_lp(problem, engine("glop"), on_step=steps.append)
    assert found.gap <= 1e-9
    assert steps == found.steps


def test_bad_forms_are_named():
    for seed in range(50):
        problem = random_problem(np.random.default_rng(seed))
        if problem.diagram.slack == "edge":
            break
    with pytest.raises(ValueError, match="form 'path' is unknown; take one of flow, edge, row"):
        solve_by_lp(problem, engine("glop"), "path")
    with pytest.raises(ValueError, match="but the diagram has a slack per edge"):
        solve_by_lp(problem, engine("glop"), "row")


def test_without_an_answer_the_bias_keeps_its_sign():
    """In (6) the weight of the bias is at most 0, and its flow is 0 for classes of one size."""
    for signed in (True, False):
        sample = LabelledSample.from_rows([[], [0]], [True, False])
        problem = SoftMarginProblem(SampleDiagram.from_sample(sample), 0.5, signed)
        found = solve_by_lp(problem, lambda model: Result(Status.NO_SOLUTION_FOUND, limit="time"))
        check_proof(problem, found)
        assert found.weights[-1] <= 0
        assert found.lower == 0
