"""Models that choose many members, solved as flows by the solvers and the languages of others."""

import numpy as np
import pytest

import nzdd
from nzdd import FamilyModel
from nzdd.adapters.solvers.registry import LICENSED
from nzdd.families import independent_sets, patterns
from nzdd.formulations import Result, Status
from support.licences import skip_unless_usable

WEIGHTS, DEMAND = np.array([45, 36, 31]), np.array([20, 10, 20])


def rolls():
    """Rolls of 100 to cut, by number; 20 of them do (20 pieces of 45 take half of one each)."""
    model = FamilyModel()
    pieces = model.choose_many(patterns(WEIGHTS, 100), cost=1.0)
    model.add_rows(np.eye(3), pieces.symbols, lower=DEMAND)
    return model


def parties():
    """The most valuable disjoint sets of guests, of which no two are enemies: a packing."""
    sets = independent_sets([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    model = FamilyModel(maximize=True)
    guests = model.choose_many(sets, [3.0, 1.0, 2.0, 1.0, 2.0], cost=-2.5, total=(0, 9))
    model.add_rows(np.eye(5), guests.symbols, upper=1.0)
    return model


def check(model, x, value):
    """A point of the flow is integral, has the optimum, and says what is chosen."""
    linear = model.linear
    assert linear.violation(x).within(1e-6)
    assert linear.objective_value(x) == pytest.approx(value)
    (chosen,) = model.chosen(Result(Status.OPTIMAL, x=x))
    assert chosen.costs @ chosen.number == pytest.approx(value)
    return chosen


@pytest.mark.parametrize("method", ["direct", "extended", "lazy"])
@pytest.mark.parametrize("make", [rolls, parties])
@pytest.mark.parametrize("solver", LICENSED)
def test_solvers_with_licences_of_their_own(solver, make, method):
    skip_unless_usable(solver)
    by_prices = nzdd.solve(make())
    model = make()
    result = nzdd.solve(model, method, solver)
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(by_prices.fun)
    check(model, result.x, by_prices.fun)


def by_pyomo(linear):
    pyo = pytest.importorskip("pyomo.environ", reason="needs pyomo")
    from nzdd.adapters.libraries.pyomo import from_pyomo, to_pyomo

    theirs = to_pyomo(linear)
    assert from_pyomo(theirs).matrix.nnz == linear.matrix.nnz
    pyo.SolverFactory("nzdd").solve(theirs)
    return [pyo.value(variable) for variable in theirs.x.values()]


def by_pulp(linear):
    pytest.importorskip("pulp", reason="needs pulp")
    from nzdd.adapters.libraries.pulp import NzddSolver, from_pulp, to_pulp

    problem = to_pulp(linear)
    assert from_pulp(problem).matrix.nnz == linear.matrix.nnz
    problem.solve(NzddSolver())
    return [variable.value() for variable in problem.variables()]


def by_linopy(linear):
    pytest.importorskip("linopy", reason="needs linopy")
    from nzdd.adapters.libraries.linopy import solve
    from support.models.linopy_models import point_of, written_in_linopy

    theirs, _ = written_in_linopy(linear)
    solve(theirs)
    return point_of(theirs, linear)


def by_gurobipy(linear):
    skip_unless_usable("gurobi")
    from nzdd.adapters.libraries.gurobipy import to_gurobipy

    theirs = to_gurobipy(linear)
    theirs.Params.OutputFlag = 0
    theirs.optimize()
    return [variable.X for variable in theirs.getVars()[: linear.num_columns]]


@pytest.mark.parametrize("make", [rolls, parties])
@pytest.mark.parametrize("written", [by_pyomo, by_pulp, by_linopy, by_gurobipy])
def test_languages(written, make):
    model = make()
    best = nzdd.solve(make()).fun
    chosen = check(model, np.array(written(model.linear), float), best)
    if make is rolls:
        assert (chosen.members @ WEIGHTS <= 100).all()
        assert (chosen.members.T @ chosen.number >= DEMAND).all()
