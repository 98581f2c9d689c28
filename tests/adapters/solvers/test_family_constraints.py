"""Constraints over families on the variables of a solver's own model, beside their listed rows."""

import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.families import power_set, sets_of_size
from nzdd.formulations.row_generation.lazy_model import without_rows
from support.examples import examples
from support.licences import skip_unless_usable
from support.models.family_constraints import family_constraints
from support.models.milp_reference import milp_answer


def in_scip(case):
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip import add_family_constraint

    linear, theirs = case.model, scip.Model()
    theirs.hideOutput()
    x = [
        theirs.addVar(
            lb=linear.lower[j],
            ub=linear.upper[j],
            obj=linear.objective[j],
            vtype="I" if linear.integrality[j] else "C",
        )
        for j in range(linear.num_columns)
    ]
    theirs.addObjoffset(linear.offset)
    if linear.maximize:
        theirs.setMaximize()
    for row, low, high in rows_of(linear):
        activity = scip.quicksum(a * v for a, v in zip(row, x, strict=True))
        theirs.addCons(scip.ExprCons(activity, low, high))
    arguments, options = case.arguments(x, nominal=list)
    add_family_constraint(theirs, *arguments, **options)
    theirs.optimize()
    return theirs.getObjVal() if theirs.getStatus() == "optimal" else theirs.getStatus()


def in_gurobi(case):
    skip_unless_usable("gurobi")
    import gurobipy as gp

    from nzdd.adapters.libraries.gurobipy import to_gurobipy
    from nzdd.adapters.solvers.gurobi import add_family_constraint

    with gp.Env(params={"OutputFlag": 0}) as environment:
        theirs = to_gurobipy(case.model, environment)
        arguments, options = case.arguments(theirs.getVars())
        theirs.optimize(add_family_constraint(theirs, *arguments, **options))
        return theirs.ObjVal if theirs.Status == gp.GRB.OPTIMAL else "infeasible"


def in_xpress(case):
    skip_unless_usable("xpress")
    import xpress as xp

    from nzdd.adapters.solvers.xpress import add_family_constraint

    linear, theirs = case.model, xp.problem()
    theirs.controls.outputlog = 0
    x = [
        theirs.addVariable(
            lb=linear.lower[j],
            ub=linear.upper[j],
            vartype=xp.integer if linear.integrality[j] else xp.continuous,
        )
        for j in range(linear.num_columns)
    ]
    for row, low, high in rows_of(linear):
        activity = xp.Sum(a * v for a, v in zip(row, x, strict=True))
        if np.isfinite(low):
            theirs.addConstraint(activity >= low)
        if np.isfinite(high):
            theirs.addConstraint(activity <= high)
    costs = xp.Sum(c * v for c, v in zip(linear.objective, x, strict=True)) + linear.offset
    theirs.setObjective(costs, sense=xp.maximize if linear.maximize else xp.minimize)
    arguments, options = case.arguments(x)
    add_family_constraint(theirs, *arguments, **options)
    theirs.optimize()
    solved = theirs.attributes.solstatus == xp.SolStatus.OPTIMAL
    return theirs.attributes.objval if solved else "infeasible"


def in_cplex(case):
    skip_unless_usable("cplex")
    import cplex

    from nzdd.adapters.solvers.cplex import add_family_constraint

    linear, theirs = case.model, cplex.Cplex()
    for stream in ("log", "error", "warning", "results"):
        getattr(theirs, f"set_{stream}_stream")(None)
    theirs.variables.add(
        obj=linear.objective.tolist(),
        lb=linear.lower.tolist(),
        ub=linear.upper.tolist(),
        types=["I" if whole else "C" for whole in linear.integrality],
        names=[f"x{j}" for j in range(linear.num_columns)],
    )
    theirs.objective.set_offset(linear.offset)
    if linear.maximize:
        theirs.objective.set_sense(theirs.objective.sense.maximize)
    for row, low, high in rows_of(linear):
        terms = cplex.SparsePair(list(range(len(row))), row)
        for sense, side in (("G", low), ("L", high)):
            if np.isfinite(side):
                theirs.linear_constraints.add([terms], [sense], [side])
    names = [f"x{j}" if j % 2 else j for j in range(linear.num_columns)]
    arguments, options = case.arguments(names)
    add_family_constraint(theirs, *arguments, **options)
    theirs.solve()
    found = theirs.solution.is_primal_feasible()
    return theirs.solution.get_objective_value() if found else "infeasible"


def rows_of(linear):
    """Coefficients and sides of the rows that have a side."""
    found = zip(
        linear.matrix.toarray().tolist(),
        linear.row_lower.tolist(),
        linear.row_upper.tolist(),
        strict=True,
    )
    return [(row, *sides) for row, *sides in found if np.isfinite(sides).any()]


SOLVERS = {"scip": in_scip, "gurobi": in_gurobi, "xpress": in_xpress, "cplex": in_cplex}


def check_case(name, case):
    """The callbacks of three of them are for mixed-integer models; rows have coefficients."""
    model, whole = case.model, case.model.integrality.copy()
    whole[0] = True
    rows = np.diff(model.matrix.indptr) > 0
    case.model = without_rows(model, ~rows).replace(integrality=whole)
    status, optimum = milp_answer(case.listed())
    found = SOLVERS[name](case)
    if status == 0:
        assert found == pytest.approx(optimum, abs=1e-5)
    else:
        assert (status, found) == (2, "infeasible")


@pytest.mark.parametrize("name", SOLVERS)
@settings(max_examples=examples(60))
@given(case=family_constraints())
def test_the_optimum_is_that_of_the_listed_rows(name, case):
    check_case(name, case)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVERS)
@settings(max_examples=1000)
@given(case=family_constraints())
def test_a_thousand_optima_are_those_of_the_listed_rows(name, case):
    check_case(name, case)


def test_wrong_use_in_scip_gets_one_line():
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip import add_family_constraint

    model, other = scip.Model(), scip.Model()
    x, y = ([each.addVar(vtype="B") for _ in range(3)] for each in (model, other))
    with pytest.raises(ValueError, match="variable 'x1' belongs to another model"):
        add_family_constraint(model, y, power_set(3), 1)
    with pytest.raises(TypeError, match=r"variables must be of pyscipopt\.Variable; one is 5"):
        add_family_constraint(model, {0: 5}, power_set(3), 1)
    with pytest.raises(ValueError, match="3 variables do not fit a family of 4 symbols"):
        add_family_constraint(model, x, power_set(4), 1)


def test_wrong_use_in_gurobi_gets_one_line():
    skip_unless_usable("gurobi")
    import gurobipy as gp

    from nzdd.adapters.solvers.gurobi import add_family_constraint

    with gp.Env(params={"OutputFlag": 0}) as environment:
        model, other = gp.Model(env=environment), gp.Model(env=environment)
        x, y = (each.addMVar(6, vtype="B", obj=1.0) for each in (model, other))
        with pytest.raises(ValueError, match="belongs to another model; give what addVar"):
            add_family_constraint(model, {0: x[0].item(), 1: y.tolist()[1]}, power_set(6), 1)
        with pytest.raises(TypeError, match=r"must be a sequence of gurobipy\.Var; one is 'x'"):
            add_family_constraint(model, {0: "x"}, power_set(6), 1)
        model.optimize(add_family_constraint(model, x, sets_of_size(6, 3), 2))
        assert model.ObjVal == pytest.approx(5)


def test_wrong_use_in_xpress_gets_one_line():
    skip_unless_usable("xpress")
    import xpress as xp

    from nzdd.adapters.solvers.xpress import add_family_constraint

    model, other = xp.problem(), xp.problem()
    x, y = ([each.addVariable(vartype=xp.binary) for _ in range(3)] for each in (model, other))
    with pytest.raises(ValueError, match="belongs to another problem; give what addVariable"):
        add_family_constraint(model, [x[0], y[1], None], power_set(3), 1)
    with pytest.raises(TypeError, match=r"model must be an xpress\.problem, not int"):
        add_family_constraint(5, x, power_set(3), 1)


def test_wrong_use_in_cplex_gets_one_line():
    skip_unless_usable("cplex")
    import cplex

    from nzdd.adapters.solvers.cplex import add_family_constraint

    model = cplex.Cplex()
    model.variables.add(types="BBB", names=["a", "b", "c"])
    with pytest.raises(ValueError, match="the model has no variable 'd'"):
        add_family_constraint(model, ["a", 1, "d"], power_set(3), 1)
    with pytest.raises(ValueError, match="the model has 3 variables, and none with index 3"):
        add_family_constraint(model, {0: 3}, power_set(3), 1)
