import threading

import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.formulations import Result, Status
from support.examples import examples
from support.models.linear_programs import linear_programs
from support.models.milp_reference import milp_answer
from support.models.mixed_models import mixed_models
from support.models.random_models import hard_cover

pyo = pytest.importorskip("pyomo.environ", reason="needs Pyomo")

from nzdd.adapters.libraries.pyomo import to_pyomo  # noqa: E402
from nzdd.adapters.libraries.pyomo.pyomo_model import translate  # noqa: E402
from nzdd.adapters.libraries.pyomo.pyomo_solver import _load  # noqa: E402
from support.models.pyomo_models import point_of, written_in_pyomo  # noqa: E402

CONDITIONS = {0: "optimal", 2: "infeasible", 3: "unbounded", 4: "infeasibleOrUnbounded"}


@settings(max_examples=examples(30))
@given(mixed_models())
def test_the_optimum_lands_in_the_variables(model):
    theirs, x = written_in_pyomo(model)
    results = pyo.SolverFactory("nzdd").solve(theirs)
    status, optimum = milp_answer(model)
    assert str(results.solver.termination_condition) == CONDITIONS[status]
    assert pyo.check_optimal_termination(results) == (status == 0)
    if status == 0:
        assert np.isclose(pyo.value(theirs.part.objective), optimum, atol=1e-5)
        assert model.violation(point_of(model, x)).within(1e-6)
        assert np.isclose(results.problem.lower_bound, optimum, atol=1e-5)
        assert np.isclose(results.problem.upper_bound, optimum, atol=1e-5)
    else:
        assert all(variable.value is None for variable in x)


@settings(max_examples=examples(30))
@given(linear_programs())
def test_duals_and_reduced_costs_prove_the_optimum(model):
    """Lagrange: at the optimum, costs are the rows' duals and the reduced costs together."""
    theirs = to_pyomo(model)
    theirs.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    theirs.rc = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    results = pyo.SolverFactory("nzdd").solve(theirs)
    if not pyo.check_optimal_termination(results):
        assert len(theirs.dual) == len(theirs.rc) == 0
        return
    duals = np.array([theirs.dual[row] for row in theirs.rows.values()])
    costs = np.array([theirs.rc[variable] for variable in theirs.x.values()])
    assert np.allclose(model.matrix.T @ duals + costs, model.objective, atol=1e-6)
    x = np.array([variable.value for variable in theirs.x.values()])
    sign = -1 if model.maximize else 1
    for values, at, lower, upper in (
        (duals, model.row_activity(x), model.row_lower, model.row_upper),
        (costs, x, model.lower, model.upper),
    ):
        assert np.allclose(at[sign * values > 1e-6], lower[sign * values > 1e-6], atol=1e-5)
        assert np.allclose(at[sign * values < -1e-6], upper[sign * values < -1e-6], atol=1e-5)


def triangle():
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(3), domain=pyo.Binary)
    model.pairs = pyo.Constraint(range(3), rule=lambda m, i: m.x[i] + m.x[(i + 1) % 3] >= 1)
    model.cost = pyo.Objective(expr=pyo.summation(model.x))
    return model


def test_answers_can_be_loaded_later():
    model = triangle()
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    model.pairs[0].deactivate()
    results = pyo.SolverFactory("nzdd").solve(model.clone(), load_solutions=False)
    assert len(results.solution) == 1
    results = pyo.SolverFactory("nzdd").solve(model, load_solutions=False)
    assert model.x[0].value is None
    model.solutions.load_from(results)
    assert pyo.value(model.cost) == 1
    model.x.domain = pyo.NonNegativeReals
    results = pyo.SolverFactory("nzdd").solve(model, load_solutions=False)
    model.solutions.load_from(results)
    assert {each.name for each in model.dual} == {"pairs[1]", "pairs[2]"}
    assert sum(model.dual.values()) == pytest.approx(1)


def test_variables_that_nothing_active_has_keep_their_values():
    model = triangle()
    model.unused = pyo.Var(initialize=3)
    model.off = pyo.Block()
    model.off.y = pyo.Var(initialize=7.5)
    model.off.deactivate()
    solver = pyo.SolverFactory("nzdd")
    solver.solve(model)
    model.solutions.load_from(solver.solve(model, load_solutions=False))
    assert (model.unused.value, model.off.y.value, pyo.value(model.cost)) == (3, 7.5, 2)


@pytest.mark.parametrize("status", [Status.IMPRECISE, Status.UNBOUNDED])
def test_a_point_that_may_violate_the_model_is_not_loaded(status):
    model = triangle()
    _load(translate(model), model, Result(status, x=np.zeros(3)))
    assert model.x[0].value is None


def test_options_can_be_text():
    solver = pyo.SolverFactory("nzdd")
    solver.set_options("gap=0.01 method=lazy")
    assert solver.options == {"gap": 0.01, "method": "lazy"}
    assert pyo.check_optimal_termination(solver.solve(triangle()))


def test_methods_solvers_and_options_are_those_of_nzdd(capfd):
    model = triangle()
    for solver in (
        pyo.SolverFactory("nzdd", method="extended", solver="highs"),
        pyo.SolverFactory("nzdd", options={"method": "lazy"}),
        pyo.SolverFactory("nzdd:cp_sat"),
    ):
        with solver:
            assert pyo.check_optimal_termination(solver.solve(model, threads=1, timelimit=50))
        assert pyo.value(model.cost) == 2
    assert (solver.result.status, solver.result.solver) == (Status.OPTIMAL, "cp_sat")
    with pytest.raises(TypeError, match="there is no option 'mipgap'; is gap meant"):
        pyo.SolverFactory("nzdd").solve(model, options={"mipgap": 0.1})
    with pytest.raises(ValueError, match="time_limit is -1"):
        solver.solve(model, timelimit=-1)
    with pytest.raises(ValueError, match="suffix 'slack' is not known; take one of dual, rc"):
        solver.solve(model, suffixes=["slack"])
    assert solver.available()
    assert solver.license_is_valid()
    assert solver.warm_start_capable()
    assert len(solver.version()) == 3
    capfd.readouterr()
    pyo.SolverFactory("nzdd:highs").solve(model, tee=True, method="direct")
    assert "HiGHS" in capfd.readouterr().err


def few_rows(model):
    """The first 500, which are as hard, as Pyomo takes its time."""
    return model.replace(matrix=model.matrix[:500], row_lower=3, row_upper=np.inf)


def test_values_are_a_hint():
    model = to_pyomo(few_rows(hard_cover()))
    model.x.set_values(dict.fromkeys(model.x, 1.0))
    solver = pyo.SolverFactory("nzdd:scip", method="direct")
    results = solver.solve(model, warmstart=True, timelimit=0.01)
    assert str(results.solver.termination_condition) == "maxTimeLimit"
    assert results.problem.upper_bound <= 150
    assert results.problem.lower_bound < results.problem.upper_bound


def test_limits_are_told_apart():
    model = to_pyomo(few_rows(hard_cover()))
    stop = threading.Event()
    stop.set()
    results = pyo.SolverFactory("nzdd").solve(model, interrupt=stop, method="direct")
    assert str(results.solver.termination_condition) == "userInterrupt"
    assert not pyo.check_optimal_termination(results)


def test_without_an_optimum_there_can_be_an_exception():
    model = triangle()
    model.none = pyo.Constraint(expr=pyo.summation(model.x) <= 1)
    solver = pyo.SolverFactory("nzdd")
    with pytest.raises(RuntimeError, match="has no optimal answer"):
        solver.solve(model, raise_exception_on_nonoptimal_result=True)
    model.none.deactivate()
    solver.solve(model, raise_exception_on_nonoptimal_result=True)
