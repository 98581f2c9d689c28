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

linopy = pytest.importorskip("linopy", reason="needs linopy")

from nzdd.adapters.libraries.linopy import (  # noqa: E402
    add_family_constraint,
    from_linopy,
    result_of,
    solve,
)
from support.models.linopy_models import point_of, written_in_linopy  # noqa: E402

CONDITIONS = {0: "optimal", 2: "infeasible", 3: "unbounded", 4: "infeasible_or_unbounded"}


def check_case(case):
    theirs, x = written_in_linopy(case.model)
    arguments, options = case.arguments(x, nominal=list)
    add_family_constraint(theirs, *arguments, **options)
    listed = case.listed()
    status, optimum = milp_answer(listed)
    assert solve(theirs)[1] == CONDITIONS[status]
    if status == 0:
        assert np.isclose(theirs.objective.value + case.model.offset, optimum, atol=1e-5)
        assert listed.violation(point_of(theirs, case.model)).within(1e-6)


@settings(max_examples=examples(40) // 3)  # xarray is slow
@given(family_constraints())
def test_the_optimum_is_that_of_the_listed_rows(case):
    check_case(case)


@pytest.mark.slow
@settings(max_examples=1000)
@given(family_constraints())
def test_a_thousand_optima_are_those_of_the_listed_rows(case):
    check_case(case)


def covering(n=10, k=5, b=3, **options):
    model = linopy.Model()
    x = model.add_variables(lower=0, upper=1, coords=[range(n)], dims=["i"], name="x")
    model.add_objective(x.sum())
    add_family_constraint(model, x, sets_of_size(n, k), b, **options)
    return model, x


def test_copies_have_the_constraint():
    model, _ = covering()
    for each in (model, model.copy(), copy.copy(model), copy.deepcopy(model)):
        assert solve(each) == ("ok", "optimal")
        assert each.objective.value == pytest.approx(6)
    assert isinstance(model, linopy.Model)


def test_no_other_solver_and_no_writer_takes_the_model(tmp_path):
    model, _ = covering()
    for use in (
        model.solve,
        lambda: model.to_file(tmp_path / "model.lp"),
        lambda: model.to_netcdf(tmp_path / "model.nc"),
        lambda: pickle.dumps(model),
        lambda: model.matrices,
    ):
        with pytest.raises(UnsupportedModelError, match=r"solve it by nzdd\.linopy\.solve"):
            use()
    with pytest.raises(UnsupportedModelError, match="the model has constraints over families"):
        from_linopy(model)


def test_epigraph_variables_and_masked_elements():
    """The worst total of any two of three prices that are not bought, where one is no choice."""
    model = linopy.Model()
    kept = np.array([True, False, True])
    buy = model.add_variables(binary=True, coords=[range(3)], dims=["i"], name="buy", mask=kept)
    t = model.add_variables(name="t")
    model.add_objective(1 * t + 2 * buy.sum())
    price = np.array([5.0, 4.0, 1.0])
    add_family_constraint(
        model,
        buy,
        sets_of_size(3, 2),
        0,
        coefficients=np.where(kept, price, 0),
        constants=-price,
        nominal=1 * t,
    )
    assert solve(model) == ("ok", "optimal")
    assert model.objective.value == pytest.approx(2 + 5)
    assert model.solution.buy.values[[0, 2]].tolist() == [1, 0]


@pytest.mark.parametrize(
    "nominal", [lambda t: t, lambda t: 1 * t, lambda t: t.at[()], lambda t: 1 * t.at[()]]
)
def test_nominal_terms_can_be_any_linear_expression(nominal):
    """Where all x are 0, t must be 1."""
    model = linopy.Model()
    x = model.add_variables(lower=0, upper=0, coords=[range(4)], dims=["i"], name="x")
    t = model.add_variables(lower=0, name="t")
    model.add_objective(1 * t)
    add_family_constraint(model, x, sets_of_size(4, 2), 1, nominal=nominal(t))
    assert solve(model) == ("ok", "optimal")
    assert model.objective.value == pytest.approx(1)


def test_the_members_that_bind():
    model, _ = covering()
    assert result_of(model) is None
    solve(model)
    (binding,) = result_of(model).binding
    assert all(len(member) == 5 for member in binding.members)
    assert binding.multipliers.sum() == pytest.approx(2)
    assert result_of(model).dual_bound == pytest.approx(6)


class Own(linopy.Model):
    """A class of a user."""

    __slots__ = ()


def test_wrong_use_gets_one_line():
    model, x = covering()
    other, theirs = covering()
    family = power_set(10)
    for variables, error, message in (
        (theirs, ValueError, "belongs to another model; give those of this one"),
        ({0: theirs.at[0]}, ValueError, "belongs to another model"),
        ({0: x}, ValueError, "has 10 elements; give single variables, None for none"),
        ({0: 1 * x.at[0]}, TypeError, "a variable is .*; give variables of linopy"),
        ([x.at[0]], ValueError, "1 variables do not fit a family of 10 symbols"),
        (
            {10: x.at[0]},
            ValueError,
            "10 is no symbol: the family has no names, and symbols go from",
        ),
        (7, TypeError, "variables is 7; give {symbol: variable}"),
    ):
        with pytest.raises(error, match=message):
            add_family_constraint(model, variables, family, 1)
    for nominal, error, message in (
        (1 * x, ValueError, "nominal has dimensions or a constant; give a sum such as"),
        (1 * theirs.sum(), ValueError, "nominal has variables of another model"),
        (5, TypeError, "nominal is 5; give a linear expression, or pairs"),
        ([(None, 1)], TypeError, "nominal has None for a variable"),
        ([(x.at[0], np.nan)], ValueError, r"nominal\[0\] is nan"),
    ):
        with pytest.raises(error, match=message):
            add_family_constraint(model, x, family, 1, nominal=nominal)
    for wrong, kind in ((5, "int"), (Own(), "Own")):
        with pytest.raises(TypeError, match=rf"must be a linopy\.Model itself, not of type {kind}"):
            add_family_constraint(wrong, x, family, 1)
    with pytest.raises(ValueError, match="method='lazy'"):
        solve(model, method="direct")
    other.remove_variables("x")
    with pytest.raises(ValueError, match="has the variable x0, which was removed from the model"):
        solve(other)
