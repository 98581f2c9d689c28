"""Clarabel answers as the other solvers do, with duals that prove the optimum."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings

import nzdd
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations import LinearModel, Status
from support.examples import examples
from support.models.linear_programs import dual_objective, linear_programs
from support.models.milp_reference import EITHER, INFEASIBLE, OPTIMAL, UNBOUNDED, milp_answer

pytest.importorskip("clarabel")
CLOSE = 2e-5
MODEL = LinearModel([1, 1], [[2, 1], [1, 3]], row_lower=[2, 3], upper=9)


@given(linear_programs())
@settings(deadline=None, max_examples=examples(60))
def test_drawn_models(model):
    status, value = milp_answer(model)
    result = solve_once(model, "clarabel", {})
    if status == OPTIMAL:
        assert result.status is Status.OPTIMAL, result.message
        assert result.fun == pytest.approx(value, abs=CLOSE)
        assert result.dual_bound == pytest.approx(value, abs=CLOSE)
        assert model.violation(result.x).within(1e-6)
        assert result.reduced_costs == pytest.approx(
            model.objective - model.matrix.T @ result.duals
        )
        proven = dual_objective(model, result.duals, tolerance=1e-5)
        assert proven == pytest.approx(value, abs=1e-3)
        return
    assert result.x is None
    if result.status is Status.INFEASIBLE:
        assert status in {INFEASIBLE, EITHER}
    else:
        assert status in {INFEASIBLE, UNBOUNDED, EITHER}


@pytest.mark.parametrize("maximize", [False, True])
def test_duals_are_rates(maximize):
    sign = -1 if maximize else 1
    model = MODEL.replace(objective=sign * MODEL.objective, maximize=maximize)
    result = nzdd.solve(model, "direct", "clarabel")
    for row in range(2):
        moved = model.row_lower.copy()
        moved[row] += 0.1
        change = nzdd.solve(model.replace(row_lower=moved), "direct", "clarabel").fun - result.fun
        assert result.duals[row] == pytest.approx(change / 0.1, abs=1e-5)


def test_integer_columns_are_refused():
    with pytest.raises(UnsupportedModelError, match="no integer columns, and column 1 is one"):
        solve_once(MODEL.replace(integrality=[0, 1]), "clarabel", {})


def large(rows):
    """A program of so many rows; 1200 take seconds."""
    random, shape = np.random.default_rng(0), (rows, 3 * rows // 4)
    matrix = random.random(shape) * (random.random(shape) < 0.3)
    return LinearModel(random.random(shape[1]) + 0.1, matrix, row_lower=1)


@pytest.mark.parametrize("seconds", [pytest.param(0, marks=pytest.mark.slow), 0.05])
def test_time_limit(seconds):
    result = solve_once(large(600), "clarabel", {"time_limit": seconds})
    assert result.status is Status.NO_SOLUTION_FOUND
    assert result.limit == "time"
    assert result.x is None


def test_interruption_from_another_thread(monkeypatch):
    monkeypatch.setattr(worker_pool, "INTERRUPTED_ANSWER_SECONDS", 0.0)
    event = threading.Event()
    timer = threading.Timer(0.3, event.set)
    timer.start()
    result = solve_once(large(1200), "clarabel", {"interrupt": event})
    timer.join()
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")


def test_log_and_threads():
    lines = []
    assert solve_once(MODEL, "clarabel", {"log": lines.append, "threads": 1}).success
    assert any("Solved" in line for line in lines)
    with pytest.raises(ValueError, match="time_limit is -1"):
        solve_once(MODEL, "clarabel", {"time_limit": -1})


def test_a_model_beyond_doubles_is_no_claim():
    result = solve_once(LinearModel([1], [[1e200]], row_lower=1, upper=5), "clarabel", {})
    assert result.status is not Status.INFEASIBLE
    assert result.x is None or result.max_violation is not None
