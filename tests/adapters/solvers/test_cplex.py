"""Rows of oracles in CPLEX models of users."""

import numpy as np
import pytest

from nzdd.adapters.solvers import cplex as bridge
from nzdd.adapters.solvers.callbacks import row_giver
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.examples import examples
from support.licences import skip_unless_usable

cplex = pytest.importorskip("cplex", reason="cplex is not installed")


@pytest.fixture(autouse=True)
def _usable():
    skip_unless_usable("cplex")


def silent_model():
    model = cplex.Cplex()
    for set_stream in (
        model.set_log_stream,
        model.set_results_stream,
        model.set_warning_stream,
        model.set_error_stream,
    ):
        set_stream(None)
    return model


def own_model(random):
    """Variables and constraints of which no oracle knows, and rows for some of the variables."""
    n = int(random.integers(3, 10))
    model = silent_model()
    upper = random.integers(1, 5, n)
    inside = random.integers(0, upper + 1)
    model.variables.add(
        obj=[*random.integers(-5, 10, n).tolist(), 2],
        lb=[0.0] * (n + 1),
        ub=[*upper.tolist(), 1],
        types="II" + "C" * (n - 2) + "B",
        names=[f"x{j}" for j in range(n)] + ["z"],
    )
    model.linear_constraints.add(
        [([0, 1, n], [1, 1, -3]), ([0, n - 1], [1, 1])],
        "LE",
        [float(inside[:2].sum()), float(inside[-1] + inside[0])],
    )
    m = int(random.integers(2, 30))
    matrix = random.choice([0, 0, 0, 1, 1, -1, 2, 0.5, 3], (m, n))
    activity, low = matrix @ inside, random.random(m) < 0.5
    rows = (
        matrix,
        np.where(low, activity - random.integers(0, 2, m), -np.inf),
        np.where(low, np.inf, activity + random.integers(0, 3, m)),
    )
    return model, n, rows


def test_models_of_users():
    for seed in range(examples(20)):
        optima = []
        for lazy in (False, True):
            random = np.random.default_rng(seed)
            model, n, (matrix, lower, upper) = own_model(random)
            if lazy:
                order, half, callback = random.permutation(n), len(matrix) // 2, None
                for part in (slice(half), slice(half, None)):
                    rows = MatrixRows(matrix[part][:, order], lower[part], upper[part])
                    names = [f"x{j}" for j in order]
                    callback = bridge.add_rows(model, names, rows, callback)
            else:
                for row, low, high in zip(matrix, lower, upper, strict=True):
                    sense, side = ("G", low) if np.isfinite(low) else ("L", high)
                    pair = cplex.SparsePair(list(range(n)), row.tolist())
                    model.linear_constraints.add([pair], sense, [float(side)])
            model.solve()
            assert model.solution.get_status_string().startswith("integer optimal")
            optima.append(model.solution.get_objective_value())
        assert optima[0] == pytest.approx(optima[1], abs=1e-4), seed


class Theirs:
    """A callback of the user's own."""

    heard = 0

    def invoke(self, context):
        self.heard += 1


def test_directions_without_end_are_rejected_and_a_callback_of_ones_own_is_called():
    model, theirs = silent_model(), Theirs()
    model.variables.add(obj=[1.0] * 6, types="I" * 6)
    model.objective.set_sense(model.objective.sense.maximize)
    rows = ConstraintDiagram.from_zdd(sets_of_size(6, 3), 2.0, "<=")
    contexts = cplex.callbacks.Context.id.candidate
    callback = bridge.add_rows(model, range(6), rows, theirs, contexts=contexts)
    model.solve()
    assert model.solution.get_objective_value() == pytest.approx(2)
    assert theirs.heard > 0
    assert callback.rounds > 0
    assert callback.rows_added > 0
    assert callback.error is None


def test_what_an_oracle_raises_ends_the_solve():
    class Broken(MatrixRows):
        def separate(self, *arguments, **options):
            raise RuntimeError("boo")

    model = silent_model()
    model.variables.add(obj=[1.0] * 3, types="B" * 3)
    callback = bridge.add_rows(model, [0, 1, 2], Broken(np.ones((1, 3)), [1]))
    with pytest.raises(RuntimeError, match="boo"):
        model.solve()
    assert isinstance(callback.error, RuntimeError)


def test_a_model_solved_often_keeps_its_rows(monkeypatch):
    monkeypatch.setattr(row_giver, "PATIENCE", 2)
    model = silent_model()
    model.variables.add(obj=[1.0] * 4, types="B" * 4)
    bridge.add_family_constraint(model, range(4), sets_of_size(4, 2), 1)
    for _ in range(6):
        model.variables.set_upper_bounds(0, 1.0)
        model.solve()
        assert model.solution.get_objective_value() == pytest.approx(3)


def test_every_call_adds_its_rows():
    model, theirs = silent_model(), Theirs()
    model.variables.add(obj=[1.0] * 6, types="B" * 6)
    candidate = cplex.callbacks.Context.id.candidate
    for pair, mine in ((0, {}), (2, {"callback": theirs, "contexts": candidate}), (4, {})):
        chosen = {0: pair, 1: pair + 1}
        bridge.add_family_constraint(model, chosen, sets_of_size(2, 1), 1, **mine)
    model.solve()
    assert model.solution.get_objective_value() == pytest.approx(6)
    assert theirs.heard > 0


def test_a_constraint_over_a_family():
    model = silent_model()
    model.variables.add(obj=[1.0] * 6 + [10.0], types="B" * 6 + "C", names=list("abcdeft"))
    family = sets_of_size(6, 3)
    model.variables.set_upper_bounds("t", 1.0)
    first = bridge.add_family_constraint(model, list("abcdef"), family, 2.5, nominal={"t": 1.0})
    model.solve()
    assert model.solution.get_objective_value() == pytest.approx(6)
    more = {"coefficients": 0.5, "constants": 0.25, "callback": first}
    bridge.add_family_constraint(model, range(6), sets_of_size(6, 2), 1, "<=", **more)
    model.solve()
    # of any two at most one, then of any three none: t has to be more than it may
    assert "infeasible" in model.solution.get_status_string()
    with pytest.raises(
        ValueError, match="6 is no symbol: the family has no names, and symbols go from"
    ):
        bridge.add_family_constraint(model, {6: 0}, family, 1)
    with pytest.raises(ValueError, match="has no variable 'z'"):
        bridge.add_family_constraint(model, list("abcdez"), family, 1)


def test_wrong_use_is_refused_in_one_line():
    model = silent_model()
    model.variables.add(types="B" * 3, names=["a", "b", "c"])
    rows = MatrixRows(np.ones((1, 3)), [1])
    for arguments, kind, message in (
        ((LinearModel([1]), "abc", rows), TypeError, "model must be a cplex.Cplex, not Linear"),
        ((model, "abc", np.ones((1, 3))), TypeError, "rows must be a ConstraintDiagram"),
        ((model, "ab", rows), ValueError, "2 variables do not fit rows over 3 columns"),
        ((model, [None, 1, 2], rows), TypeError, "indices or names; one is None"),
        ((model, "abd", rows), ValueError, "the model has no variable 'd'"),
        ((model, [1, 2, 3], rows), ValueError, "has 3 variables, and none with index 3"),
    ):
        with pytest.raises(kind, match=message):
            bridge.add_rows(*arguments)
    with pytest.raises(ValueError, match="max_rows is 0"):
        bridge.add_rows(model, "abc", rows, max_rows=0)
    linear = silent_model()
    linear.variables.add(obj=[1.0] * 3)
    with pytest.raises(ValueError, match="no integer variables, and CPLEX asks for rows"):
        bridge.add_rows(linear, [0, 1, 2], rows)
