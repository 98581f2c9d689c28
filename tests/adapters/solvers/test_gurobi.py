"""Rows of oracles in gurobipy models of users."""

import numpy as np
import pytest

from nzdd.adapters.errors import LicenceError
from nzdd.adapters.solvers import gurobi
from nzdd.adapters.solvers.callbacks import row_giver
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LazyModel, LinearModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.examples import examples
from support.licences import skip_unless_usable

gp = pytest.importorskip("gurobipy", reason="gurobipy is not installed")


@pytest.fixture(scope="module")
def environment():
    skip_unless_usable("gurobi")
    with gp.Env(params={"OutputFlag": 0}) as environment:
        yield environment


def own_model(environment, random):
    """Variables and constraints of which no oracle knows, and rows for some of the variables."""
    n = int(random.integers(3, 10))
    model = gp.Model(env=environment)
    upper = random.integers(1, 5, n)
    inside = random.integers(0, upper + 1)
    x = [
        model.addVar(ub=upper[j], obj=random.integers(-5, 10), vtype="I" if j < 2 else "C")
        for j in range(n)
    ]
    z = model.addVar(vtype="B", obj=2)
    model.addConstr(x[0] + x[1] <= inside[:2].sum() + 3 * z)
    model.addConstr(x[-1] + x[0] == inside[-1] + inside[0])
    m = int(random.integers(2, 30))
    matrix = random.choice([0, 0, 0, 1, 1, -1, 2, 0.5, 3], (m, n))
    activity, low = matrix @ inside, random.random(m) < 0.5
    rows = (
        matrix,
        np.where(low, activity - random.integers(0, 2, m), -np.inf),
        np.where(low, np.inf, activity + random.integers(0, 3, m)),
    )
    return model, x, rows


def test_models_of_users(environment):
    for seed in range(examples(20)):
        optima = []
        for lazy in (False, True):
            random = np.random.default_rng(seed)
            model, x, (matrix, lower, upper) = own_model(environment, random)
            callback = None
            if lazy:
                order = random.permutation(len(x))
                half = len(matrix) // 2
                for part in (slice(half), slice(half, None)):
                    rows = MatrixRows(matrix[part][:, order], lower[part], upper[part])
                    callback = gurobi.add_rows(model, [x[j] for j in order], rows, callback)
            else:
                for row, low, high in zip(matrix, lower, upper, strict=True):
                    activity = gp.quicksum(a * v for a, v in zip(row, x, strict=True))
                    model.addConstr(activity >= low if np.isfinite(low) else activity <= high)
            model.optimize(callback)
            assert model.Status == gp.GRB.OPTIMAL
            optima.append(model.ObjVal)
        assert optima[0] == pytest.approx(optima[1], abs=1e-4), seed


def test_arrays_of_variables_and_a_callback_of_ones_own(environment):
    model = gp.Model(env=environment)
    x = model.addMVar((3, 4), vtype="B", obj=1.0)
    heard = []
    rows = ConstraintDiagram.from_zdd(sets_of_size(12, 6), 2.0)
    callback = gurobi.add_rows(model, x, rows, lambda model, where: heard.append(where))
    model.optimize(callback)
    assert model.ObjVal == pytest.approx(8)  # of any six two are chosen
    assert heard
    assert callback.rounds > 0
    assert callback.rows_added > 0
    assert callback.error is None


# Gurobi prints what a callback raises, and goes on.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_an_oracle_raises_interrupts_the_solve(environment, capfd):
    class Broken(MatrixRows):
        def separate(self, *arguments, **options):
            raise RuntimeError("boo")

    model = gp.Model(env=environment)
    x = model.addMVar(3, vtype="B", obj=1.0)
    callback = gurobi.add_rows(model, x, Broken(np.ones((1, 3)), [1]))
    model.optimize(callback)
    assert model.SolCount == 0
    assert model.Status != gp.GRB.OPTIMAL
    assert isinstance(callback.error, RuntimeError)
    assert "boo" in capfd.readouterr().err


def test_a_model_solved_often_keeps_its_rows(environment, monkeypatch):
    monkeypatch.setattr(row_giver, "PATIENCE", 2)
    model = gp.Model(env=environment)
    x = model.addVars(4, vtype="B", obj=1.0)
    callback = gurobi.add_family_constraint(model, x, sets_of_size(4, 2), 1)
    for _ in range(6):
        model.reset()
        model.optimize(callback)
        assert model.ObjVal == pytest.approx(3)


def test_a_constraint_over_a_family(environment):
    model = gp.Model(env=environment)
    x = model.addVars(6, vtype="B", obj=1.0)
    t = model.addVar(ub=1, obj=10.0)
    family = sets_of_size(6, 3)
    callback = gurobi.add_family_constraint(model, x, family, 2.5, nominal=[(t, 1.0)])
    model.optimize(callback)
    assert model.ObjVal == pytest.approx(6)
    callback = gurobi.add_family_constraint(
        model, x, sets_of_size(6, 2), 1, "<=", callback=callback, coefficients=0.5, constants=0.25
    )
    model.optimize(callback)
    # of any two at most one, then of any three none: t has to be more than it may
    assert model.Status == gp.GRB.INFEASIBLE
    with pytest.raises(
        ValueError, match="6 is no symbol: the family has no names, and symbols go from"
    ):
        gurobi.add_family_constraint(model, {6: x[0]}, family, 1)
    with pytest.raises(ValueError, match="belongs to another model"):
        gurobi.add_family_constraint(
            gp.Model(env=environment), x, family, 1, coefficients=np.ones(6)
        )
    array = model.addMVar(6, vtype="B")
    assert gurobi.add_family_constraint(model, array, family, 1).error is None


def test_a_licence_that_is_not_there(environment, monkeypatch, tmp_path):
    monkeypatch.setenv("GRB_LICENSE_FILE", str(tmp_path / "none.lic"))
    with pytest.raises(LicenceError, match=r"finds no valid licence: .*none.lic") as caught:
        gurobi.solve_mip(LazyModel(LinearModel([1], [[1]], integrality=1), ()))
    assert "\n" not in str(caught.value)


def test_wrong_use_is_refused_in_one_line(environment):
    model, other = gp.Model(env=environment), gp.Model(env=environment)
    x, y = model.addVars(3, vtype="B").values(), other.addVars(3, vtype="B").values()
    rows = MatrixRows(np.ones((1, 3)), [1])
    for arguments, kind, message in (
        ((LinearModel([1]), x, rows), TypeError, "model must be a gurobipy.Model, not LinearModel"),
        ((model, x, np.ones((1, 3))), TypeError, "rows must be a ConstraintDiagram"),
        ((model, list(x)[:2], rows), ValueError, "2 variables do not fit rows over 3 columns"),
        ((model, [0, 1, 2], rows), TypeError, "sequence of gurobipy.Var; one is 0"),
        ((model, y, rows), ValueError, "belongs to another model"),
    ):
        with pytest.raises(kind, match=message):
            gurobi.add_rows(*arguments)
    with pytest.raises(ValueError, match="max_rows is 0"):
        gurobi.add_rows(model, x, rows, max_rows=0)
    linear = gp.Model(env=environment)
    with pytest.raises(ValueError, match="no integer variables, and Gurobi asks for rows"):
        gurobi.add_rows(linear, linear.addVars(3).values(), rows)
