"""What is known of a solve that was not waited for is true, and no less than what was told."""

import threading

import numpy as np
import pytest
from ortools.math_opt import model_parameters_pb2, parameters_pb2
from ortools.math_opt.core.python import solver as mathopt

import nzdd
from nzdd.adapters.methods import direct as solvers
from nzdd.adapters.solvers.best_known import BestKnown
from nzdd.adapters.solvers.options import settings
from nzdd.adapters.solvers.ortools.incumbents import Incumbents
from nzdd.adapters.solvers.ortools.model_proto import model_proto
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations import LazyModel, LinearModel, Status
from support.models.random_models import hard_cover

TYPES = {
    "highs": parameters_pb2.SOLVER_TYPE_HIGHS,
    "scip": parameters_pb2.SOLVER_TYPE_GSCIP,
    "cp_sat": parameters_pb2.SOLVER_TYPE_CP_SAT,
}
KNAPSACK = LinearModel(
    [3, 5, 4, 6, 7, 2, 8, 5],
    [[2, 4, 3, 5, 6, 1, 7, 4], [5, 1, 4, 2, 6, 3, 1, 5]],
    row_upper=[14, 12],
    upper=1,
    integrality=1,
    maximize=True,
    offset=100.0,
)


def brute_force(model):
    points = np.array(list(np.ndindex((2,) * model.num_columns)), float)
    inside = [model.violation(point).within(1e-9) for point in points]
    values = [model.objective_value(point) for point in points[inside]]
    return max(values) if model.maximize else min(values)


def heard(model, name, seconds=60):
    """The last point and the last bound that a solver tells until it has ended."""
    proto, told = model_proto(model), []
    incumbents = Incumbents(proto, TYPES[name], lambda *found: told.append(found))
    parameters = parameters_pb2.SolveParametersProto()
    parameters.time_limit.FromSeconds(seconds)
    lines = []
    with incumbents.overheard(parameters, lines.extend) as log:
        mathopt.solve(
            proto,
            TYPES[name],
            parameters_pb2.SolverInitializerProto(),
            parameters,
            model_parameters_pb2.ModelSolveParametersProto(),
            log,
            incumbents.registration(),
            incumbents.called if incumbents.events else None,
            None,
        )
    points = [x for x, _, _ in told if x is not None]
    bounds = [bound for _, bound, _ in told if bound is not None]
    return points[-1], bounds[-1] if bounds else None


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("turned", [False, True])
def test_a_solver_tells_its_best_point_and_a_true_bound(name, turned):
    model = KNAPSACK
    if turned:
        model = model.replace(objective=-model.objective, maximize=False, offset=-100.0)
    optimum = brute_force(model)
    x, bound = heard(model, name)
    assert model.violation(x).within(1e-6)
    assert model.objective_value(x) == pytest.approx(optimum)
    if bound is not None:
        assert (bound >= optimum - 1e-6) if model.maximize else (bound <= optimum + 1e-6)


def test_highs_that_hears_of_no_interruption_has_told_its_best():
    """A solve without an end; its log has a line for each point."""
    stop, points = threading.Event(), []

    def read(line):
        points.extend(["%"] * ("%" in line))
        if len(points) == 2:
            stop.set()

    result = solvers.solve_direct(hard_cover(), "highs", log=read, interrupt=stop)
    assert (result.status, result.limit) == (Status.FEASIBLE, "interrupted")
    assert result.dual_bound is None or result.dual_bound <= result.fun


@pytest.mark.parametrize("solver", ["highs", "scip", "cp_sat", "scipy"])
def test_a_hint_is_the_best_known_before_anything_is_found(solver):
    stop = threading.Event()
    stop.set()
    result = solvers.solve_direct(hard_cover(), solver, hint=np.ones(150), interrupt=stop)
    assert (result.status, result.limit, result.fun) == (Status.FEASIBLE, "interrupted", 150)


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_every_method_answers_with_the_hint(method):
    stop = threading.Event()
    stop.set()
    result = nzdd.solve(hard_cover(), method, hint=np.ones(150), interrupt=stop)
    assert (result.status, result.limit, result.fun) == (Status.FEASIBLE, "interrupted", 150)


def test_a_hint_that_is_no_point_of_the_model_is_nothing_known():
    stop = threading.Event()
    stop.set()
    for hint in (np.zeros(150), np.full(150, np.nan)):
        result = solvers.solve_direct(hard_cover(), hint=hint, interrupt=stop)
        assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")
        assert result.x is None


@pytest.mark.parametrize("model", [KNAPSACK, LazyModel.from_model(KNAPSACK)], ids=["all", "lazy"])
def test_what_is_told_counts_if_it_is_true(model):
    known = BestKnown(model, KNAPSACK, "", settings(KNAPSACK, {"hint": np.zeros(8)}))
    known.hear(np.ones(8), np.inf)
    assert known.result("time").x.tolist() == [0] * 8
    assert known.result("time").dual_bound is None
    known.hear(np.eye(8)[0], 130.0)
    known.hear(None, None)
    result = known.result("time")
    assert (result.status, result.limit, result.dual_bound) == (Status.FEASIBLE, "time", 130.0)
    assert result.x.tolist() == [1, *[0] * 7]


def test_a_solver_that_overstays_its_time_is_ended_with_what_it_told(monkeypatch):
    """HiGHS without a limit of its own; the answer is the last point that it wrote."""
    call = worker_pool.call
    monkeypatch.setattr("nzdd.adapters.workers.timing.OVERTIME_SECONDS", 0.0)

    def unlimited(*arguments, **options):
        *others, parameters, hints, logs, own = arguments
        no_limit = parameters_pb2.SolveParametersProto.FromString(parameters)
        no_limit.ClearField("time_limit")
        return call(*others, no_limit.SerializeToString(), hints, logs, own, **options)

    monkeypatch.setattr(worker_pool, "call", unlimited)
    result = solvers.solve_direct(hard_cover(), "highs", time_limit=0.3, hint=np.ones(150))
    assert (result.status, result.limit) == (Status.FEASIBLE, "time")
    assert result.fun <= 150
