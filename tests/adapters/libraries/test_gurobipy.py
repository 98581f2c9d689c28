import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.libraries.gurobipy import from_gurobipy, to_gurobipy
from nzdd.formulations import LinearModel
from support.examples import examples
from support.licences import skip_unless_usable
from support.models.milp_reference import milp_answer
from support.models.mixed_models import mixed_models

gp = pytest.importorskip("gurobipy", reason="gurobipy is not installed")


@pytest.fixture(scope="module")
def environment():
    skip_unless_usable("gurobi")
    with gp.Env(params={"OutputFlag": 0}) as environment:
        yield environment


def with_activities(model):
    """The rows that have a side; those with two get a column for their activity."""
    low, high = model.row_lower, model.row_upper
    listed = np.flatnonzero(np.isfinite(low) | np.isfinite(high))
    ranged = [i for i in listed if np.isfinite([low[i], high[i]]).all() and low[i] != high[i]]
    more = np.zeros((model.num_rows, len(ranged)))
    more[ranged, np.arange(len(ranged))] = -1
    none = np.zeros(len(ranged))
    lower, upper = low.copy(), high.copy()
    lower[ranged] = upper[ranged] = 0
    return model.replace(
        objective=np.append(model.objective, none),
        matrix=np.hstack((model.matrix.toarray(), more))[listed],
        row_lower=lower[listed],
        row_upper=upper[listed],
        lower=np.append(model.lower, low[ranged]),
        upper=np.append(model.upper, high[ranged]),
        integrality=np.append(model.integrality, none),
        row_names=None,
        column_names=None,
    )


@settings(max_examples=examples(100))
@given(model=mixed_models(bounded=False))
def test_a_model_comes_back_as_it_was(environment, model):
    named = model.replace(
        name="a model",
        column_names=[f"column {j}" for j in range(model.num_columns)],
        row_names=[f"row {i}" for i in range(model.num_rows)],
    )
    theirs = to_gurobipy(named, environment)
    found = from_gurobipy(theirs)
    assert found.replace(row_names=None, column_names=None, name="") == with_activities(model)
    assert found.name == "a model"
    assert found.column_names[: model.num_columns] == named.column_names
    listed = np.isfinite(model.row_lower) | np.isfinite(model.row_upper)
    assert found.row_names == tuple(np.array(named.row_names, object)[listed])


@settings(max_examples=examples(100))
@given(model=mixed_models())
def test_gurobi_finds_the_optimum(environment, model):
    theirs = to_gurobipy(model, environment)
    theirs.optimize()
    status, optimum = milp_answer(from_gurobipy(theirs))
    assert status == milp_answer(model)[0]
    if status == 0:
        assert theirs.ObjVal == pytest.approx(optimum, abs=1e-5)
        assert optimum == pytest.approx(milp_answer(model)[1], abs=1e-5)
    else:
        assert theirs.Status != gp.GRB.OPTIMAL


def test_a_model_that_a_user_writes_is_read_as_it_is_meant(environment):
    model = gp.Model("shop", env=environment)
    x = model.addVars(2, lb=-gp.GRB.INFINITY, ub=[3, 1e30], name="x")
    y = model.addVar(vtype="B", name="y")
    model.addConstr(2 * x[0] + 1 <= x[1] + 3, name="less")
    model.addRange(x[0] + y, 1, 4, name="range")
    model.addConstr(x[0] == 1e-3 * y)
    model.setObjective(x[0] - 2 * y + 7, gp.GRB.MAXIMIZE)
    found = from_gurobipy(model)
    assert found.row_names == ("less", "range", "R2")
    assert found.column_names == ("x[0]", "x[1]", "y", "Rgrange")
    point = np.array([0.5, 2, 1, 2.5])  # the last one is the upper side less the activity
    assert found.objective_value(point) == 5.5
    assert found.row_activity(point).tolist() == [-1, 4, 0.499]
    assert (found.row_lower.tolist(), found.row_upper.tolist()) == ([-np.inf, 4, 0], [2, 4, 0])
    assert found.lower.tolist() == [-np.inf, -np.inf, 0, 0]
    assert found.upper.tolist() == [3, np.inf, 1, 3]
    assert found.integrality.tolist() == [False, False, True, False]


@pytest.mark.parametrize(
    ("lower", "upper", "optimum"), [(0, 1e30, 1), (-3, 10, 1), (0.5, 1, 1), (0, 0, 0), (2, 3, None)]
)
def test_a_binary_variable_is_0_or_1_whatever_its_bounds_say(environment, lower, upper, optimum):
    model = gp.Model(env=environment)
    x = model.addVar(lower, upper, obj=-1)
    x.VType = "B"
    model.optimize()
    found = milp_answer(from_gurobipy(model))
    if optimum is None:
        assert (model.Status, found[0]) == (gp.GRB.INFEASIBLE, 2)
    else:
        assert model.ObjVal == found[1] == -optimum


def test_empty_models_are_read(environment):
    found = from_gurobipy(gp.Model(env=environment))
    assert (found.num_rows, found.num_columns) == (0, 0)
    model = to_gurobipy(LinearModel([1, 2], lower=1), environment)
    assert from_gurobipy(model).lower.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m, x, y: m.setObjective(x * x), "a quadratic objective, .* see nzdd.formulations"),
        (lambda m, x, y: m.addConstr(x * y <= 1, name="bend"), "quadratic .*, such as 'bend'"),
        (lambda m, x, y: m.addSOS(gp.GRB.SOS_TYPE1, [x, y]), "SOS constraints"),
        (
            lambda m, x, y: m.addConstr((y == 1) >> (x <= 2), name="only if"),
            "general constraints, such as 'only if', and a LinearModel has none; write them with",
        ),
        (lambda m, x, y: m.setPWLObj(x, [0, 1, 2], [0, 1, 4]), "a piecewise-linear objective"),
        (lambda m, x, y: m.addVar(vtype="S", ub=3, name="off"), "variable 'off' is semi-contin"),
        (lambda m, x, y: m.setObjectiveN(x, 0, weight=-1), "the model has objectives of setObject"),
        (
            lambda m, x, y: [m.setObjectiveN(x, 0), m.setObjectiveN(y, 1)],
            "the model has objectives of setObjectiveN, and a LinearModel has none",
        ),
        (lambda m, x, y: setattr(m, "NumScenarios", 2), "the model has scenarios"),
    ],
)
def test_what_is_not_linear_is_refused_by_its_name(environment, change, message):
    model = gp.Model(env=environment)
    x, y = model.addVar(ub=9, name="x"), model.addVar(vtype="B", name="y")
    change(model, x, y)
    with pytest.raises(UnsupportedModelError, match=message) as error:
        from_gurobipy(model)
    assert "\n" not in str(error.value)


def test_other_things_are_refused():
    with pytest.raises(TypeError, match=r"only a gurobipy\.Model is read, not NoneType"):
        from_gurobipy(None)
    with pytest.raises(TypeError, match=r"only a LinearModel becomes a gurobipy\.Model, not int"):
        to_gurobipy(5)
