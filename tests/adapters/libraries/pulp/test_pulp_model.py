import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.formulations import LinearModel
from support.examples import examples
from support.models.mixed_models import mixed_models

pulp = pytest.importorskip("pulp", reason="needs PuLP")

from nzdd.adapters.libraries.pulp import from_pulp, to_pulp  # noqa: E402
from support.models.pulp_models import add_variable, one_sided, written_in_pulp  # noqa: E402


def unnamed(model):
    return model.replace(row_names=None, column_names=None, name="")


@settings(max_examples=examples(50))
@given(mixed_models(bounded=False))
def test_a_model_that_a_user_writes_is_read_as_it_is_meant(model):
    theirs, x = written_in_pulp(model)
    found = from_pulp(theirs)
    assert found.column_names == tuple(variable.name for variable in x)
    assert unnamed(found) == one_sided(model)
    assert found.name == "written"


@settings(max_examples=examples(50))
@given(mixed_models(bounded=False))
def test_a_model_comes_back_with_one_side_a_row(model):
    assert unnamed(from_pulp(to_pulp(model))) == one_sided(model)
    columns = [f"column_{j}" for j in range(model.num_columns)]
    rows = [f"row_{i:02d}" for i in range(model.num_rows)]
    named = to_pulp(model.replace(name="a model", column_names=columns, row_names=rows))
    found = from_pulp(named)
    assert found.column_names == tuple(columns)
    assert {name[:6] for name in found.row_names or ()} <= set(rows)
    assert (unnamed(found), found.name) == (one_sided(model), "a_model")


def test_a_range_becomes_two_rows_and_equal_names_numbers():
    model = LinearModel([1, 2], [[1, 1]], 1, 3, column_names=["x", "x"], row_names=["cover"])
    found = from_pulp(to_pulp(model))
    assert found.column_names == ("x0", "x1")
    assert found.row_names == ("cover_low", "cover_high")


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        (["a b", "a_b"], ["p", "q", "r"]),
        (["a", "b"], ["p", "r 1", "r_1"]),
        (["a", "b"], ["r", "r_low", "q"]),
        (["a", "b"], ["r", "q", "r-high"]),
        (["a", ""], ["", "q", "r"]),
    ],
)
def test_names_that_pulp_makes_equal_become_numbers(columns, rows):
    model = LinearModel([1, 2], [[1, 1], [1, 0], [0, 1]], [1, 0, 1], [3, np.inf, np.inf])
    found = from_pulp(to_pulp(model.replace(column_names=columns, row_names=rows)))
    assert found.column_names == (("a", "b") if columns == ["a", "b"] else ("x0", "x1"))
    letters = rows == ["p", "q", "r"]
    assert found.row_names[0::2] == (("p_low", "q") if letters else ("c0_low", "c1"))
    assert unnamed(found) == one_sided(model)


def test_empty_models_and_unused_variables_are_read():
    problem = pulp.LpProblem("empty")
    assert unnamed(from_pulp(problem)) == LinearModel(np.zeros(0))
    add_variable(problem, "y", 1, 2, cat="Integer")
    assert unnamed(from_pulp(problem)) == LinearModel([0], lower=1, upper=2, integrality=1)
    problem += pulp.LpAffineExpression(constant=7)
    assert from_pulp(problem).offset == 7


def test_what_is_not_linear_is_refused_by_its_name():
    problem = pulp.LpProblem("special")
    x = [add_variable(problem, name) for name in "ab"]
    problem.sos1["only one"] = dict.fromkeys(x, 1)
    with pytest.raises(UnsupportedModelError, match=r"'only one' is an SOS constraint, .* binary"):
        from_pulp(problem)
    problem.sos1.clear()
    problem += x[0] >= 1
    x[0].cat = "Semicontinuous"
    with pytest.raises(UnsupportedModelError, match="variable 'a' is of the category 'Semicont"):
        from_pulp(problem)
    with pytest.raises(TypeError, match=r"only a pulp\.LpProblem is read, not NoneType"):
        from_pulp(None)
    with pytest.raises(TypeError, match="only a LinearModel becomes a model of PuLP, not int"):
        to_pulp(5)
