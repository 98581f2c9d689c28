"""Bounds tightened in SCIP's tree by rows that it does not have lose no optimum."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyscipopt import Model, quicksum

from nzdd import ZDD
from nzdd.adapters.solvers import scip
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from support.models.milp_reference import milp_answer


@st.composite
def programs(draw):
    """Integers and continuous columns, rows of one sense with any coefficients."""
    size = draw(st.integers(2, 6))
    row = st.lists(st.sampled_from([0, 1, 1, 2, -1, 0.5]), min_size=size, max_size=size)
    matrix = np.array(draw(st.lists(row, min_size=1, max_size=12)), float)
    sense = draw(st.sampled_from([">=", "<=", "="]))
    inside = np.array(draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)), float)
    shift = draw(st.sampled_from([0.0, 0.0, 0.5, -1.0]))
    right = matrix @ inside + shift
    costs = draw(st.lists(st.integers(-3, 5), min_size=size, max_size=size))
    integral = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    core = LinearModel(costs, upper=3.0, integrality=integral)
    return core, matrix, right, sense


@given(programs())
def test_optima_are_those_of_the_listed_rows(case):
    core, matrix, right, sense = case
    lower = np.full(right.size, -np.inf) if sense == "<=" else right
    upper = np.full(right.size, np.inf) if sense == ">=" else right
    listed = core.replace(matrix=matrix, row_lower=lower, row_upper=upper)
    _, value = milp_answer(listed, mip_rel_gap=1e-9)
    lazy = LazyModel(core, (ConstraintDiagram.from_rows(matrix, right, sense),))
    result = scip.solve_mip(lazy)
    if value is None:
        assert result.status is Status.INFEASIBLE
    else:
        assert result.fun == pytest.approx(value, abs=1e-5)


def test_bounds_are_tightened_in_the_model_of_a_user():
    """All 15-subsets of 30 need 14: what is 0 in one place is 1 in all others."""
    model = Model()
    model.hideOutput()
    x = [model.addVar(vtype="B") for _ in range(30)]
    model.setObjective(quicksum((1 + j % 3) * x[j] for j in range(30)))
    model.addCons(x[7] + x[8] <= 1)
    handler = scip.add_rows(model, x, ConstraintDiagram.from_zdd(sets_of_size(30, 15), 14))
    model.optimize()
    assert model.getObjVal() == pytest.approx(57.0)
    assert handler.propagation.calls > 0
    assert handler.propagation.tightened > 0


def test_columns_that_became_continuous_are_not_rounded():
    model = Model()
    model.hideOutput()
    x = [model.addVar(vtype="B", obj=1) for _ in range(4)]
    scip.add_family_constraint(model, x, sets_of_size(4, 2), 1.5)
    for kind, best in (("C", 3.0), ("B", 4.0)):
        for variable in x:
            model.chgVarType(variable, kind)
        model.optimize()
        assert model.getObjVal() == pytest.approx(best)
        model.freeTransform()


def progressions(number, length):
    """All arithmetic progressions of a length among the first numbers."""
    steps = range(1, number)
    starts = {step: range(number - step * (length - 1)) for step in steps}
    rows = [range(a, a + d * length, d) for d in steps for a in starts[d]]
    return ZDD.from_rows(rows, num_symbols=number)


@pytest.mark.parametrize(("number", "status"), [(17, "optimal"), (18, "infeasible")])
def test_nodes_are_cut_off_by_rows_that_become_constraints(number, status):
    """Among 18 numbers of two colours, three of one or four of the other are a progression."""
    model = Model()
    model.hideOutput()
    x = [model.addVar(vtype="B") for _ in range(number)]
    three = ConstraintDiagram.from_zdd(progressions(number, 3), 2, "<=")
    four = ConstraintDiagram.from_zdd(progressions(number, 4), 1)
    handlers = [scip.add_rows(model, x, rows, repair=False) for rows in (three, four)]
    model.optimize()
    assert model.getStatus() == status
    if status == "optimal":
        point = [model.getVal(variable) for variable in x]
        assert min(three.min_slack(point), four.min_slack(point)) >= -1e-6
    else:
        assert sum(handler.propagation.cutoffs for handler in handlers) > 0


def test_columns_that_are_sums_of_others():
    """The columns of the rows are sums of others."""
    model = Model()
    model.hideOutput()
    parts = [model.addVar(vtype="I", ub=4) for _ in range(12)]
    sums = [model.addVar(vtype="I", ub=9, obj=1 + j) for j in range(4)]
    for j, total in enumerate(sums):
        model.addCons(total == quicksum(parts[3 * j : 3 * j + 3]))
    handler = scip.add_rows(model, sums, ConstraintDiagram.from_zdd(sets_of_size(4, 2), 13))
    model.optimize()
    best = min(
        np.dot([1, 2, 3, 4], point)
        for point in product(range(10), repeat=4)
        if min(map(sum, combinations(point, 2))) >= 13
    )
    assert model.getObjVal() == pytest.approx(best)
    assert handler.propagation.calls > 0
