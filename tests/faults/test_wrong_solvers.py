"""Solvers that die or lie: the answer is an error or says what it is worth."""

import os
import signal
import threading
from dataclasses import replace

import numpy as np
import pytest
from ortools.math_opt import result_pb2

from milp_reference import TRUSTED
from nzdd.adapters import solvers, worker_pool
from nzdd.adapters.extended import recovered
from nzdd.adapters.glop import GlopEngine
from nzdd.formulations import ExtendedFormulation, LazyModel, LinearModel, Result, Status
from nzdd.formulations.result import checked
from nzdd.formulations.row_generation import solve_lp

MODEL = LinearModel(
    [1, 1, 1],
    [[1, 1, 0], [0, 1, 1], [1, 0, 1]],
    row_lower=1,
    upper=1,
    row_names=["ab", "bc", "ca"],
)
OPTIMUM = 1.5


def liar(point, value=None):
    """Stands between an adapter and the process of its solver, and changes the solver's answer."""
    call = worker_pool.call

    def answer(module, function, *arguments, **options):
        told = call(module, function, *arguments, **options)
        if isinstance(told, bytes):
            proto = result_pb2.SolveResultProto.FromString(told)
            primal = proto.solutions[0].primal_solution
            primal.variable_values.ids[:] = range(len(point))
            primal.variable_values.values[:] = point
            if value is not None:
                primal.objective_value = value
                proto.termination.objective_bounds.primal_bound = value
            return proto.SerializeToString()
        return told | {"x": np.array(point, float)}

    return answer


@pytest.mark.parametrize("solver", ["highs", "glop", "pdlp", "scipy"])
@pytest.mark.parametrize(
    ("point", "violation"),
    [
        ([0.5, 0.5, 0.25], 0.125),
        ([2, 0, 1], 0.5),
        ([np.nan, 1, 1], np.inf),
        ([np.inf, 0, 0], np.inf),
        ([0.5, 0.5, -np.inf], np.inf),
    ],
)
def test_a_point_outside_is_imprecise(monkeypatch, solver, point, violation):
    monkeypatch.setattr(worker_pool, "call", liar(point))
    result = solvers.solve_direct(MODEL, solver)
    assert result.status is Status.IMPRECISE
    assert result.max_violation == pytest.approx(violation)
    assert "fails the check" in result.message


def test_the_row_that_is_violated_is_named(monkeypatch):
    monkeypatch.setattr(worker_pool, "call", liar([1, 0, 0]))
    assert "row 'bc' is outside its bounds by 0.5" in solvers.solve_direct(MODEL, "highs").message


@pytest.mark.parametrize("solver", ["highs", "glop", "scipy"])
def test_the_objective_is_that_of_the_point(monkeypatch, solver):
    monkeypatch.setattr(worker_pool, "call", liar([1, 1, 1], value=-7.0))
    result = solvers.solve_direct(MODEL, solver)
    assert result.fun == 3
    assert result.status is not Status.OPTIMAL or result.gap > 0.1


def test_a_fraction_where_an_integer_belongs(monkeypatch):
    monkeypatch.setattr(worker_pool, "call", liar([0.5, 0.5, 0.5]))
    result = solvers.solve_direct(MODEL.replace(integrality=True), "highs")
    assert result.status is Status.IMPRECISE
    assert result.max_violation == 0.5


@pytest.mark.parametrize("solver", ["highs", "scipy"])
def test_a_wrong_answer_to_the_extended_model_is_found_in_the_original(monkeypatch, solver):
    rows = np.random.default_rng(0).random((300, 12)).argsort(axis=1) < 4
    model = LinearModel(np.ones(12), rows, row_lower=1, upper=1)
    extended = ExtendedFormulation.from_model(model)
    assert extended.model.num_columns > 12
    lie = np.zeros(extended.model.num_columns)
    monkeypatch.setattr(worker_pool, "call", liar(lie))
    told = solvers.solve_direct(extended.model, solver)
    assert recovered(extended, replace(told, status=Status.OPTIMAL), 0).status is Status.IMPRECISE


class Flattering(GlopEngine):
    """Says that a point is optimal that is not even feasible."""

    def solve(self, time_limit=None):
        answer = super().solve(time_limit)
        return replace(answer, x=np.zeros(3), objective=0.0)


def test_row_generation_does_not_believe_an_engine():
    """Rows of the oracles that an engine leaves violated never count as satisfied."""
    lazy = LazyModel.from_model(MODEL)
    assert solve_lp(lazy, GlopEngine).fun == pytest.approx(OPTIMUM)
    result = checked(lazy, solve_lp(lazy, Flattering, time_limit=5))
    assert not result.success


def test_an_optimum_without_a_point_is_an_error():
    assert checked(MODEL, Result(Status.OPTIMAL)).status is Status.OTHER_ERROR


def hard():
    random = np.random.default_rng(1)
    matrix = (random.random((3000, 150)) < 0.1).astype(float)
    matrix[:, 0] = 1
    return LinearModel(np.ones(150), matrix, row_lower=3, upper=1, integrality=1)


@pytest.mark.parametrize("solver", ["highs", "scipy"] if TRUSTED else ["highs"])
def test_a_solver_that_is_killed_is_an_error_and_the_next_solve_works(monkeypatch, solver):
    """The processes of this test are those it starts."""
    workers = []
    make = worker_pool._Worker
    monkeypatch.setattr(worker_pool, "_idle", type(worker_pool._idle)(list))
    monkeypatch.setattr(
        worker_pool, "_Worker", lambda **kind: workers.append(make(**kind)) or workers[-1]
    )

    def kill():
        os.kill(workers[0].process.pid, signal.SIGKILL)

    model = hard()
    timer = threading.Timer(0.5, kill)
    timer.start()
    result = solvers.solve_direct(model, solver)
    timer.join()
    assert result.status is Status.OTHER_ERROR
    assert "SIGKILL" in result.message
    assert result.x is None
    assert solvers.solve_direct(MODEL, solver).fun == pytest.approx(OPTIMUM)
    for worker in workers[1:]:
        worker.kill()
