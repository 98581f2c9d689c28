import itertools

import numpy as np
import pytest
import scipy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.files.models import mps
from nzdd.adapters.methods import direct as solvers
from nzdd.adapters.solvers.registry import SOLVERS
from nzdd.cores import num_cores
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status
from support.examples import examples
from support.licences import skip_unless_usable
from support.models.linear_programs import dual_objective
from support.models.milp_reference import OPTIMAL, TRUSTED, milp_answer
from support.models.random_models import models as feasible_models

MIP = ("scip", "highs", "scipy") if TRUSTED else ("scip", "highs")  # doors to them
LP = ("glop", "highs", "highs_ipm", "scip", "scipy")
INTEGER = (*MIP, "cp_sat")
# A solver may leave a row violated by 1e-6, which the optimum feels multiplied by the row's dual.
CLOSE = 2e-5
UNSOLVABLE = {Status.INFEASIBLE, Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}

small = st.integers(-3, 3).map(float)


@st.composite
def models(draw, integrality):
    m, n = draw(st.integers(0, 4)), draw(st.integers(0, 3))
    row_lower, lower = (draw(arrays(float, k, elements=small)) for k in (m, n))
    row_upper, upper = (
        low + draw(arrays(float, low.size, elements=small)) for low in (row_lower, lower)
    )
    loose = draw(arrays(int, m, elements=st.integers(0, 3)))
    return LinearModel(
        draw(arrays(float, n, elements=small)),
        draw(arrays(float, (m, n), elements=small)),
        np.where(loose == 1, -np.inf, row_lower),
        np.where(loose == 2, np.inf, row_upper),
        lower,
        upper,
        draw(arrays(bool, n)) if integrality is None else integrality,
        maximize=draw(st.booleans()),
        offset=draw(small),
    )


def scipy_optimum(model):
    """The optimum by scipy itself, or None if there is none."""
    if np.any(model.lower > model.upper) or np.any(model.row_lower > model.row_upper):
        return None
    if not model.num_columns:
        feasible = np.all(model.row_lower <= 0) and np.all(model.row_upper >= 0)
        return model.offset if feasible else None
    status, value = milp_answer(model)
    return value if status == OPTIMAL else None


def check(model, solver, optimum):
    result = solvers.solve_direct(model, solver)
    if optimum is None:
        assert result.status in UNSOLVABLE
        assert result.x is None or result.status is Status.UNBOUNDED
        return
    assert result.status is Status.OPTIMAL, (solver, result.message)
    assert result.fun == pytest.approx(optimum, abs=CLOSE)
    assert result.dual_bound == pytest.approx(optimum, abs=CLOSE)
    assert model.violation(result.x).within(1e-6)
    assert result.solver == solver


@given(models(integrality=True))
def test_integer_optimum_is_that_of_enumeration(model):
    best = None
    grid = [range(int(a), int(b) + 1) for a, b in zip(model.lower, model.upper, strict=True)]
    points = [point for point in itertools.product(*grid) if not model.violation(point).scaled]
    if points and np.all(model.row_lower <= model.row_upper):
        best = (max if model.maximize else min)(map(model.objective_value, points))
    for solver in INTEGER:
        check(model, solver, best)


@given(models(integrality=None))
def test_mixed_integer_optimum_is_that_of_scipy(model):
    for solver in MIP:
        check(model, solver, scipy_optimum(model))


@given(models(integrality=False))
def test_linear_optimum_is_that_of_scipy(model):
    for solver in LP:
        check(model, solver, scipy_optimum(model))


@pytest.mark.parametrize("solver", ["glop", "highs", "highs_ipm", "pdlp"])
@given(model=feasible_models(integers=False))
@settings(deadline=None, max_examples=examples(30))
def test_duals_prove_the_optimum(solver, model):
    model = model.replace(upper=np.minimum(model.upper, 5))
    is_rough = solver == "pdlp"  # of first order: it may crawl, or end just outside the bounds
    result = solvers.solve_direct(model, solver, time_limit=5.0 if is_rough else None)
    assume(not is_rough or (result.limit is None and result.status is not Status.IMPRECISE))
    assert result.success, result.message
    assert result.reduced_costs == pytest.approx(
        model.objective - model.matrix.T @ result.duals, abs=1e-5
    )
    proven = dual_objective(model, result.duals, tolerance=1e-5)
    assert proven == pytest.approx(result.fun, abs=1e-3)


@pytest.mark.parametrize("solver", ["glop", "highs", "highs_ipm", "pdlp"])
@pytest.mark.parametrize("maximize", [False, True])
def test_duals_have_scipys_sign(solver, maximize):
    sign = -1 if maximize else 1
    costs, matrix, right = np.array([3.0, 2.0]), np.array([[2.0, 1.0], [1.0, 3.0]]), [4.0, 6.0]
    answer = linprog(costs, A_ub=-matrix, b_ub=-np.array(right))
    model = LinearModel(sign * costs, matrix, row_lower=right, maximize=maximize)
    result = solvers.solve_direct(model, solver)
    assert result.fun == pytest.approx(sign * answer.fun, rel=1e-5)
    # scipy's rows are negated, so its marginals are too.
    assert result.duals == pytest.approx(-sign * answer.ineqlin.marginals, rel=1e-4)


@pytest.mark.parametrize("solver", ["glop", "highs", "pdlp", "scip", "scipy"])
def test_unbounded(solver):
    result = solvers.solve_direct(LinearModel([-1], [[1]], row_lower=1), solver)
    assert result.status in {Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}
    assert result.dual_bound is None


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("sense", [False, True])
def test_no_columns(solver, sense):
    skip_unless_usable(solver)
    empty = LinearModel([], np.zeros((2, 0)), row_upper=3, offset=4, maximize=sense)
    if solver == "cp_sat":
        empty = empty.replace(integrality=True)
    assert solvers.solve_direct(empty, solver).fun == 4
    infeasible = solvers.solve_direct(empty.replace(row_lower=1), solver)
    assert infeasible.status is Status.INFEASIBLE
    assert "row 0" in infeasible.message


@pytest.mark.parametrize("solver", SOLVERS)
def test_crossed_bounds_are_infeasible_and_named(solver):
    skip_unless_usable(solver)
    crossed = LinearModel(
        [1, 1], [[1, 1]], lower=[0, 3], upper=[1, 2], integrality=solver == "cp_sat"
    )
    result = solvers.solve_direct(crossed, solver)
    assert result.status is Status.INFEASIBLE
    assert "column 1" in result.message


@pytest.mark.parametrize("solver", ["glop", "highs", "scip", "scipy", "cp_sat"])
def test_constant_objective_and_free_rows(solver):
    model = LinearModel([0, 0], [[1, 1], [1, -1]], row_lower=[-np.inf, 0], upper=5, offset=7)
    result = solvers.solve_direct(model.replace(integrality=solver == "cp_sat"), solver)
    assert result.success
    assert result.fun == result.dual_bound == 7


def test_default_solvers():
    model = LinearModel([1], [[2]], row_lower=3)
    assert solvers.solve_direct(model).fun == 1.5
    assert solvers.solve_direct(model.replace(integrality=1)).fun == 2


@pytest.mark.parametrize(
    ("solver", "change", "message"),
    [
        ("glop", {"integrality": [0, 1]}, "glop takes no integer columns, and column 1 is one"),
        ("pdlp", {"integrality": [1, 0]}, "pdlp takes no integer columns"),
        ("cp_sat", {"integrality": [1, 0]}, "column 1 is continuous"),
        ("cp_sat", {"integrality": 1, "upper": [1, np.inf]}, r"column 1 has \[0, inf\]"),
        ("cp_sat", {"integrality": 1, "lower": -1e9}, "bounds within 1e"),
    ],
)
def test_unsupported_models_are_refused_at_once(solver, change, message):
    model = LinearModel([1, 1], [[1, 1]], upper=9)
    with pytest.raises(UnsupportedModelError, match=message):
        solvers.solve_direct(model.replace(**change), solver)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"time_limit": -1}, "time_limit is -1"),
        ({"time_limit": float("nan")}, "time_limit is nan"),
        ({"threads": 0}, "threads is 0"),
        ({"threads": 1.5}, "threads is 1.5"),
        ({"gap": -1e-3}, "gap is -0.001"),
        ({"hint": [1, 2, 3]}, r"hint has shape \(3,\)"),
        ({"hint": [0, np.inf]}, r"hint\[1\] is inf; give finite numbers"),
    ],
)
def test_bad_options_are_refused(solver, option, message):
    skip_unless_usable(solver)
    model = LinearModel([1, 1], [[1, 1]], upper=9, integrality=solver == "cp_sat")
    with pytest.raises(ValueError, match=message):
        solvers.solve_direct(model, solver, **option)


@pytest.mark.parametrize("solver", SOLVERS)
def test_options_are_numbers_of_any_kind_and_known_by_name(solver):
    skip_unless_usable(solver)
    model = LinearModel([1, 1], [[1, 1]], row_lower=1, upper=9, integrality=solver == "cp_sat")
    options = {"time_limit": np.int64(60), "gap": np.float32(1e-4)}
    if solver != "scipy":
        options["threads"] = np.int32(1)
    assert solvers.solve_direct(model, solver, **options).success
    with pytest.raises(TypeError, match="there is no option 'timelimit'; is time_limit meant"):
        solvers.solve_direct(model, solver, timelimit=1)


HUGE = LinearModel([1], [[1e200]], row_lower=1, upper=5)


@pytest.mark.parametrize("solver", ["glop", "highs", "pdlp", "scipy"])
def test_a_failure_of_the_solver_is_no_claim_about_the_model(solver):
    result = solvers.solve_direct(HUGE, solver)
    assert result.status in {Status.OTHER_ERROR, Status.NUMERICAL_ERROR}
    assert result.message


def test_what_only_the_solver_can_refuse_is_unsupported():
    with pytest.raises(UnsupportedModelError, match="scip refuses the model"):
        solvers.solve_direct(HUGE, "scip")


def test_unknown_solver():
    with pytest.raises(ValueError, match="unknown solver 'cbc'; choose one of scip"):
        solvers.solve_direct(LinearModel([1], [[1]]), "cbc")


@pytest.mark.parametrize("solver", ["scip", "highs", "cp_sat", "glop", "pdlp"])
@pytest.mark.parametrize("threads", [1, num_cores()])
def test_threads(solver, threads):
    model = LinearModel([1, 1], [[2, 1], [1, 3]], row_lower=[2, 3], upper=9)
    model = model.replace(integrality=solver == "cp_sat")
    assert solvers.solve_direct(model, solver, threads=threads).success


def test_scipy_refuses_what_it_cannot_do():
    model = LinearModel([1], [[1]], row_lower=1)
    for option, message in (
        ({"threads": 2}, "no option for threads"),
        ({"log": print}, "only prints its log"),
    ):
        with pytest.raises(UnsupportedModelError, match=message):
            solvers.solve_direct(model, "scipy", **option)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("hint", [[1, 1], [np.nan, 2], [np.nan, np.nan], [-50, 70]])
def test_hints_never_change_the_optimum(solver, hint):
    skip_unless_usable(solver)
    model = LinearModel([1, 1], [[2, 1], [1, 3]], row_lower=[2, 3], upper=9)
    model = model.replace(integrality=solver == "cp_sat")
    plain, hinted = (solvers.solve_direct(model, solver, hint=given) for given in (None, hint))
    assert hinted.status is plain.status
    assert hinted.fun == pytest.approx(plain.fun, rel=1e-5)


@pytest.mark.parametrize("solver", ["scip", "highs", "cp_sat", "glop", "pdlp"])
def test_log_lines_reach_the_callable(solver):
    lines = []
    model = LinearModel([1, 1], [[2, 1], [1, 3]], row_lower=[2, 3], upper=9)
    solvers.solve_direct(model.replace(integrality=solver == "cp_sat"), solver, log=lines.append)
    assert lines
    assert all(isinstance(line, str) for line in lines)


def test_log_goes_to_stderr_and_never_to_stdout(capfd):
    model = LinearModel([1, 1], [[2, 1], [1, 3]], row_lower=[2, 3], upper=9, integrality=1)
    solvers.solve_direct(model, "highs", log="solver")
    out, err = capfd.readouterr()
    assert not out
    assert "MIP" in err


def steiner(rows=400, columns=60):
    """A random set covering problem that no solver finishes in a second."""
    random = np.random.default_rng(1)
    matrix = (random.random((rows, columns)) < 0.12).astype(float)
    matrix[np.arange(rows), random.integers(columns, size=rows)] = 1
    costs = random.integers(90, 110, columns)
    return LinearModel(costs, matrix, row_lower=1, upper=1, integrality=1)


@pytest.mark.parametrize("solver", INTEGER)
@pytest.mark.parametrize("seconds", [0, 0.1])
def test_time_limit(solver, seconds):
    model = steiner()
    result = solvers.solve_direct(model, solver, time_limit=seconds)
    assert result.status in {Status.FEASIBLE, Status.NO_SOLUTION_FOUND}
    assert result.limit == "time"
    assert (result.x is None) == (result.status is Status.NO_SOLUTION_FOUND)
    if result.x is not None and result.dual_bound is not None:
        assert result.dual_bound <= result.fun


def test_gap_stops_early():
    model = steiner(100, 40)
    rough = solvers.solve_direct(model, "highs", gap=0.9)
    assert rough.success
    assert 0.01 < rough.gap <= 0.9 * max(1, abs(rough.fun))


ROUNDED = LinearModel(
    [1, 3, 2],
    [[0, 2, 2]],
    row_lower=1,
    row_upper=4,
    lower=[0, -2, 0],
    upper=[3, 3, 5],
    integrality=[True, True, False],
)
"""The second column at -2 asks for 2.5 of the third, which HiGHS in older scipy makes 3."""


@pytest.mark.parametrize("solver", MIP)
def test_a_continuous_column_is_not_rounded(solver):
    check(ROUNDED, solver, -1.0)


def test_a_scipy_that_would_round_it_is_refused(monkeypatch):
    monkeypatch.setattr(scipy, "__version__", "1.16.3")
    with pytest.raises(UnsupportedModelError, match=r"scipy 1\.16\.3 .* use the solver highs"):
        solvers.solve_direct(ROUNDED, "scipy")
    assert solvers.solve_direct(ROUNDED.relaxed(), "scipy").success


@pytest.mark.parametrize(
    ("name", "optimum"),
    [
        ("p0033", 3089),
        ("lseu", 1120),
        ("enigma", 0),
        pytest.param("stein27", 18, marks=pytest.mark.slow),
        pytest.param("p0201", 7615, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("solver", MIP)
def test_known_optima(data, name, optimum, solver):
    model = mps.read(data / "mip" / f"{name}.mps.gz")
    assert solvers.solve_direct(model, solver).fun == pytest.approx(optimum, abs=1e-4)


@pytest.mark.slow
def test_known_optimum_of_misc07(data):
    model = mps.read(data / "mip" / "misc07.mps.gz")
    assert solvers.solve_direct(model).fun == pytest.approx(2810)


@pytest.mark.parametrize("solver", [name for name in MIP if name != "scip"])
def test_nothing_that_holds_an_integer_column_is_unbounded(solver):
    result = solvers.solve_direct(LinearModel([-1], [[0]], integrality=1), solver)
    assert result.status in {Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}
    assert result.x is None or result.status is Status.UNBOUNDED
