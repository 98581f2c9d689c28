import pickle

import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.families import power_set, sets_of_size
from support.examples import examples
from support.models.family_constraints import family_constraints
from support.models.milp_reference import milp_answer

pyo = pytest.importorskip("pyomo.environ", reason="needs Pyomo")

from nzdd.adapters.libraries.pyomo import add_family_constraint, from_pyomo  # noqa: E402
from support.models.pyomo_models import point_of, written_in_pyomo  # noqa: E402

CONDITIONS = {0: "optimal", 2: "infeasible", 3: "unbounded", 4: "infeasibleOrUnbounded"}


def check_case(case):
    """The optimum is that of the listed rows; copies and the compressed model have the rows."""
    theirs, x = written_in_pyomo(case.model)
    arguments, options = case.arguments(x, nominal=pyo.ComponentMap)
    constraint = add_family_constraint(theirs.part, *arguments, **options)
    listed = case.listed()
    status, optimum = milp_answer(listed)
    compressed = pyo.TransformationFactory("nzdd.compress").create_using(theirs)
    assert (status, optimum) == pytest.approx(milp_answer(from_pyomo(compressed)), abs=1e-5)
    results = pyo.SolverFactory("nzdd").solve(theirs)
    assert str(results.solver.termination_condition) == CONDITIONS[status]
    if status == 0:
        assert np.isclose(pyo.value(theirs.part.objective), optimum, atol=1e-5)
        assert listed.violation(point_of(listed, x)).within(1e-6)
        copy = pickle.loads(pickle.dumps(theirs.clone()))
        assert pyo.value(copy.part.family_constraint.body) == pyo.value(constraint.body) > -1e-5
        copy.part.family_constraint.body.args[0].value += 1
        assert pyo.value(theirs.part.objective) == pytest.approx(optimum, abs=1e-5)
    constraint.deactivate()
    assert from_pyomo(theirs).num_columns == case.model.num_columns


@settings(max_examples=examples(40))
@given(family_constraints())
def test_the_optimum_is_that_of_the_listed_rows(case):
    check_case(case)


@pytest.mark.slow
@settings(max_examples=1000)
@given(family_constraints())
def test_a_thousand_optima_are_those_of_the_listed_rows(case):
    check_case(case)


def covering(n=10, k=5, b=3):
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(n), bounds=(0, 1))
    model.cost = pyo.Objective(expr=pyo.summation(model.x))
    return model, add_family_constraint(model, model.x, sets_of_size(n, k), b)


def test_an_epigraph_variable():
    """The worst total of any two of six prices of 3 that are not paid, of which three may be."""
    model = pyo.ConcreteModel()
    model.pay = pyo.Var(range(6), domain=pyo.Binary)
    model.t = pyo.Var()
    model.cost = pyo.Objective(expr=model.t)
    model.budget = pyo.Constraint(expr=pyo.summation(model.pay) <= 3)
    pairs = sets_of_size(6, 2)
    options = {"coefficients": 3, "constants": -3, "nominal": [(model.t, 1)]}
    add_family_constraint(model, model.pay, pairs, 0, **options)
    solver = pyo.SolverFactory("nzdd")
    solver.solve(model)
    assert pyo.value(model.t) == pytest.approx(6)
    model.cost.sense = pyo.maximize
    endless = str(solver.solve(model).solver.termination_condition)
    assert endless in {"unbounded", "infeasibleOrUnbounded"}
    model.cost.sense = pyo.minimize
    model.cheap = pyo.Constraint(expr=model.t <= 3)
    assert str(solver.solve(model).solver.termination_condition) == "infeasible"


def test_fixed_variables_count_with_their_values():
    model, constraint = covering()
    model.x[0].fix(1.0)
    model.x[1].fix(0.0)
    pyo.SolverFactory("nzdd").solve(model)
    # at least 3 on any 5 of 8, or on any 4 of 8 beside the one at 0
    assert pyo.value(model.cost) == pytest.approx(1 + 8 * 3 / 4)
    assert pyo.value(constraint.body) == pytest.approx(0)


@pytest.mark.parametrize(("sense", "sign"), [(">=", 1), ("<=", -1)])
def test_duals_and_the_members_that_bind(sense, sign):
    """The optimum is 10 / 5 times the right-hand side; five of ten at most are its half."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(10), bounds=(-1, 1))
    model.cost = pyo.Objective(
        expr=pyo.summation(model.x), sense=pyo.minimize if sense == ">=" else pyo.maximize
    )
    constraint = add_family_constraint(model, model.x, sets_of_size(10, 5), 3, sense)
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    solver = pyo.SolverFactory("nzdd")
    solver.solve(model)
    assert pyo.value(model.cost) == pytest.approx(6)
    assert model.dual[constraint] == pytest.approx(2 * sign)
    (binding,) = solver.result.binding
    assert all(len(member) == 5 and max(member) < 10 for member in binding.members)
    assert np.allclose(binding.slack, 0, atol=1e-6)
    assert binding.multipliers.sum() == pytest.approx(2)


def test_no_other_solver_and_no_writer_takes_the_model(tmp_path):
    model, constraint = covering()
    for name in ("model.lp", "model.mps", "model.nl"):
        with pytest.raises(
            Exception, match=r"nonlinear|only nzdd solves constraints over families"
        ):
            model.write(str(tmp_path / name))
    for name in ("gurobi_direct", "appsi_gurobi", "xpress_direct", "cplex_direct", "scip_direct"):
        solver = pyo.SolverFactory(name)
        if solver.available(exception_flag=False):
            with pytest.raises(Exception, match=r"degree None|unrecognized expression type"):
                solver.solve(model)
    with pytest.raises(UnsupportedModelError, match="constraint 'family_constraint' is over a fam"):
        from_pyomo(model)
    with pytest.raises(UnsupportedModelError, match="only nzdd solves constraints over families"):
        constraint.body._fcn.evaluate_fgh([1.0] * 10)  # what solvers of nonlinear models ask for
    model.del_component(constraint)
    assert from_pyomo(model).num_columns == 10


def test_another_solver_takes_the_compressed_model(tmp_path):
    model, constraint = covering()
    pyo.TransformationFactory("nzdd.compress").apply_to(model)
    assert not constraint.active
    assert milp_answer(from_pyomo(model))[1] == pytest.approx(6)
    model.write(str(tmp_path / "model.lp"))


def set_bound(model, constraint):
    constraint.set_value(constraint.body >= -1)


def bound_on_both_sides(model, constraint):
    constraint.set_value(pyo.inequality(0, constraint.body, 1))


def bound_elsewhere(model, constraint):
    constraint.deactivate()
    model.tight = pyo.Constraint(expr=constraint.body >= 1)


def scale(model, constraint):
    model.scaling_factor = pyo.Suffix()
    model.scaling_factor[model.x] = 2
    pyo.TransformationFactory("core.scale_model").apply_to(model)


@pytest.mark.parametrize("change", [set_bound, bound_on_both_sides, bound_elsewhere, scale])
def test_a_changed_constraint_is_refused(change):
    model, constraint = covering()
    change(model, constraint)
    for use in (
        pyo.SolverFactory("nzdd").solve,
        pyo.TransformationFactory("nzdd.compress").apply_to,
    ):
        with pytest.raises(UnsupportedModelError, match="is a changed family constraint"):
            use(model)


@pytest.mark.parametrize("whole", [False, True])
def test_a_variable_that_was_removed_stays_one_as_in_any_constraint_of_pyomo(whole):
    """Of any two of four at least 1: a half each; listed constraints with it say the same."""
    model, constraint = covering(4, 2, 1)
    x = list(model.x.values())
    listed = [x[i] + x[j] for i in range(4) for j in range(i)]
    if whole:
        model.del_component(model.x)
    else:
        del model.x[0]
    for in_family in (True, False):
        if not in_family:
            constraint.deactivate()
            model.pairs = pyo.ConstraintList()
            for activity in listed:
                model.pairs.add(activity >= 1)
        pyo.SolverFactory("nzdd").solve(model)
        assert pyo.value(model.cost) == pytest.approx(2)
        assert min(pyo.value(activity) for activity in listed) == pytest.approx(1)


def test_nominal_terms_can_be_an_expression():
    """At least one of any two of four, or t in its place, which is fixed to a half."""
    for nominal in (
        lambda t: t,
        lambda t: 2 * t - t,
        lambda t: [(t, 1)],
        lambda t: pyo.ComponentMap([(t, 1)]),
    ):
        model, _ = covering(4, 2, 0)
        model.t = pyo.Var()
        model.t.fix(0.5)
        add_family_constraint(model, model.x, sets_of_size(4, 2), 1, nominal=nominal(model.t))
        pyo.SolverFactory("nzdd").solve(model)
        assert pyo.value(model.cost) == pytest.approx(1)
        model.t.fix(1)
        pyo.SolverFactory("nzdd").solve(model)
        assert pyo.value(model.cost) == pytest.approx(0)


def test_wrong_use_gets_one_line():
    model, _ = covering()
    other, _ = covering()
    family = power_set(10)
    with pytest.raises(ValueError, match=r"variable 'x\[0\]' belongs to another model"):
        add_family_constraint(model, other.x, family, 1)
    with pytest.raises(TypeError, match=r"a variable is .*; give single variables of Pyomo"):
        add_family_constraint(model, {0: model.x}, family, 1)
    with pytest.raises(TypeError, match=r"a variable is .*; give single variables of Pyomo"):
        add_family_constraint(model, {0: model.x[0] + 1}, family, 1)
    with pytest.raises(TypeError, match="model must be a model or a block of Pyomo, not 5"):
        add_family_constraint(5, {}, family, 1)
    for nominal in (model.x[0] + 1, model.x[0] * model.x[1]):
        with pytest.raises(
            ValueError, match="nominal is not linear, or has a constant; give a sum"
        ):
            add_family_constraint(model, model.x, family, 1, nominal=nominal)
    with pytest.raises(ValueError, match="is abstract; take what its create_instance returns"):
        add_family_constraint(pyo.AbstractModel(), {}, family, 1)
    with pytest.raises(
        ValueError, match="10 is no symbol: the family has no names, and symbols go from"
    ):
        add_family_constraint(model, {10: model.x[0]}, family, 1)
    with pytest.raises(ValueError, match="method='lazy'"):
        pyo.SolverFactory("nzdd", method="direct").solve(model)
