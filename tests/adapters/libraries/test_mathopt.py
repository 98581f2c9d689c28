import numpy as np
import pytest
from hypothesis import given, settings
from ortools.math_opt.python import mathopt

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.files.formats import read_model
from nzdd.adapters.libraries.mathopt import from_mathopt, to_mathopt
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.solvers.registry import find_solver
from nzdd.formulations import ExtendedFormulation, LinearModel
from support.examples import examples
from support.models.random_models import models


@given(models())
def test_a_model_comes_back_as_it_was(model):
    named = model.replace(
        name="a model",
        row_names=[f"row {i}" for i in range(model.num_rows)] or None,
        column_names=[f"column {j}" for j in range(model.num_columns)],
    )
    for ours in (model, named):
        assert from_mathopt(to_mathopt(ours)) == ours


@settings(deadline=None, max_examples=examples(25))
@given(models())
def test_mathopt_finds_the_optimum_of_the_extended_formulation(model):
    model = model.replace(upper=np.minimum(model.upper, 5))
    extended = ExtendedFormulation.from_model(from_mathopt(to_mathopt(model)))
    answer = mathopt.solve(to_mathopt(extended.model), mathopt.SolverType.GSCIP)
    assert np.isclose(answer.objective_value(), solve_direct(model).fun, atol=1e-6)


def test_a_real_model_comes_back_as_it_was(data):
    model = read_model(data / "mip" / "glass-sc.mps.gz")
    assert from_mathopt(to_mathopt(model)) == model


def test_other_kinds_are_refused():
    with pytest.raises(TypeError, match=r"only a mathopt\.Model is read, not NoneType"):
        from_mathopt(None)
    with pytest.raises(TypeError, match=r"only a LinearModel becomes a mathopt\.Model, not int"):
        to_mathopt(5)


def test_what_was_deleted_leaves_no_gap():
    model = mathopt.Model()
    x, y, z = (model.add_variable(lb=-i, ub=i) for i in range(3))
    rows = [model.add_linear_constraint(term <= 1) for term in (x + y, y + z, x + 3 * z)]
    model.maximize(2 * x + 5 * z + 7)
    model.delete_linear_constraint(rows[0])
    model.delete_variable(y)
    assert from_mathopt(model) == LinearModel(
        [2, 5],
        [[0, 1], [1, 3]],
        row_upper=1,
        lower=[0, -2],
        upper=[0, 2],
        maximize=True,
        offset=7,
    )


def test_names_that_some_lack_are_left_out():
    model = mathopt.Model(name="named")
    model.add_variable(name="x")
    model.add_variable()
    assert from_mathopt(model).column_names is None
    assert from_mathopt(model).name == "named"


def test_what_is_not_linear_is_refused():
    model = mathopt.Model()
    x = model.add_binary_variable()
    model.minimize(x * x)
    with pytest.raises(UnsupportedModelError, match="the objective of the model is quadratic"):
        from_mathopt(model)
    model.minimize(x)
    model.add_quadratic_constraint(x * x <= 1)
    with pytest.raises(UnsupportedModelError, match="the model has quadratic constraints"):
        from_mathopt(model)
    model = mathopt.Model()
    x, y = model.add_binary_variable(), model.add_variable()
    model.add_indicator_constraint(indicator=x, implied_constraint=y >= 2)
    with pytest.raises(UnsupportedModelError, match="the model has indicator constraints"):
        from_mathopt(model)
    twins = LinearModel([1, 1], [[1, 1]], column_names=["x", "x"])
    with pytest.raises(UnsupportedModelError, match="two columns have the name 'x'"):
        to_mathopt(twins)


def test_solvers_that_nobody_knows_are_named():
    with pytest.raises(ValueError, match="unknown solver 'best'; choose one of"):
        find_solver("best", LinearModel([1], [[1]]))
