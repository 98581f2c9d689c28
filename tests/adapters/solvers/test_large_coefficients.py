"""Rows of large coefficients in users' own models: a millionth of a column satisfies none."""

import numpy as np
import pytest

from nzdd.families import sets_of_size
from support.licences import skip_unless_usable


def in_scip(family, **numbers):
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    from nzdd.adapters.solvers.scip import add_family_constraint

    model = scip.Model()
    model.hideOutput()
    x = [model.addVar(vtype="B", obj=1) for _ in range(3)]
    add_family_constraint(model, x, family, **numbers)
    model.optimize()
    return [model.getVal(variable) for variable in x]


def in_gurobi(family, **numbers):
    skip_unless_usable("gurobi")
    import gurobipy as gp

    from nzdd.adapters.solvers.gurobi import add_family_constraint

    with gp.Env(params={"OutputFlag": 0}) as env, gp.Model(env=env) as model:
        x = model.addMVar(3, vtype="B", obj=1)
        model.optimize(add_family_constraint(model, x, family, **numbers))
        return x.X


def in_cplex(family, **numbers):
    skip_unless_usable("cplex")
    import cplex

    from nzdd.adapters.solvers.cplex import add_family_constraint

    with cplex.Cplex() as model:
        for stream in ("results", "log", "warning", "error"):
            getattr(model, f"set_{stream}_stream")(None)
        model.variables.add(obj=[1] * 3, types="BBB")
        add_family_constraint(model, [0, 1, 2], family, **numbers)
        model.solve()
        return model.solution.get_values()


def in_xpress(family, **numbers):
    skip_unless_usable("xpress")
    import xpress

    from nzdd.adapters.solvers.xpress import add_family_constraint

    model = xpress.problem()
    model.setControl("outputlog", 0)
    x = [model.addVariable(vartype=xpress.binary) for _ in range(3)]
    model.setObjective(xpress.Sum(x))
    add_family_constraint(model, x, family, **numbers)
    model.optimize()
    return model.getSolution(x)


@pytest.mark.parametrize("solved", [in_scip, in_gurobi, in_cplex, in_xpress])
@pytest.mark.parametrize(("b", "size"), [(1, 2), (1.5e6, 3)])
def test_a_millionth_is_not_enough(solved, b, size):
    """Each pair has a one where 1 is asked for, and two where 1.5e6 is."""
    x = np.array(solved(sets_of_size(3, 2), b=b, coefficients=1e6))
    assert sorted(np.round(x, 9)) == [0.0] * (3 - size) + [1.0] * size
