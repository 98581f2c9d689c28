"""One variable of a user's model for several columns of the rows."""

import itertools

import numpy as np
import pytest
from scipy.sparse import csr_array

from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.examples import examples
from support.licences import skip_unless_usable


def columns_that_share_variables(random):
    """Rows, the variable of each of their columns, costs, and the least cost over all points."""
    n, k, m = (int(random.integers(*ends)) for ends in ((1, 4), (2, 6), (1, 8)))
    place = random.integers(0, n, k)
    matrix = random.choice([-2.0, -1.0, 0.0, 1.0, 1.0, 2.0, 3.0], (m, k))
    lower, costs = random.integers(-3, 8, m).astype(float), random.integers(-5, 9, n).astype(float)
    points = np.array(list(itertools.product(range(5), repeat=n)), float)
    good = (points[:, place] @ matrix.T >= lower).all(axis=1)
    values = points[good] @ costs
    return MatrixRows(matrix, lower), place.tolist(), costs.tolist(), values.min(initial=np.inf)


def shared_in_scip(rows, place, costs):
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip import add_rows

    model = scip.Model()
    model.hideOutput()
    x = [model.addVar(vtype="I", ub=4, obj=cost) for cost in costs]
    add_rows(model, [x[j] for j in place], rows, max_rows=2)
    model.optimize()
    return model.getObjVal() if model.getStatus() == "optimal" else np.inf


def shared_in_gurobi(rows, place, costs):
    skip_unless_usable("gurobi")
    import gurobipy as gp

    from nzdd.adapters.solvers.gurobi import add_rows

    with gp.Env(params={"OutputFlag": 0}) as environment:
        model = gp.Model(env=environment)
        x = [model.addVar(vtype="I", ub=4, obj=cost) for cost in costs]
        model.optimize(add_rows(model, [x[j] for j in place], rows))
        return model.ObjVal if model.Status == gp.GRB.OPTIMAL else np.inf


def shared_in_cplex(rows, place, costs):
    skip_unless_usable("cplex")
    import cplex

    from nzdd.adapters.solvers.cplex import add_rows

    model = cplex.Cplex()
    for stream in ("log", "results", "warning", "error"):
        getattr(model, f"set_{stream}_stream")(None)
    model.variables.add(obj=costs, ub=[4.0] * len(costs), types="I" * len(costs))
    add_rows(model, place, rows)
    model.solve()
    solution = model.solution
    return solution.get_objective_value() if solution.is_primal_feasible() else np.inf


def shared_in_xpress(rows, place, costs):
    skip_unless_usable("xpress")
    import xpress as xp

    from nzdd.adapters.solvers.xpress import add_rows

    problem = xp.problem()
    problem.setOutputEnabled(False)
    x = [problem.addVariable(vartype=xp.integer, ub=4) for _ in costs]
    problem.setObjective(xp.Sum(cost * each for cost, each in zip(costs, x, strict=True)))
    add_rows(problem, [x[j] for j in place], rows)
    problem.optimize()
    solved = problem.attributes.solstatus == xp.SolStatus.OPTIMAL
    return problem.attributes.objval if solved else np.inf


@pytest.mark.parametrize(
    "solve", [shared_in_scip, shared_in_gurobi, shared_in_cplex, shared_in_xpress]
)
def test_columns_may_share_a_variable(solve):
    for seed in range(examples(60)):
        *arguments, optimum = columns_that_share_variables(np.random.default_rng(seed))
        assert solve(*arguments) == pytest.approx(optimum), seed


def test_listed_rows_of_scip_add_up_what_columns_of_one_variable_have():
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip.scip_model import add_linear

    for coefficients, least in (([1.0, 2.0], 3), ([-1.0, 2.0], 7), ([1.0, -1.0], np.inf)):
        model = scip.Model()
        model.hideOutput()
        x = model.addVar(vtype="I", obj=1)
        add_linear(model, [x, x], csr_array([coefficients]), np.array([7.0]), np.array([np.inf]))
        model.optimize()
        found = model.getObjVal() if model.getStatus() == "optimal" else np.inf
        assert found == pytest.approx(least)
