"""What `on_step` and `log=True` tell about a solve, whatever solves."""

from threading import get_ident

import numpy as np
import pytest
from scipy.sparse import csr_array

import nzdd
from nzdd.adapters.extras import is_installed
from nzdd.adapters.methods.shared_bounds import SharedBounds
from nzdd.adapters.solvers.registry import SOLVERS
from nzdd.adapters.step_table import HEADER
from nzdd.formulations import LinearModel, Status
from nzdd.formulations.iteration.solve_step import SolveStep


def cover(seed, rows=60, columns=25):
    matrix = (np.random.default_rng(seed).random((rows, columns)) < 0.2).astype(float)
    matrix[:, 0] = 1
    costs = np.random.default_rng(seed + 1).integers(3, 9, columns).astype(float)
    costs[0] = 200
    return LinearModel(costs, csr_array(matrix), 1.0, upper=1.0, integrality=True)


def turned(model):
    return model.replace(objective=-model.objective, maximize=True, offset=7.0)


def check(steps, model, result):
    """The steps of one solver: points of the model, bounds that hold, and the answer at the end."""
    sign = -1 if model.maximize else 1
    seconds = [step.seconds for step in steps]
    assert seconds == sorted(seconds)
    best = np.inf
    for step in steps:
        if step.dual_bound is not None:
            assert sign * step.dual_bound <= sign * result.fun + 1e-6
        if step.x is not None:
            assert model.violation(step.x).within(1e-6)
            assert step.incumbent == pytest.approx(model.objective_value(step.x))
            assert sign * step.incumbent < best
            best = sign * step.incumbent
    assert steps[-1].incumbent == pytest.approx(result.fun)
    assert steps[-1].ended
    assert sum(step.x is not None for step in steps)


@pytest.mark.parametrize("model", [cover(3), turned(cover(3))], ids=["min", "max"])
@pytest.mark.parametrize("solver", [name for name in SOLVERS if SOLVERS[name].integers])
@pytest.mark.parametrize("method", ["direct", "extended"])
def test_every_solver_of_integers_tells_points_and_bounds(model, solver, method):
    if SOLVERS[solver].package not in {"ortools", "scipy"}:
        pytest.importorskip(SOLVERS[solver].package)
    steps = []
    result = nzdd.solve(model, method, solver, on_step=steps.append)
    check(steps, model, result)
    assert {(step.method, step.solver) for step in steps} == {(method, solver)}
    assert steps[-1].dual_bound == pytest.approx(result.fun)


@pytest.mark.parametrize("solver", [name for name in SOLVERS if SOLVERS[name].continuous])
def test_linear_programs_have_the_answer_as_their_step(solver):
    if not is_installed(SOLVERS[solver].package) and SOLVERS[solver].package != "ortools":
        pytest.skip("not installed")
    steps, model = [], cover(5).relaxed()
    result = nzdd.solve(model, "direct", solver, on_step=steps.append)
    assert steps[-1].ended
    assert steps[-1].incumbent == pytest.approx(result.fun)


def test_a_silent_solver_has_steps_without_news(monkeypatch):
    monkeypatch.setattr("nzdd.adapters.solvers.best_known.BEAT_SECONDS", 0.0)
    steps = []
    nzdd.solve(cover(2, 100, 40), "direct", "scipy", on_step=steps.append, time_limit=5)
    assert len(steps) > 1
    assert all(step.incumbent is None for step in steps[:-1])


def test_a_race_tells_the_best_of_all():
    model, steps = turned(cover(4, 100, 40)), []
    result = nzdd.solve(model, on_step=steps.append, threads=2)
    check(steps, model, result)


def test_steps_of_racers_are_joined():
    model, steps = turned(cover(6)), []
    shared = SharedBounds(model, 1e-6)
    tell = {name: shared.step_listener("direct", name, steps.append) for name in ("a", "b")}
    every, first = np.ones(25), np.eye(25)[0]
    tell["a"](SolveStep.of(model, 1.0, 500.0, model.objective_value(every), every))
    tell["b"](SolveStep.of(model, 1.1, 450.0, None))
    tell["a"](SolveStep.of(model, 1.2, 480.0, model.objective_value(first), first))
    worse = SolveStep.of(model, 1.3, -193.0, model.objective_value(every), every)
    tell["b"](worse)
    assert [step.solver or step.dual_bound for step in steps] == [500.0, 450.0, 450.0, -193.0]
    assert [step.incumbent for step in steps[1:]] == [model.objective_value(every), -193.0, -193.0]
    assert [step.x is not None for step in steps] == [True, False, True, False]
    assert [step.ended for step in steps] == [False, False, False, True]


def test_steps_come_one_at_a_time():
    inside = set()

    def tell(step):
        assert not inside
        inside.add(get_ident())
        inside.discard(get_ident())

    assert nzdd.solve(cover(9, 100, 40), on_step=tell, threads=2).status is Status.OPTIMAL


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_log_prints_one_table(method, capsys):
    result = nzdd.solve(cover(7), method, log=True)
    header, *lines = capsys.readouterr().err.splitlines()
    assert header == HEADER
    assert HEADER not in lines
    assert any(line.startswith("*") for line in lines)
    assert f"{result.fun:.8g}" in lines[-1].split()


def test_a_table_and_steps_come_together(capsys):
    steps = []
    nzdd.solve(cover(7), log=np.True_, on_step=steps.append)
    assert steps
    assert capsys.readouterr().err.startswith(HEADER)


def test_an_exception_in_a_step_ends_the_solve():
    def fail(step):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        nzdd.solve(cover(3), "direct", on_step=fail)
