"""Seeds, memory limits, and options by a solver's own names."""

import numpy as np
import pytest
from scipy.sparse import csr_array

import nzdd
from nzdd.adapters.errors import OptionError
from nzdd.adapters.solvers.registry import SOLVERS
from nzdd.formulations import LinearModel, Status

OWN = {
    "scip": {"separating/maxrounds": "3", "limits/nodes": 10**12, "estimation/method": "w"},
    "highs": {"mip_max_nodes": "1000000", "presolve": "off", "mip_heuristic_effort": 0.1},
    "highs_ipm": {"ipm_iteration_limit": 1000},
    "cp_sat": {"num_workers": "2", "linearization_level": 2, "cp_model_presolve": False},
    "glop": {"use_dual_simplex": "true"},
    "pdlp": {"termination_criteria.iteration_limit": "1000000"},
    "clarabel": {"max_iter": "100", "equilibrate_enable": False},
    "gurobi": {"MIPFocus": "1", "Heuristics": 0.1},
    "cplex": {"mip.strategy.search": "1"},
    "xpress": {"heuremphasis": "0"},
}
"""Options of every kind, each in its own solver."""

NODES = {
    "scip": "limits/nodes",
    "highs": "mip_max_nodes",
    "gurobi": "NodeLimit",
    "cplex": "mip.limits.nodes",
    "xpress": "maxnode",
}


def cover(columns=40, rows=120):
    matrix = (np.random.default_rng(5).random((rows, columns)) < 0.2).astype(float)
    matrix[:, 0] = 1
    costs = np.random.default_rng(6).integers(3, 9, columns).astype(float)
    costs[0] = 900
    return LinearModel(costs, csr_array(matrix), 1.0, upper=1.0, integrality=True)


def model_for(solver):
    if SOLVERS[solver].package not in {"ortools", "scipy"}:
        pytest.importorskip(SOLVERS[solver].package)
    model = cover(20, 40)
    return model if SOLVERS[solver].integers else model.relaxed()


@pytest.mark.parametrize("solver", OWN)
def test_a_solver_takes_its_own_options_and_a_seed(solver):
    model = model_for(solver)
    plain = nzdd.solve(model, "direct", solver).fun
    tuned = nzdd.solve(model, "direct", solver, solver_options=OWN[solver], seed=7)
    assert tuned.status is Status.OPTIMAL
    assert tuned.fun == pytest.approx(plain)


@pytest.mark.parametrize("solver", OWN)
def test_what_a_solver_does_not_take_is_one_line(solver):
    model, name = model_for(solver), next(iter(OWN[solver]))
    with pytest.raises(OptionError, match=r"has no option 'no_such\.thing'; its manual"):
        nzdd.solve(model, "direct", solver, solver_options={"no_such.thing": 1})
    with pytest.raises(OptionError, match=f"does not take 'xyz' for its option '{name}'"):
        nzdd.solve(model, "direct", solver, solver_options={name: "xyz"})


@pytest.mark.parametrize("solver", ["scip", "highs", "cp_sat", "gurobi", "cplex", "xpress"])
def test_lazy_solves_pass_them_on(solver):
    model_for(solver)
    model, lines = cover(25, 60), OWN[solver]
    assert nzdd.solve(model, "lazy", solver, solver_options=lines, seed=3, time_limit=60).success
    settled = LinearModel([1.0, 1], [[1, 1]], row_lower=1, upper=1, integrality=True)
    for each in (model, settled):  # the relaxation of which is integer
        with pytest.raises(OptionError, match="has no option 'x'"):
            nzdd.solve(each, "lazy", solver, solver_options={"x": 1}, time_limit=60)


def test_a_limit_among_the_options_of_rounds_is_no_fault_of_numbers():
    least = {"max_deterministic_time": 1e-3}
    result = nzdd.solve(cover(80, 400), "lazy", "cp_sat", solver_options=least)
    assert (result.status, result.limit) == (Status.FEASIBLE, "undetermined")


@pytest.mark.parametrize(
    ("solver", "method"),
    [(each, "direct") for each in NODES]
    + [pytest.param(each, "lazy", marks=[pytest.mark.slow] * (each == "highs")) for each in NODES],
)
def test_they_have_an_effect(solver, method):
    """One node is not enough for a model that takes many."""
    model_for(solver)
    result = nzdd.solve(cover(60, 120), method, solver, solver_options={NODES[solver]: 1})
    assert result.status in {Status.FEASIBLE, Status.NO_SOLUTION_FOUND}
    assert result.limit is not None
    assert result.gap is None or result.gap > 0.01


OTHER_LIMITS = {
    "gurobi": {"SolutionLimit": "solution", "WorkLimit": "work", "IterationLimit": "iteration"},
    "cplex": {"mip.limits.solutions": "solution", "dettimelimit": "work"},
    "xpress": {"maxmipsol": "solution", "worklimit": "work", "lpiterlimit": "iteration"},
}


@pytest.mark.parametrize(
    ("solver", "option"), [(each, option) for each in OTHER_LIMITS for option in OTHER_LIMITS[each]]
)
def test_limits_among_them_are_no_errors(solver, option):
    model_for(solver)
    result = nzdd.solve(cover(100, 200), "direct", solver, solver_options={option: 1})
    assert result.status in {Status.FEASIBLE, Status.NO_SOLUTION_FOUND}
    assert result.limit == OTHER_LIMITS[solver][option]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solver_options": {"x": 1}}, "of one solver; give its name as solver"),
        ({"solver_options": "x=1"}, "solver_options is 'x=1'; give a mapping"),
        ({"solver": "scip", "solver_options": {1: 1}}, "solver_options has 1: 1; give names"),
        ({"solver": "scipy", "solver_options": {"x": 1}}, "scipy takes no option 'x'"),
        ({"seed": -1}, "seed is -1; give a whole number from 0"),
        ({"seed": True}, "seed is True"),
        ({"memory_limit": 0.5}, "memory_limit is 0.5"),
        ({"start": [1]}, "there is no option 'start'; is hint meant"),
        ({"time_limt": 1}, "there is no option 'time_limt'; is time_limit meant"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        nzdd.solve(cover(), **options)


def test_rows_in_glop_take_none():
    with pytest.raises(ValueError, match="lazy rows in GLOP take no such option"):
        nzdd.solve(cover(), "lazy", "glop", solver_options={"x": 1})


@pytest.mark.parametrize(
    ("method", "solver"),
    [pytest.param("direct", "highs", marks=pytest.mark.slow), ("auto", None)],
)
def test_little_memory_ends_a_solve_with_what_is_known(method, solver):
    """A process of Python takes more than a few MB."""
    model = cover(150, 400)
    result = nzdd.solve(model, method, solver, memory_limit=2**20, hint=np.ones(150))
    assert (result.status, result.limit) == (Status.FEASIBLE, "memory")
    assert nzdd.solve(cover(25, 60), method, solver, memory_limit=2**40).success
