import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.formulations import LinearModel
from support.examples import examples
from support.models.mixed_models import mixed_models

pyo = pytest.importorskip("pyomo.environ", reason="needs Pyomo")
gdp = pytest.importorskip("pyomo.gdp", reason="needs Pyomo")

from nzdd.adapters.libraries.pyomo import from_pyomo, to_pyomo  # noqa: E402
from support.models.pyomo_models import order_of_rows, written_in_pyomo  # noqa: E402


def unnamed(model):
    return model.replace(row_names=None, column_names=None)


@settings(max_examples=examples(60))
@given(mixed_models(bounded=False))
def test_a_model_comes_back_as_it_was(model):
    assert unnamed(from_pyomo(to_pyomo(model))) == model
    columns = [f"column {j}" for j in range(model.num_columns)]
    rows = [f"row {i}" for i in range(model.num_rows)]
    named = to_pyomo(model.replace(column_names=columns, row_names=rows))
    again = from_pyomo(named)
    assert again.column_names == tuple(f"x[{name}]" for name in columns)
    assert again.row_names == (tuple(f"rows[{name}]" for name in rows))
    for name in again.column_names + again.row_names:
        assert named.find_component(name) is not None
    assert unnamed(again) == model


@settings(max_examples=examples(60))
@given(mixed_models(bounded=False))
def test_a_model_that_a_user_writes_is_read_as_it_is_meant(model):
    assume(model.matrix.toarray().any(axis=1).all())  # Pyomo swaps the sides of constants
    theirs, _ = written_in_pyomo(model)
    order = order_of_rows(model)
    found = from_pyomo(theirs)
    assert found.column_names[0] == ("x[0]" if model.num_columns > 1 else "part.x[0]")
    assert unnamed(found) == model.replace(
        matrix=model.matrix[order],
        row_lower=model.row_lower[order],
        row_upper=model.row_upper[order],
    )


@settings(max_examples=examples(60))
@given(mixed_models(bounded=False), st.data())
def test_pyomo_and_the_model_give_the_same_values_at_a_point(model, data):
    """Some variables are fixed, some constraints deactivated."""
    theirs, x = written_in_pyomo(model)
    n = model.num_columns
    point = np.array(data.draw(st.lists(st.integers(-3, 5), min_size=n, max_size=n)), float)
    fixed = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    for variable, value, is_fixed in zip(x, point, fixed, strict=True):
        variable.set_value(value, skip_validation=True)
        variable.fixed = is_fixed
    constraints = list(theirs.component_data_objects(pyo.Constraint, descend_into=True))
    for constraint in constraints:
        if data.draw(st.booleans()):
            constraint.deactivate()
    active = [each for each in constraints if each.active]
    found = from_pyomo(theirs)
    assert found.row_names == tuple(each.name for each in active)
    activity = found.row_activity(point)
    for i, each in enumerate(active):
        body, low, high = pyo.value(each.body), each.lb, each.ub
        for bound, ours in ((low, found.row_lower[i]), (high, found.row_upper[i])):
            assert np.isclose(activity[i] - ours, body - bound) if bound is not None else True
            assert np.isinf(ours) == (bound is None)
    assert np.isclose(found.objective_value(point), pyo.value(theirs.part.objective))
    assert (found.lower[fixed] == point[fixed]).all()
    assert (found.upper[fixed] == point[fixed]).all()
    assert not found.integrality[fixed].any()
    assert not found.matrix.toarray()[:, fixed].any()


def small():
    model = pyo.ConcreteModel()
    model.x = pyo.Var(["a", "b"], bounds=(0, 4))
    model.row = pyo.Constraint(expr=model.x["a"] + model.x["b"] >= 1)
    model.cost = pyo.Objective(expr=model.x["a"])
    return model


def test_empty_models_and_parts_are_read():
    assert unnamed(from_pyomo(pyo.ConcreteModel())) == LinearModel(np.zeros(0))
    model = small()
    model.cost.deactivate()
    model.row.deactivate()
    assert unnamed(from_pyomo(model)) == LinearModel([0, 0], upper=4)
    model.part = pyo.Block()
    model.part.row = pyo.Constraint(expr=2 * model.x["b"] <= 7)
    assert from_pyomo(model.part).column_names == ("x[b]",)
    model.part.deactivate()
    assert from_pyomo(model).num_rows == 0


def test_only_variables_that_something_active_has_are_read():
    """A deactivated block may have anything, unless an active constraint has it, too."""
    model = small()
    model.off = pyo.Block()
    model.off.crossed = pyo.Var(bounds=(5, 3))
    model.off.steps = pyo.Var(domain=pyo.Set(initialize=[1, 4, 9]))
    model.off.y = pyo.Var(bounds=(0, 2))
    model.also = pyo.Constraint(expr=model.off.y + model.x["a"] >= 1)
    model.off.deactivate()
    found = from_pyomo(model)
    assert found.column_names == ("x[a]", "x[b]", "off.y")
    assert found.upper.tolist() == [4, 4, 2]


def test_a_constraint_of_fixed_variables_stays():
    model = small()
    model.x.fix(0.25)
    found = from_pyomo(model)
    assert found.num_rows == 1
    assert found.row_lower[0] == 0.5
    assert found.lower.tolist() == found.upper.tolist() == [0.25, 0.25]
    assert found.offset == 0.25


def test_products_with_fixed_variables_are_linear():
    model = small()
    model.x["a"].fix(3)
    model.product = pyo.Constraint(expr=model.x["a"] * model.x["b"] <= 2)
    assert from_pyomo(model).matrix.toarray().tolist() == [[0, 1], [0, 3]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m.row.set_value(m.x["a"] * m.x["b"] >= 1), "constraint 'row' is quadratic"),
        (lambda m: m.row.set_value(pyo.exp(m.x["a"]) <= 3), "constraint 'row' is nonlinear"),
        (lambda m: m.cost.set_value(m.x["a"] ** 2), "objective 'cost' is quadratic; see nzdd"),
        (lambda m: m.x["a"].fix(None), r"variable 'x\[a\]' is fixed, but has no value"),
        (
            lambda m: setattr(m, "second", pyo.Objective(expr=0)),
            "2 objectives are active, such as 'cost', 'second'; deactivate all but one",
        ),
        (
            lambda m: setattr(m, "steps", pyo.Var(domain=pyo.RangeSet(0, 10, 2))),
            "variable 'steps' has the domain",
        ),
        (
            lambda m: setattr(m, "only", pyo.SOSConstraint(var=m.x, sos=1)),
            "component 'only' is of the kind SOSConstraint, .* write it with binary variables",
        ),
        (
            lambda m: setattr(
                m, "either", gdp.Disjunction(expr=[[m.x["a"] >= 1], [m.x["b"] >= 1]])
            ),
            r"'gdp.bigm'\) first, or deactivate it",
        ),
    ],
)
def test_what_is_not_linear_is_refused_by_its_name(change, message):
    model = small()
    change(model)
    with pytest.raises(UnsupportedModelError, match=message) as error:
        from_pyomo(model)
    assert "\n" not in str(error.value)


def test_other_things_are_refused():
    with pytest.raises(TypeError, match="model must be a model or a block of Pyomo, not None"):
        from_pyomo(None)
    with pytest.raises(TypeError, match="model must be a model or a block of Pyomo, not"):
        from_pyomo(small().row)
    model = small()
    model.parts = pyo.Block(["a", "b"])
    with pytest.raises(TypeError, match=r"'parts' is an indexed block; .*, such as parts\[a\]"):
        from_pyomo(model.parts)
    with pytest.raises(ValueError, match="is abstract; take what its create_instance returns"):
        from_pyomo(pyo.AbstractModel())
    with pytest.raises(TypeError, match="only a LinearModel becomes a model of Pyomo, not int"):
        to_pyomo(5)


def test_equal_names_become_numbers():
    theirs = to_pyomo(LinearModel([1, 2], [[1, 1]], column_names=["x", "x"], row_names=["cover"]))
    assert from_pyomo(theirs).column_names == ("x[0]", "x[1]")
    assert from_pyomo(theirs).row_names == ("rows[cover]",)
