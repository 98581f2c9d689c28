"""Limits, interruptions and errors of solvers with callbacks: what is left is the best so far."""

import threading
import time
from importlib import import_module

import numpy as np
import pytest

import nzdd
from nzdd.adapters.solvers import lazy_worker
from nzdd.adapters.solvers.callbacks import callback_run
from nzdd.adapters.solvers.callbacks.callback_run import Outcome
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.workers.process import Job
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, Status
from nzdd.formulations.models.result import checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import SeparatedRows
from support.models.mixed_models import all_lazy
from support.models.random_models import hard_cover


@pytest.fixture
def hard():
    """Set covering that takes seconds."""
    matrix = np.random.default_rng(0).random((1000, 100)) < 0.1
    matrix = matrix[matrix.any(axis=1)]
    return all_lazy(LinearModel(np.ones(100), matrix, 1, np.inf, 0, 1, True))


def is_honest(lazy, result):
    assert result.status is Status.FEASIBLE
    assert checked(lazy, result).status is Status.FEASIBLE
    assert 0 < result.dual_bound < result.fun


def test_states_lead_to_the_answer(solve_mip, hard):
    states, lines = [], []
    result = solve_mip(hard, gap=0.6, on_step=states.append, log=lines.append)
    assert result.status is Status.OPTIMAL
    assert result.gap <= 2.0  # some divide by the bound
    found = [state for state in states if state.x is not None]
    assert found
    assert all(hard.holds(state.x, 1e-5) for state in found)
    assert all(
        state.incumbent == pytest.approx(hard.core.objective_value(state.x)) for state in found
    )
    assert [state.rows_added for state in states] == sorted(state.rows_added for state in states)
    assert result.report.rows_added >= states[-1].rows_added > 0
    assert len(lines) > 5
    assert not any("\n" in line for line in lines)


def test_stop(solve_mip, hard):
    found = []
    result = solve_mip(
        hard,
        on_step=lambda state: found.append(state.incumbent and state.dual_bound),
        stop=lambda: any(found),
    )
    assert result.limit == "interrupted"
    is_honest(hard, result)


def test_interruption_from_another_thread(solve_mip, hard):
    ends = []
    started = threading.Event()

    def tell(state):
        if state.incumbent is not None and state.dual_bound:
            started.set()

    def interrupt():
        started.wait()
        ends[0]()

    thread = threading.Thread(target=interrupt)
    thread.start()
    result = solve_mip(hard, on_interrupt=ends.append, on_step=tell)
    thread.join()
    assert result.limit == "interrupted"
    is_honest(hard, result)
    # Too late, and harmless.
    ends[0]()


def test_candidates_that_come_after_the_end_are_checked(solve_mip):
    random = np.random.default_rng(0)
    matrix = random.integers(1, 30, (10, 40))
    sides = -np.inf, 0.6 * matrix.sum(axis=1)
    core = LinearModel(random.integers(1, 20, 40), matrix, *sides, upper=1, integrality=1)
    lazy = LazyModel(core, (ConstraintDiagram.from_zdd(sets_of_size(40, 4), 1),))
    for calls in range(3):
        left = iter(range(calls))
        result = solve_mip(lazy, repair=False, stop=lambda left=left: next(left, None) is None)
        assert result.limit == "interrupted"
        assert result.x is None or lazy.holds(result.x, 1e-6)


class Careless:
    """A solver that accepts a candidate which violates a row, after one that does not."""

    def __init__(self, core, options, watch):
        self.watch = watch

    def solve(self):
        self.watch.accept(np.array([1.0, 1.0]))
        return Outcome(Status.OPTIMAL, x=np.zeros(2), bound=0.0)

    def close(self):
        pass


def test_a_point_that_violates_a_row_gives_way_to_one_that_does_not():
    core = LinearModel([1, 1], upper=1, integrality=1)
    for rows, status, x in (
        (MatrixRows([[1, 1]], [1]), Status.FEASIBLE, [1, 1]),
        (MatrixRows([[1, 1]], [3]), Status.OPTIMAL, [0, 0]),
        (MatrixRows([[1, 1]], -np.inf, [3]), Status.OPTIMAL, [0, 0]),
    ):
        result = callback_run.solve(Careless, "careless", LazyModel(core, (rows,)))
        assert (result.status, result.x.tolist(), result.dual_bound) == (status, x, 0)


def test_an_unbounded_relaxation_and_a_point_that_violates_a_row_prove_nothing(solver):
    class Unseen(MatrixRows):
        """Checks find them violated, and solvers do not."""

        def separate(self, x, *arguments, **options):
            if options["tolerance"] > 0:
                return SeparatedRows.none(self.num_columns)
            return super().separate(x, *arguments, **options)

    core = LinearModel([1, -1], upper=[1, np.inf], integrality=[1, 0])
    lazy = LazyModel(core, (Unseen([[1, 0]], [2]),))
    job = Job(lambda message: None)
    result = lazy_worker.solve(job, lazy, solver, Settings(gap=0.0))
    assert result.status is Status.IMPRECISE


def test_interruption_before_the_start(solve_mip, hard):
    result = solve_mip(hard, on_interrupt=lambda end: end())
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")


def test_building_the_model_counts_for_the_time_limit(solver):
    module = import_module(f"nzdd.adapters.solvers.{solver}.{solver}_branch_and_cut")

    def slow(*arguments):
        time.sleep(0.1)
        return module._Run(*arguments)

    model = LinearModel([1, 1], [[2, 1], [1, 3]], [2, 3], integrality=1)
    result = callback_run.solve(slow, solver, LazyModel(model, ()), time_limit=0.05)
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "time")


def test_bounds_of_steps_are_proven(solve_mip):
    random = np.random.default_rng(0)
    matrix = random.integers(1, 30, (10, 40))
    model = LinearModel(
        -random.integers(1, 90, 40), matrix, -np.inf, matrix.sum(axis=1) / 2, 0, 1, True
    )
    steps = []
    result = solve_mip(LazyModel(model, ()), on_step=steps.append)
    assert steps
    assert all(step.dual_bound is None or step.dual_bound <= result.fun + 1e-6 for step in steps)


def test_time_limits(solve_mip, hard):
    result = solve_mip(hard, time_limit=0)
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "time")
    result = solve_mip(hard, time_limit=0.2)
    assert result.limit == "time"


@pytest.mark.parametrize("method", ["direct", pytest.param("lazy", marks=pytest.mark.slow)])
def test_an_event_interrupts_a_solve(solver, method):
    model = hard_cover()
    listed = model.replace(matrix=model.matrix[:500], row_lower=3, row_upper=np.inf)
    event = threading.Event()

    def tell(step):
        if step.incumbent is not None and step.dual_bound:
            event.set()

    if method == "direct":
        threading.Timer(4.0, event.set).start()  # a bound takes a second, an optimum many
    result = nzdd.solve(listed, method, solver, interrupt=event, on_step=tell)
    assert result.limit == "interrupted"
    if method == "lazy" or result.status is not Status.NO_SOLUTION_FOUND:
        is_honest(listed, result)


def test_a_hint_is_a_point_to_start_from(solve_mip, hard):
    best = solve_mip(hard, gap=0.6)
    states = []
    hinted = solve_mip(hard, hint=best.x, time_limit=0.3, on_step=states.append, repair=False)
    assert hinted.fun <= best.fun + 1e-6
    partial = np.where(np.arange(100) < 3, best.x, np.nan)
    assert solve_mip(hard, hint=partial, gap=0.6).x is not None
    assert solve_mip(hard, hint=np.full(100, np.nan), gap=0.6).x is not None


@pytest.mark.parametrize("place", ["candidate", "relaxation", "step", "incumbent", "stop"])
def test_what_a_callback_raises_comes_through(solve_mip, hard, place):
    def fail():
        raise RuntimeError(f"broken {place}")

    class Broken(MatrixRows):
        def separate(self, x, *arguments, **options):
            if (options["tolerance"] > 1e-5) == (place == "relaxation"):
                fail()
            return super().separate(x, *arguments, **options)

    def on_step(step):
        if place == "step" or (place == "incumbent" and step.x is not None):
            fail()

    lazy = hard
    if place in {"candidate", "relaxation"}:
        oracle = hard.oracles[0]
        lazy = LazyModel(hard.core, (Broken(oracle.matrix, oracle.lower, oracle.upper),))
    with pytest.raises(RuntimeError, match=f"broken {place}"):
        solve_mip(lazy, repair=False, on_step=on_step, stop=fail if place == "stop" else None)
