import threading

import numpy as np
import pytest
from hypothesis import given, settings

from support.examples import examples
from support.models.linear_programs import linear_programs
from support.models.milp_reference import milp_answer
from support.models.mixed_models import mixed_models
from support.models.random_models import hard_cover

pulp = pytest.importorskip("pulp", reason="needs PuLP")

from nzdd.adapters.libraries.pulp import NzddSolver, to_pulp  # noqa: E402
from support.models.pulp_models import (  # noqa: E402
    add_variable,
    constraints_of,
    one_sided,
    written_in_pulp,
)

STATUSES = {
    0: ("Optimal", "Optimal Solution Found"),
    2: ("Infeasible", "No Solution Exists"),
    3: ("Unbounded", "Solution is Unbounded"),
    4: ("Undefined", "No Solution Found"),
}


def words(problem):
    return pulp.LpStatus[problem.status], pulp.LpSolution[problem.sol_status]


@settings(max_examples=examples(30))
@given(mixed_models())
def test_the_optimum_lands_in_the_variables(model):
    theirs, x = written_in_pulp(model)
    status, optimum = milp_answer(model)
    assert theirs.solve(NzddSolver()) == theirs.status
    assert words(theirs) == STATUSES[status]
    if status == 0:
        assert np.isclose(pulp.value(theirs.objective) or 0, optimum, atol=1e-5)
        assert model.violation([variable.varValue for variable in x]).within(1e-6)
        assert theirs.valid(1e-5)
    else:
        assert all(variable.varValue is None for variable in x)


@settings(max_examples=examples(30))
@given(linear_programs())
def test_duals_and_reduced_costs_prove_the_optimum(model):
    """Lagrange: at the optimum, costs are the rows' duals and the reduced costs together."""
    theirs, x = written_in_pulp(model)
    theirs.solve(NzddSolver())
    if words(theirs)[0] != "Optimal":
        return
    listed, constraints = one_sided(model), constraints_of(theirs)
    duals = np.array([each.pi for each in constraints], float)
    costs = np.array([each.dj for each in x])
    assert np.allclose(listed.matrix.T @ duals + costs, model.objective, atol=1e-6)
    slack = np.array([each.slack for each in constraints], float)
    assert np.allclose(slack, [-each.value() for each in constraints], atol=1e-6)
    assert np.allclose(slack[np.abs(duals) > 1e-6], 0, atol=1e-5)
    sign = -1 if model.maximize else 1
    relation = np.array([each.sense for each in constraints])
    assert (sign * duals * relation >= -1e-6).all()


def triangle():
    problem = pulp.LpProblem("triangle")
    x = [add_variable(problem, name, cat="Binary") for name in "abc"]
    problem += pulp.lpSum(x)
    for i in range(3):
        problem += x[i] + x[i - 1] >= 1
    return problem, x


def test_it_is_a_solver_of_pulp(capfd):
    assert "nzdd" in pulp.listSolvers(onlyAvailable=True)
    problem, _ = triangle()
    solver = pulp.getSolver("nzdd", msg=True, timeLimit=50, gapRel=0.1, threads=1, backend="highs")
    again = pulp.getSolverFromDict(solver.toDict())
    for each in (solver, again, solver.copy()):
        assert (each.toDict(), each.available()) == (solver.toDict(), True)
        problem.solve(each, method="direct")
        assert pulp.value(problem.objective) == 2
        assert each.result.solver == "highs"
        assert "HiGHS" in capfd.readouterr().err
    problem.solve(NzddSolver(mip=False))
    assert pulp.value(problem.objective) == pytest.approx(1.5)
    with pytest.raises(TypeError, match="there is no option 'gap_rel'; is gap meant"):
        problem.solve(NzddSolver(gap_rel=0.1))


def test_what_a_limit_leaves_is_there():
    problem = to_pulp(hard_cover())
    for variable in problem.variables():
        variable.varValue = 1.0
    stop = threading.Event()
    stop.set()
    solver = NzddSolver(method="direct", backend="scip", warmStart=True, interrupt=stop)
    problem.solve(solver)
    assert words(problem) == ("Not Solved", "Solution Found")
    assert pulp.value(problem.objective) <= 150
    assert solver.result.limit == "interrupted"
    problem.solve(NzddSolver(method="direct", backend="scip", interrupt=stop))
    assert words(problem)[0] == "Not Solved"
