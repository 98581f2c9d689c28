from inspect import signature

import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.formulations import LinearModel
from support.examples import examples
from support.models.mixed_models import mixed_models

linopy = pytest.importorskip("linopy", reason="needs linopy")

from nzdd.adapters.libraries.linopy import from_linopy  # noqa: E402
from support.models.linopy_models import one_sided, order_of, written_in_linopy  # noqa: E402


def unnamed(model):
    return model.replace(row_names=None, column_names=None)


@settings(max_examples=examples(25) // 2)  # xarray is slow
@given(mixed_models(bounded=False))
def test_a_model_that_a_user_writes_is_read_as_it_is_meant(model):
    theirs, _ = written_in_linopy(model)
    found = from_linopy(theirs)
    order, listed = order_of(model), one_sided(model)
    columns = ("objective", "lower", "upper", "integrality")
    parts = {name: getattr(listed, name)[order] for name in columns}
    assert unnamed(found) == listed.replace(matrix=listed.matrix[:, order], **parts)
    assert found.column_names == tuple(f"x{j}" for j in range(model.num_columns))
    assert found.row_names == tuple(f"c{i}" for i in range(found.num_rows))


def test_arrays_with_masks_and_all_kinds_of_variables():
    model = linopy.Model()
    kept = np.array([[True, False, True], [True, True, True]])
    dims = {"coords": [range(2), range(3)], "dims": ["i", "j"]}
    x = model.add_variables(lower=-1, upper=4, name="x", mask=kept, **dims)
    y = model.add_variables(binary=True, name="y", **dims)
    z = model.add_variables(integer=True, lower=0, coords=[range(2)], dims=["i"], name="z")
    model.add_constraints(y.sum("j") - 2 * z <= 7, name="rows", mask=np.array([False, True]))
    model.add_constraints((x.sum() + z.sum()) >= 2, name="whole")
    model.add_objective(3 * z.sum() + y.sum(), sense="max")
    found = from_linopy(model)
    assert found.column_names == tuple(f"x{label}" for label in [0, 2, *range(3, 14)])
    assert found.row_names == ("c1", "c2")
    assert unnamed(found) == LinearModel(
        [0] * 5 + [1] * 6 + [3] * 2,
        [[0] * 8 + [1] * 3 + [0, -2], [1] * 5 + [0] * 6 + [1] * 2],
        [-np.inf, 2],
        [7, np.inf],
        [-1] * 5 + [0] * 8,
        [4] * 5 + [1] * 6 + [np.inf] * 2,
        [0] * 5 + [1] * 8,
        maximize=True,
    )


@pytest.mark.filterwarnings("ignore:Variable:DeprecationWarning")
def test_a_binary_variable_is_0_or_1_whatever_its_bounds_say():
    model = linopy.Model()
    x, y = (model.add_variables(binary=True, name=name) for name in "xy")
    x.lower, x.upper, y.upper = -3, 10, 0
    assert unnamed(from_linopy(model)) == LinearModel([0, 0], upper=[1, 0], integrality=1)


def test_empty_models_and_parts_are_read():
    assert unnamed(from_linopy(linopy.Model())) == LinearModel(np.zeros(0))
    model = linopy.Model()
    model.add_variables(lower=0, upper=2, name="x")
    assert unnamed(from_linopy(model)) == LinearModel([0], upper=2)


@pytest.mark.skipif(
    "scaling" not in signature(linopy.Model.add_variables).parameters, reason="needs linopy 0.10"
)
def test_scaling_for_other_solvers_leaves_columns_as_they_are():
    model = linopy.Model()
    x = model.add_variables(lower=1, upper=6, name="x", scaling=4)
    y = model.add_variables(lower=0, name="y")
    model.add_constraints(3 * x + y >= 5, scaling=2)
    model.add_objective(7 * x + y, scaling=0.5)
    assert unnamed(from_linopy(model)) == LinearModel(
        [7, 1], [[6, 2]], [10], lower=[1, 0], upper=[6, np.inf]
    )


def quadratic(model, x):
    model.add_objective(x * x, overwrite=True)


def semi_continuous(model, x):
    model.add_variables(lower=1, upper=2, name="off or on", semi_continuous=True)


def special_ordered(model, x):
    levels = model.add_variables(lower=0, upper=1, coords=[range(3)], dims=["k"], name="levels")
    model.add_sos_constraints(levels, sos_type=1, sos_dim="k")


def indicator(model, x):
    on = model.add_variables(binary=True, name="on")
    model.add_indicator_constraints(on, 1, 1 * x, "<=", 5, name="if on")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (quadratic, "the objective of the model is quadratic; see nzdd"),
        (semi_continuous, "'off or on' has semi-continuous variables, .* with a binary variable"),
        (special_ordered, r"'levels' has an SOS constraint, .* call its apply_sos_reformulation"),
        (indicator, "'if on' has indicator constraints, .* write them with a large constant"),
    ],
)
def test_what_is_not_linear_is_refused_by_its_name(change, message):
    model = linopy.Model()
    x = model.add_variables(lower=0, upper=9, name="x")
    model.add_objective(1 * x)
    change(model, x)
    with pytest.raises(UnsupportedModelError, match=message) as error:
        from_linopy(model)
    assert "\n" not in str(error.value)


def test_other_things_are_refused():
    with pytest.raises(TypeError, match="only a model of linopy is read, not NoneType"):
        from_linopy(None)
