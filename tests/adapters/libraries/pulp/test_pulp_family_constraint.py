import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.families import power_set, sets_of_size
from support.examples import examples
from support.models.family_constraints import family_constraints
from support.models.milp_reference import milp_answer

pulp = pytest.importorskip("pulp", reason="needs PuLP")

from nzdd.adapters.libraries.pulp import (  # noqa: E402
    NzddSolver,
    add_family_constraint,
    from_pulp,
)
from support.models.pulp_models import add_variable, written_in_pulp  # noqa: E402

STATUSES = {0: "Optimal", 2: "Infeasible", 3: "Unbounded", 4: "Undefined"}


def check_case(case):
    theirs, x = written_in_pulp(case.model)
    arguments, options = case.arguments(x)
    add_family_constraint(theirs, *arguments, **options)
    listed = case.listed()
    status, optimum = milp_answer(listed)
    assert pulp.LpStatus[theirs.solve(NzddSolver())] == STATUSES[status]
    if status == 0:
        assert np.isclose(pulp.value(theirs.objective) or 0, optimum, atol=1e-5)
        assert listed.violation([variable.varValue for variable in x]).within(1e-6)


@settings(max_examples=examples(50))
@given(family_constraints())
def test_the_optimum_is_that_of_the_listed_rows(case):
    check_case(case)


@pytest.mark.slow
@settings(max_examples=1000)
@given(family_constraints())
def test_a_thousand_optima_are_those_of_the_listed_rows(case):
    check_case(case)


def covering(n=10, k=5, b=3):
    problem = pulp.LpProblem("covering")
    x = [add_variable(problem, f"x{j}", 0, 1) for j in range(n)]
    problem += pulp.lpSum(x)
    add_family_constraint(problem, x, sets_of_size(n, k), b)
    return problem, x


def test_copies_have_the_constraint():
    problem, _ = covering()
    for each in (
        problem,
        problem.copy(),
        problem.deepcopy(),
        copy.deepcopy(problem),
        pickle.loads(pickle.dumps(problem)),
    ):
        assert pulp.LpStatus[each.solve(NzddSolver())] == "Optimal"
        assert pulp.value(each.objective) == pytest.approx(6)
        assert sum(v.varValue for v in each.variables()) == pytest.approx(6)
    assert problem.resolve(NzddSolver()) == pulp.LpStatusOptimal


def test_no_other_solver_and_no_writer_takes_the_model(tmp_path):
    problem, x = covering()
    for use in (
        problem.solve,
        lambda: problem.solve(pulp.getSolver("SCIP_PY")),
        lambda: problem.resolve(pulp.getSolver("SCIP_PY")),
        lambda: problem.sequentialSolve([pulp.lpSum(x)]),
        lambda: problem.writeLP(str(tmp_path / "model.lp")),
        lambda: problem.writeMPS(str(tmp_path / "model.mps")),
        problem.toDict,
        problem.to_dict,
        lambda: problem.toJson(str(tmp_path / "model.json")),
        lambda: from_pulp(problem),
    ):
        with pytest.raises(UnsupportedModelError, match="'covering' has constraints over families"):
            use()


def prices_that_are_not_paid(t):
    """The worst total of any two of three prices that are not bought is at most t."""
    problem = pulp.LpProblem("worst")
    buy = [add_variable(problem, name, cat="Binary") for name in "abc"]
    price = np.array([5.0, 4.0, 1.0])
    options = {"coefficients": price, "constants": -price}
    add_family_constraint(problem, buy, sets_of_size(3, 2), 0, nominal=t, **options)
    return problem, 2 * pulp.lpSum(buy)


def test_an_epigraph_variable():
    t = add_variable(pulp.LpProblem("other"), "t")
    problem, costs = prices_that_are_not_paid(t)
    problem += costs + t
    assert pulp.LpStatus[problem.solve(NzddSolver())] == "Optimal"
    # buy nothing 9, the first 2 + 5, the first two 4 + 1
    assert pulp.value(problem.objective) == pytest.approx(5)
    assert t.varValue == pytest.approx(1)


def test_a_variable_that_the_model_does_not_have_otherwise():
    t = add_variable(pulp.LpProblem("other"), "t", 0, 5)
    problem, costs = prices_that_are_not_paid(t)
    problem += costs
    assert pulp.LpStatus[problem.solve(NzddSolver())] == "Optimal"
    assert pulp.value(problem.objective) == pytest.approx(2)  # the first alone leaves 5
    assert t.varValue == pytest.approx(5)


def test_the_members_that_bind():
    problem, _ = covering()
    solver = NzddSolver()
    problem.solve(solver)
    (binding,) = solver.result.binding
    assert all(len(member) == 5 for member in binding.members)
    assert binding.multipliers.sum() == pytest.approx(2)


def test_objectives_one_after_the_other():
    """The second one decides among the optima of the first."""
    problem, x = covering()
    statuses = problem.sequentialSolve([pulp.lpSum(x), x[0]], solver=NzddSolver())
    assert [pulp.LpStatus[status] for status in statuses] == ["Optimal", "Optimal"]
    values = [variable.varValue for variable in x]
    assert (sum(values), sum(sorted(values)[:5])) == pytest.approx((6, 3), abs=1e-5)
    assert x[0].varValue <= 0.6 + 1e-6


def test_extend_takes_the_constraints():
    """At least one of any two of four, and at least two of any three."""
    problem, x = covering(4, 2, 1)
    other = pulp.LpProblem("other")
    add_family_constraint(other, x, sets_of_size(4, 3), 2)
    problem.extend(other, use_objective=False)
    assert pulp.LpStatus[problem.solve(NzddSolver())] == "Optimal"
    assert pulp.value(problem.objective) == pytest.approx(4 * 2 / 3)
    problem.extend({"more": x[0] >= 1})
    problem.solve(NzddSolver())
    assert x[0].varValue == pytest.approx(1)


def test_a_valid_point_keeps_all_rows():
    problem, x = covering(4, 2, 1)
    for value, valid in ((None, False), (0.0, False), (0.4, False), (0.5, True)):
        for variable in x:
            variable.varValue = value
        assert problem.valid(1e-6) is valid


class Own(pulp.LpProblem):
    """A class of a user."""


def test_wrong_use_gets_one_line():
    problem, x = covering()
    family = power_set(10)
    with pytest.raises(TypeError, match=r"a variable is .*; give variables of PuLP"):
        add_family_constraint(problem, {0: x[0] + 1}, family, 1)
    with pytest.raises(ValueError, match="10 variables do not fit a family of 3 symbols"):
        add_family_constraint(problem, x, power_set(3), 1)
    for wrong, kind in ((5, "int"), (Own("own"), "Own")):
        with pytest.raises(TypeError, match=rf"a pulp\.LpProblem itself, not of type {kind}"):
            add_family_constraint(wrong, x, family, 1)
    with pytest.raises(ValueError, match="nominal has the constant 2; take it from b"):
        add_family_constraint(problem, x, family, 1, nominal=x[0] + 2)
    with pytest.raises(ValueError, match="method='lazy'"):
        problem.solve(NzddSolver(method="direct"))
