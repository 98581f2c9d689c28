"""Feasible models of numbers of mixed sizes are never called infeasible; infeasible ones are."""

import itertools

import numpy as np
import pytest

from nzdd import solve
from nzdd.adapters.methods.claims.doubt import MODERATE, is_moderate
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.solvers.registry import installed_lazy_solvers
from nzdd.formulations import LinearModel, Status
from support.licences import skip_unless_usable
from support.models.false_claims import PARITY, calls_it, kinds
from support.models.mixed_scales import feasible_model

ROADS = [("auto", None), ("direct", "scip"), ("direct", "highs"), ("extended", "highs")]
SLOWER = pytest.param(*ROADS[3], marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("seed", "road"),
    [
        (84, "direct scip"),  # HiGHS calls it infeasible, too
        (84, "direct highs"),
        (6, "extended scip"),
        (30, "extended highs"),
        (67, "lazy glop"),
        pytest.param(90, "lazy glop", marks=pytest.mark.slow),
        (99, "lazy scip"),
        (84, "auto"),
    ],
)
def test_a_feasible_integer_model_is_not_infeasible(seed, road):
    """Of 23 rows, 7 columns and numbers up to 1e4: the solver named says infeasible of them."""
    method, solver = (*road.split(), None)[:2]
    if road == "lazy scip" and "scip" not in installed_lazy_solvers():
        pytest.skip("the extra scip is not installed")
    model, point = feasible_model(seed)
    result = solve(model, method, solver, time_limit=20)
    assert result.status in {Status.OPTIMAL, Status.FEASIBLE, Status.UNCONFIRMED}
    if result.status is Status.OPTIMAL:
        assert result.fun <= model.objective_value(point) + 1e-5 * abs(result.fun)
    assert result.x is None or model.violation(result.x).within(1e-6)


@pytest.mark.parametrize(
    "solver", ["glop", "highs", pytest.param("cp_sat", marks=pytest.mark.slow)]
)
def test_small_bounds_do_not_help_where_rows_are_added(solver):
    """GLOP calls the rows found infeasible, as linear ones, for all who begin with them."""
    model, point = feasible_model(831, reach=5)
    truth = solve(model, "direct", "cp_sat")
    result = solve(model, "lazy", solver)
    assert (result.status, result.fun) == (Status.OPTIMAL, pytest.approx(truth.fun))
    known = solve(model, "lazy", solver, hint=point)
    assert known.status in {Status.OPTIMAL, Status.FEASIBLE}
    assert known.fun <= model.objective_value(point)


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
@pytest.mark.parametrize("seed", [30, 77, 115])
def test_a_feasible_linear_program_is_not_infeasible(seed, method):
    sizes = (0, 1, 100, -1e4, 1e6, 1e-3)
    model, point = feasible_model(seed, reach=1e3, sizes=sizes, integrality=False)
    assert model.violation(point).within(1e-12)
    assert solve(model, method).status in {Status.OPTIMAL, Status.FEASIBLE, Status.UNCONFIRMED}


@pytest.mark.parametrize(
    ("method", "solver"), [*ROADS[:3], SLOWER, ("lazy", "glop"), ("extended", "scip")]
)
def test_a_point_that_is_given_wins_over_every_claim(method, solver):
    model, point = feasible_model(84)
    result = solve(model, method, solver, hint=point, time_limit=20)
    assert result.status in {Status.OPTIMAL, Status.FEASIBLE}
    assert model.violation(result.x).within(1e-6)


def test_a_point_wins_over_bounds_that_are_implied():
    """Within the tolerance it is a point, though the row cannot hold exactly."""
    model = LinearModel([1, 1], [[1, 1]], row_lower=2 + 2.5e-6, upper=1, integrality=True)
    assert solve(model, "lazy").status is Status.INFEASIBLE
    assert solve(model, "lazy", hint=[1, 1]).status is Status.FEASIBLE


@pytest.mark.parametrize("seed", range(12))
def test_small_models_are_infeasible_where_no_point_is_feasible(seed):
    model, _ = feasible_model(seed, shape=(5, 3), reach=2)
    if seed % 2:  # the odd ones lose most of their points
        rng = np.random.default_rng(seed)
        move = rng.choice([0, 1, 50, 5000], model.num_rows)
        model = model.replace(row_lower=model.row_lower + move, row_upper=model.row_upper + move)
    values = (np.arange(low, up + 1) for low, up in zip(model.lower, model.upper, strict=True))
    costs = [
        model.objective_value(x)
        for x in itertools.product(*values)
        if model.violation(x).scaled == 0
    ]
    for method, solver in (*ROADS, ("extended", "scip"), ("lazy", "glop")):
        result = solve(model, method, solver)
        assert result.status is (Status.OPTIMAL if costs else Status.INFEASIBLE)
        assert not costs or result.fun == pytest.approx(min(costs))


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
@pytest.mark.parametrize("continuous", [False, True])
def test_infeasible_models_keep_being_called_infeasible(method, continuous):
    """Twice a whole number is not odd, beside coefficients of 1e6."""
    matrix = np.array([[2, 2, 2, 0], [1e6, -1e4, 0, 1], [0, 100, -1e6, 1]])
    lower, upper = [7, -1e8, -1e8], [7, 1e8, 1e8]
    model = LinearModel(
        np.ones(4), matrix, lower, upper, upper=500, integrality=[1, 1, 1, not continuous]
    )
    assert not is_moderate(model)
    result = solve(model, method)
    assert result.status is Status.INFEASIBLE


def test_a_solver_does_not_confirm_itself_by_another_name():
    """scipy calls HiGHS."""
    result = solve_direct(PARITY, "scipy")
    assert result.status is Status.INFEASIBLE
    assert "scipy and scip agree" in result.message


def test_beyond_moderate_numbers_two_solvers_are_not_enough(monkeypatch):
    calls_it("INFEASIBLE", kinds("scip", "highs"), monkeypatch)
    model = LinearModel([1, 2], [[2, 3e5]], 3e5 + 1, 3e5 + 5, upper=100, integrality=True)
    result = solve_direct(model, "scip")
    assert (result.status, result.fun) == (Status.OPTIMAL, 3)
    assert "wrongly" in result.message


def test_moderate_is_said_of_terms_and_not_of_coefficients():
    def of(coefficients, upper):
        return is_moderate(LinearModel([1, 1], [coefficients], upper=upper, integrality=True))

    assert is_moderate(LinearModel([1, 1]))
    assert of([1, MODERATE], 1)
    assert not of([1, MODERATE], 2)
    assert of([1e9, 1e9], MODERATE)
    assert not of([1, 1], np.inf)


@pytest.mark.parametrize(
    "seed", [*(pytest.param(seed, marks=pytest.mark.slow) for seed in (4, 84)), 116]
)
def test_where_a_solver_crashes_another_one_answers(seed):
    """HiGHS, in extended form: of 84 where it is given the point."""
    model, point = feasible_model(seed)
    result = solve(model, "extended", "highs", hint=point if seed == 84 else None, time_limit=20)
    assert result.status is Status.OPTIMAL
    assert result.fun <= model.objective_value(point)


@pytest.mark.parametrize("method", ["direct", "extended"])
@pytest.mark.parametrize("solver", ["highs", "scipy"])
def test_a_wrong_optimum_over_wide_rows_is_refuted(method, solver):
    """HiGHS called 0 the largest value, which is 4 at (1, 1, 2)."""
    model = LinearModel(
        [-2, 2, 2], [[1e7, -1, -3]], 0, np.inf, [-1, -1, -1], [2, 1, 2], True, maximize=True
    )
    result = solve(model, method, solver)
    assert (result.status, result.fun, result.dual_bound) == (Status.OPTIMAL, 4, 4)


@pytest.mark.parametrize("method", ["auto", "direct"])
def test_highs_does_not_lose_the_best_point_of_wide_rows(method):
    # y = 1 needs x = 1, which costs more than y gains; HiGHS calls (1, 1) optimal.
    model = LinearModel([-2, 1], [[3, -1e6]], -999_999, np.inf, 0, [1, 2], True, maximize=True)
    result = solve(model, method, "highs" if method == "direct" else None)
    assert result.status is Status.OPTIMAL
    assert (result.fun, result.dual_bound) == (0, 0)
    assert result.x.tolist() == [0, 0]


@pytest.mark.parametrize("method", ["direct", "extended", "lazy"])
def test_cplex_does_not_lose_the_best_point_of_wide_rows(method):
    """It called (0, 1) optimal; (1, 5) is worth 2 more."""
    skip_unless_usable("cplex")
    rows = [[-1e4, 1e-6], [-1e4, 1e-6]]
    model = LinearModel([2, -1], rows, -np.inf, [1.000001, 1e-6], 0, 5, True)
    assert solve(model, method, "cplex").fun == -3


def test_a_node_of_xpress_without_a_point_is_no_error():
    skip_unless_usable("xpress")
    rows = [[3, 1, 3e6, 1e6, 2e6], [1e6, 1e6, 1, 1e6, 2e6], [1e6, 2e6, 2, 2e6, 2e6]]
    sides = [-0.5, -np.inf, 4.000003e6], [0.5, 3.000001e6, 4.000004e6]
    bounds = [-2, -3, -2, 0, -2], [2, 1, 1, 3, 0]
    model = LinearModel([-2, -2, -2, 0, -3], rows, *sides, *bounds, True)
    assert solve(model, "lazy", "xpress").status is Status.INFEASIBLE
