import numpy as np
import pytest

from nzdd.adapters.methods.soft_margin import engines
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations import Status
from nzdd.formulations.learning.soft_margin import (
    InteriorPoint,
    LabelledSample,
    Outcome,
    SampleDiagram,
    SoftMarginProblem,
    compare,
    nu_path,
    solve,
)
from support.learning.soft_margin_checks import five_of_ten
from support.learning.soft_margin_samples import random_problem, random_rows

CLOSE = 2e-5
SOLVE_MODEL = engines("lp", "scipy")["solve_model"]


def test_every_method_finds_the_same_optimum():
    random = np.random.default_rng(0)
    for _ in range(8):
        problem = random_problem(random)
        exact = solve(problem)
        assert exact.status is Status.OPTIMAL
        assert 0 <= exact.gap <= 1e-8 * max(1, abs(exact.dual_objective))
        for algorithm, options in (
            ("column-generation", {}),
            ("column-generation", {"make_engine": GlopEngine, "columns": 1}),
            ("erlpboost", {}),
            ("lp", {"solve_model": SOLVE_MODEL}),
        ):
            found = solve(problem, algorithm, **options)
            epsilon = 1e-3 if algorithm == "erlpboost" else CLOSE
            assert found.algorithm == algorithm
            assert found.objective <= exact.dual_objective + 1e-8
            assert found.dual_objective >= exact.objective - 1e-8
            if found.status is Status.OPTIMAL:
                assert found.objective >= exact.objective - epsilon


@pytest.mark.parametrize("bias", ["penalised", "free"])
@pytest.mark.parametrize("slack", ["row", "edge"])
@pytest.mark.parametrize(
    ("algorithm", "solver"),
    [
        ("interior-point", None),
        ("column-generation", None),
        ("column-generation", "glop"),
        *[("lp", solver) for solver in ("highs", "highs_ipm", "glop", "scipy", "clarabel")],
    ],
)
def test_symbols_that_say_nothing_have_a_weight_of_exactly_0(algorithm, solver, slack, bias):
    result = solve(five_of_ten(300, slack, bias=bias), algorithm, **engines(algorithm, solver))
    assert np.flatnonzero(result.weights).tolist() == list(range(10))
    assert result.intercept != 0


def test_the_six_methods_of_the_paper_agree_in_one_call():
    matrix, labels, weights = random_rows(np.random.default_rng(8))
    results = compare(LabelledSample.from_rows(matrix, labels, weights), 0.4, SOLVE_MODEL)
    assert list(results) == [
        "naive",
        "lpb",
        "erlpb",
        "nzdd_naive",
        "nzdd_lpb",
        "nzdd_erlpb",
        "ip",
        "nzdd_ip",
    ]
    for prefix in ("", "nzdd_"):
        exact = results[f"{prefix}ip"].objective
        for method in ("naive", "lpb", "erlpb"):
            assert results[prefix + method].objective == pytest.approx(exact, abs=1e-3)
    assert results["nzdd_ip"].objective <= results["nzdd_ip"].row_objective + 1e-8
    assert results["nzdd_ip"].row_objective <= results["ip"].dual_objective + 1e-8


def test_a_path_is_what_single_solves_give():
    matrix, labels, weights = random_rows(np.random.default_rng(9))
    sample = LabelledSample.from_rows(matrix, labels, weights)
    interior_point = InteriorPoint(SampleDiagram.from_sample(sample, "edge"))
    for nu, result in zip((0.2, 0.5, 0.9), nu_path(interior_point, (0.2, 0.5, 0.9)), strict=True):
        alone = solve(SoftMarginProblem(interior_point.diagram, nu))
        assert result.problem.nu == nu
        assert result.objective == pytest.approx(alone.objective, abs=2e-8)


def test_what_no_weights_can_do_is_said():
    rows = np.array([[1, 0], [1, 0], [0, 1], [0, 1]])
    sample = LabelledSample.from_rows(rows, [True, False, True, False])
    result = solve(SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), 0.5))
    assert result.outcome is Outcome.NOTHING
    assert (result.objective, result.row_objective, result.intercept) == (0, 0, 0)
    assert not result.weights.any()
    assert "take a larger nu" in result.message


def test_the_same_answer_for_every_row_is_said():
    rows = np.array([[1, 0], [0, 1]] * 5)
    sample = LabelledSample.from_rows(rows, [True] * 8 + [False] * 2)
    result = solve(SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), 0.9))
    assert result.outcome is Outcome.CONSTANT
    assert "take nu below 0.4" in result.message


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (
            {"algorithm": "simplex"},
            "algorithm 'simplex' is unknown; take one of auto, interior-point",
        ),
        ({"algorithm": "lp"}, "needs solve_model"),
        ({"gap": 0}, "gap is 0; give a number above 0"),
        ({"gap": float("nan")}, "gap is nan"),
    ],
)
def test_what_makes_no_sense_is_refused(options, complaint):
    problem = random_problem(np.random.default_rng(1))
    with pytest.raises(ValueError, match=complaint):
        solve(problem, **options)


@pytest.mark.parametrize("algorithm", ["interior-point", "column-generation", "erlpboost"])
def test_an_interrupted_solve_has_a_result_with_a_valid_gap(algorithm):
    problem = random_problem(np.random.default_rng(2), max_features=8, max_rows=200)
    exact = solve(problem)

    def stop(step):
        if step.number == 1:
            raise KeyboardInterrupt

    result = solve(problem, algorithm, gap=1e-9, on_step=stop)
    assert (result.status, result.limit) == (Status.FEASIBLE, "interrupted")
    assert result.objective <= exact.dual_objective + 1e-8
    assert result.dual_objective >= exact.objective - 1e-8
    assert "ended by interrupted" in result.message


def test_a_limit_is_reported_as_such():
    problem = random_problem(np.random.default_rng(2), max_rows=200)
    result = solve(problem, "interior-point", max_rounds=2)
    assert (result.status, result.limit, result.num_rounds) == (Status.FEASIBLE, "iterations", 2)
    assert "iterations" in result.summary()
