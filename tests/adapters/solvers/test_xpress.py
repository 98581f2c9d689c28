"""Rows of oracles in Xpress problems of users."""

import warnings

import numpy as np
import pytest

from nzdd.adapters.solvers import xpress as bridge
from nzdd.adapters.solvers.callbacks import row_giver
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.examples import examples
from support.licences import skip_unless_usable

xpress = pytest.importorskip("xpress", reason="xpress is not installed")


@pytest.fixture(autouse=True)
def _usable():
    skip_unless_usable("xpress")


def silent_problem():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the licence is the free one
        problem = xpress.problem()
    problem.setOutputEnabled(False)
    return problem


def own_model(random):
    """Variables and constraints of which no oracle knows, and rows for some of the variables."""
    n = int(random.integers(3, 10))
    problem = silent_problem()
    upper = random.integers(1, 5, n)
    inside = random.integers(0, upper + 1)
    kinds = [xpress.integer] * 2 + [xpress.continuous] * (n - 2)
    x = [
        problem.addVariable(ub=float(bound), vartype=kind, name=f"x{j}")
        for j, (bound, kind) in enumerate(zip(upper, kinds, strict=True))
    ]
    z = problem.addVariable(vartype=xpress.binary, name="z")
    costs = random.integers(-5, 10, n)
    problem.setObjective(xpress.Sum(int(c) * v for c, v in zip(costs, x, strict=True)) + 2 * z)
    problem.addConstraint(x[0] + x[1] <= int(inside[:2].sum()) + 3 * z)
    problem.addConstraint(x[-1] + x[0] == int(inside[-1] + inside[0]))
    m = int(random.integers(2, 30))
    matrix = random.choice([0, 0, 0, 1, 1, -1, 2, 0.5, 3], (m, n))
    matrix[:, 0] = 1
    activity, low = matrix @ inside, random.random(m) < 0.5
    rows = (
        matrix,
        np.where(low, activity - random.integers(0, 2, m), -np.inf),
        np.where(low, np.inf, activity + random.integers(0, 3, m)),
    )
    return problem, x, rows


def test_models_of_users():
    for seed in range(examples(20)):
        optima = []
        for lazy in (False, True):
            random = np.random.default_rng(seed)
            problem, x, (matrix, lower, upper) = own_model(random)
            if lazy:
                order, half = random.permutation(len(x)), len(matrix) // 2
                for part in (slice(half), slice(half, None)):
                    rows = MatrixRows(matrix[part][:, order], lower[part], upper[part])
                    bridge.add_rows(problem, [x[j] for j in order], rows)
            else:
                for row, low, high in zip(matrix, lower, upper, strict=True):
                    activity = xpress.Sum(float(a) * v for a, v in zip(row, x, strict=True))
                    problem.addConstraint(
                        activity >= float(low) if np.isfinite(low) else activity <= float(high)
                    )
            problem.optimize()
            assert problem.attributes.solstatus == xpress.SolStatus.OPTIMAL
            optima.append(problem.attributes.objval)
        assert optima[0] == pytest.approx(optima[1], abs=5e-4), seed


def test_arrays_of_variables():
    problem = silent_problem()
    x = problem.addVariables(3, 4, vartype=xpress.binary)
    problem.setObjective(xpress.Sum(x))
    callbacks = bridge.add_rows(problem, x, ConstraintDiagram.from_zdd(sets_of_size(12, 6), 2.0))
    problem.optimize()
    assert problem.attributes.objval == pytest.approx(8)  # of any six two are chosen
    assert callbacks.rounds > 0
    assert callbacks.rows_added > 0


# What other callbacks raise beside the first one is ignored.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_an_oracle_raises_comes_through():
    class Broken(MatrixRows):
        def separate(self, *arguments, **options):
            raise RuntimeError("boo")

    problem = silent_problem()
    x = problem.addVariables(3, vartype=xpress.binary)
    problem.setObjective(xpress.Sum(x))
    bridge.add_rows(problem, x, Broken(np.ones((1, 3)), [1]))
    with pytest.raises(RuntimeError, match="boo"):
        problem.optimize()


def test_a_model_solved_often_keeps_its_rows(monkeypatch):
    monkeypatch.setattr(row_giver, "PATIENCE", 2)
    problem = silent_problem()
    x = problem.addVariables(4, vartype=xpress.binary)
    problem.setObjective(xpress.Sum(x))
    bridge.add_family_constraint(problem, x, sets_of_size(4, 2), 1)
    for _ in range(6):
        problem.postSolve()
        problem.chgBounds([0], ["U"], [1.0])
        problem.optimize()
        assert problem.attributes.objval == pytest.approx(3)


def test_points_of_heuristics_that_agree_in_the_columns_of_the_rows_are_rejected(monkeypatch):
    monkeypatch.setattr(row_giver, "PATIENCE", 2)
    random = np.random.default_rng(0)
    problem = silent_problem()
    x = problem.addVariables(4, vartype=xpress.binary)
    y = problem.addVariables(90, vartype=xpress.binary, name="y")
    costs = random.integers(1, 30, 90)
    problem.setObjective(
        5 * xpress.Sum(x) - xpress.Sum(int(c) * v for c, v in zip(costs, y, strict=True))
    )
    for row in random.integers(1, 40, (12, 90)):
        activity = xpress.Sum(int(a) * v for a, v in zip(row, y, strict=True))
        problem.addConstraint(activity <= int(row.sum() // 3))
    bridge.add_family_constraint(problem, x, sets_of_size(4, 2), 1)
    problem.controls.heuremphasis = 2
    problem.controls.timelimit = 0.5
    problem.optimize()
    if problem.attributes.solstatus in {xpress.SolStatus.FEASIBLE, xpress.SolStatus.OPTIMAL}:
        assert sum(problem.getSolution(x)) == pytest.approx(3, abs=1e-5)


def test_a_constraint_over_a_family():
    problem = silent_problem()
    x, t = problem.addVariables(6, vartype=xpress.binary), problem.addVariable(ub=1)
    problem.setObjective(xpress.Sum(x) + 10 * t)
    family = sets_of_size(6, 3)
    bridge.add_family_constraint(problem, x, family, 2.5, nominal={t: 1.0})
    problem.optimize()
    assert problem.attributes.objval == pytest.approx(6)
    more = {"coefficients": 0.5, "constants": 0.25}
    bridge.add_family_constraint(problem, x, sets_of_size(6, 2), 1, "<=", **more)
    problem.optimize()
    # of any two at most one, then of any three none: t has to be more than it may
    assert problem.attributes.solstatus == xpress.SolStatus.INFEASIBLE
    with pytest.raises(
        ValueError, match="6 is no symbol: the family has no names, and symbols go from"
    ):
        bridge.add_family_constraint(problem, {6: x[0]}, family, 1)
    with pytest.raises(ValueError, match="belongs to another problem"):
        bridge.add_family_constraint(silent_problem(), x, family, 1)


def test_wrong_use_is_refused_in_one_line():
    problem, other = silent_problem(), silent_problem()
    x, y = (each.addVariables(3, vartype=xpress.binary) for each in (problem, other))
    rows = MatrixRows(np.ones((1, 3)), [1])
    for arguments, kind, message in (
        ((LinearModel([1]), x, rows), TypeError, "model must be an xpress.problem, not Linear"),
        ((problem, x, np.ones((1, 3))), TypeError, "rows must be a ConstraintDiagram"),
        ((problem, x[:2], rows), ValueError, "2 variables do not fit rows over 3 columns"),
        ((problem, [0, 1, 2], rows), TypeError, "sequence of xpress.var; one is 0"),
        ((problem, y, rows), ValueError, "belongs to another problem"),
    ):
        with pytest.raises(kind, match=message):
            bridge.add_rows(*arguments)
    with pytest.raises(ValueError, match="max_rows is 0"):
        bridge.add_rows(problem, x, rows, max_rows=0)
    linear = silent_problem()
    with pytest.raises(ValueError, match="no integer variables, and Xpress asks for rows"):
        bridge.add_rows(linear, linear.addVariables(3), rows)
