"""Solvers that die or lie: the answer is an error or says what it is worth."""

import os
import signal
import threading
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from ortools.math_opt import result_pb2

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models import lp
from nzdd.adapters.methods import direct as solvers
from nzdd.adapters.methods.extended import recovered
from nzdd.adapters.methods.lazy import solve_lazy
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations import ExtendedFormulation, LazyModel, LinearModel, Result, Status
from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.models.result import checked
from nzdd.formulations.row_generation import solve_lp
from nzdd.formulations.row_generation.branch_and_bound import solve_mip
from support.models.milp_reference import TRUSTED
from support.models.random_models import hard_cover

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
        if answer.x is None:
            return answer
        return replace(answer, x=np.zeros(answer.x.size), objective=0.0)


@pytest.mark.parametrize("max_rows", [None, 1])
def test_row_generation_does_not_believe_an_engine(max_rows):
    """Rows of the oracles that an engine leaves violated never count as satisfied."""
    lazy = LazyModel.from_model(MODEL)
    assert solve_lp(lazy, GlopEngine).fun == pytest.approx(OPTIMUM)
    result = checked(lazy, solve_lp(lazy, Flattering, max_rows=max_rows, time_limit=5))
    assert not result.success
    assert len(result.report.rows) == MODEL.num_rows


def test_nor_does_branch_and_bound():
    """Where every point that an engine gives violates rows, no node has an answer."""
    rows = np.array(list(combinations(range(7), 3)))
    model = LinearModel(np.ones(7), (rows[..., None] == np.arange(7)).any(axis=1), 1, upper=1)
    lazy = LazyModel.from_model(model.replace(integrality=True))
    assert solve_mip(lazy, GlopEngine).fun == 5  # any three hold one of five
    result = solve_mip(lazy, Flattering)
    assert result.status in {Status.NUMERICAL_ERROR, Status.FEASIBLE}
    assert result.dual_bound == 0
    assert result.x is None or checked(lazy, result).status is Status.FEASIBLE


class Silent(GlopEngine):
    """Finds an optimum, and keeps it to itself."""

    def solve(self, time_limit=None):
        return LPAnswer(super().solve(time_limit).status)


class Boundless(GlopEngine):
    """Says of a model with an objective that it is unbounded, but not of its directions."""

    def solve(self, time_limit=None):
        answer = super().solve(time_limit)
        return answer if answer.objective == 0 else LPAnswer(Status.UNBOUNDED)


@pytest.mark.parametrize("make_engine", [Silent, Boundless])
def test_an_engine_without_a_point_or_against_duality_is_a_numerical_error(make_engine):
    lazy = LazyModel.from_model(MODEL.replace(integrality=True))
    assert solve_mip(lazy, make_engine).status is Status.NUMERICAL_ERROR
    relaxed = solve_lp(LazyModel.from_model(MODEL), Boundless)
    assert (relaxed.status, relaxed.x) == (Status.NUMERICAL_ERROR, None)


def test_an_optimum_without_a_point_is_an_error():
    assert checked(MODEL, Result(Status.OPTIMAL)).status is Status.OTHER_ERROR


@pytest.mark.parametrize(
    "solver", ["highs", *([pytest.param("scipy", marks=pytest.mark.slow)] if TRUSTED else [])]
)
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

    model = hard_cover()
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


@pytest.fixture
def doomed(monkeypatch):
    """Processes that are killed as soon as they are there."""
    make = worker_pool._Worker

    def killed(**kind):
        worker = make(**kind)
        worker.process.kill()
        worker.process.wait()
        return worker

    monkeypatch.setattr(worker_pool, "_idle", type(worker_pool._idle)(list))
    monkeypatch.setattr(worker_pool, "_Worker", killed)


@pytest.mark.usefixtures("doomed")
@pytest.mark.parametrize("solver", ["highs", "scipy", "clarabel"])
def test_a_process_that_dies_is_named_with_its_signal(solver):
    if solver == "clarabel":
        pytest.importorskip("clarabel")
    result = solvers.solve_direct(MODEL, solver)
    assert result.status is Status.OTHER_ERROR
    assert "SIGKILL" in result.message


@pytest.mark.usefixtures("doomed")
def test_so_it_is_for_row_generation_and_for_files(tmp_path):
    pytest.importorskip("pyscipopt")
    result = solve_lazy(LazyModel.from_model(MODEL))
    assert (result.status, result.x) == (Status.OTHER_ERROR, None)
    assert "SIGKILL" in result.message
    (tmp_path / "model.lp").write_text("min\n x\nst\n x >= 1\nend\n")
    with pytest.raises(ModelFileError, match="SIGKILL"):
        lp.read(tmp_path / "model.lp")


def test_scip_that_gives_up_is_an_error_in_its_words(monkeypatch):
    pyscipopt = pytest.importorskip("pyscipopt")

    class Broken(pyscipopt.Model):
        def optimizeNogil(self):
            super().optimizeNogil()
            raise Exception("SCIP: error in LP solver!")

    monkeypatch.setattr("nzdd.adapters.solvers.scip.scip_model.Model", Broken)
    from nzdd.adapters.solvers.scip import solve_mip as by_scip

    result = by_scip(LazyModel.from_model(MODEL.replace(integrality=True)))
    assert result.status is Status.OTHER_ERROR
    assert "error in LP solver" in result.message
