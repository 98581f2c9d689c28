import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from nzdd.adapters.methods import direct as solvers
from nzdd.adapters.workers import pool as worker_pool
from nzdd.adapters.workers import timing
from nzdd.adapters.workers.process import Job
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status
from support.models.milp_reference import TRUSTED
from support.models.random_models import hard_cover
from support.processes import gone, until

OTHERS = ("scip", "cp_sat", "scipy") if TRUSTED else ("scip", "cp_sat")
TASKS = """
import os, signal, sys, time

def echo(job, value): return value
def fail(job): raise ValueError("no such luck")
def crash(job): os.kill(os.getpid(), signal.SIGSEGV)
def leave(job): os._exit(7)
def pid(job): return os.getpid()
def report(job): job.log([str(os.getpid())])
def chat(job): job.log(["a", "b"]); job.log(["c"]); return "done"
def obey(job):
    stopped = []
    job.on_interrupt(lambda: stopped.append(True))
    job.log([str(os.getpid())])
    while not stopped: time.sleep(0.01)
    return "stopped"
def dawdle(job):
    obey(job)
    time.sleep(0.2)
    return "stopped"
def ignore(job):
    job.log([str(os.getpid())])
    while True: time.sleep(1)
def tell(job):
    job.on_interrupt(lambda: job.found([1.0, 2.0], 3.0))
    ignore(job)
def half(job):
    import gc, struct
    from multiprocessing.connection import Connection
    caller, = (each for each in gc.get_objects() if isinstance(each, Connection))
    os.write(caller.fileno(), struct.pack("!i", 1000) + b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    """The folder of a module of tasks."""
    folder = tmp_path_factory.mktemp("tasks")
    (folder / "nzdd_test_tasks.py").write_text(TASKS)
    return str(folder)


@pytest.fixture
def call(tasks, monkeypatch):
    monkeypatch.syspath_prepend(tasks)

    def call_task(name, *arguments, **options):
        # A kind of its own: workers know the path of the time when they were started.
        return worker_pool.call("nzdd_test_tasks", name, *arguments, kind=tasks, **options)

    return call_task


def test_values_errors_and_logs_come_back(call):
    big = np.arange(10**6)
    assert np.array_equal(call("echo", big), big)
    with pytest.raises(worker_pool.WorkerError, match="ValueError: no such luck"):
        call("fail")
    lines = []
    assert call("chat", on_log=lines.append) == "done"
    assert lines == ["a", "b", "c"]


def test_a_worker_is_used_again(call):
    assert call("pid") == call("pid") != os.getpid()


@pytest.mark.parametrize(
    ("task", "death"), [("crash", "SIGSEGV"), ("leave", "exit code 7"), ("half", "SIGKILL")]
)
def test_a_crash_is_an_error_and_the_next_call_works(call, task, death):
    with pytest.raises(worker_pool.WorkerError, match=death):
        call(task)
    assert call("echo", 5) == 5


def test_an_error_in_the_log_function_stops_the_task(call):
    pids = []

    def refuse(line):
        pids.append(int(line))
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        call("ignore", on_log=refuse)
    until(lambda: gone(pids[0]))


def test_an_event_ends_a_task(call, monkeypatch):
    monkeypatch.setattr(worker_pool, "INTERRUPTED_ANSWER_SECONDS", 0.2)
    event = threading.Event()
    assert call("obey", on_log=lambda _: event.set(), interrupt=event) == "stopped"
    event, pids = threading.Event(), []

    def note(line):
        pids.append(int(line))
        event.set()

    with pytest.raises(worker_pool.InterruptedWorker):
        call("ignore", on_log=note, interrupt=event)
    until(lambda: gone(pids[0]))


def test_who_ignores_interruption_is_ended_but_what_it_told_stays(call):
    event, pids, told = threading.Event(), [], []

    def note(line):
        pids.append(int(line))
        event.set()

    with pytest.raises(worker_pool.InterruptedWorker) as ended:
        call("tell", on_log=note, on_found=lambda *found: told.append(found), interrupt=event)
    assert ended.value.limit == "interrupted"
    assert told == [([1.0, 2.0], 3.0)]
    until(lambda: gone(pids[0]))


def test_who_is_waited_for_ends_by_itself(call, monkeypatch):
    monkeypatch.setattr(worker_pool, "INTERRUPTED_ANSWER_SECONDS", 0.0)
    event = threading.Event()
    options = {"on_log": lambda _: event.set(), "interrupt": event}
    assert call("dawdle", wait=1000.0, **options) == "stopped"
    event.clear()
    with pytest.raises(worker_pool.InterruptedWorker):
        call("ignore", **options)


def test_who_overstays_its_time_is_ended(call, monkeypatch):
    monkeypatch.setattr(timing, "OVERTIME_SECONDS", 0.0)
    pids, told = [], []
    call("pid")  # starts the process, which takes time too
    with pytest.raises(worker_pool.InterruptedWorker) as ended:
        call(
            "tell",
            on_log=lambda line: pids.append(int(line)),
            on_found=lambda *found: told.append(found),
            time_limit=0.2,
        )
    assert ended.value.limit == "time"
    assert told == [([1.0, 2.0], 3.0)]
    until(lambda: gone(pids[0]))


def test_an_idle_worker_that_somebody_ended_is_replaced(call):
    first = call("pid")
    os.kill(first, signal.SIGKILL)
    until(lambda: gone(first))
    assert call("pid") != first


def test_nothing_starts_after_an_interruption(call):
    event = threading.Event()
    event.set()
    with pytest.raises(worker_pool.InterruptedWorker):
        call("crash", interrupt=event)


def test_an_event_before_the_task_listens_is_not_lost():
    job, stopped = Job(lambda item: None), []
    job.interrupt()
    job.on_interrupt(lambda: stopped.append(True))
    assert stopped == [True]


def test_calls_from_many_threads(call):
    answers = {}
    threads = [
        threading.Thread(target=lambda i=i: answers.update({i: call("echo", i)})) for i in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {i: i for i in range(6)}


def test_no_more_workers_are_kept_than_cores(call, monkeypatch):
    """Four tasks at once take four workers, of which one is kept."""
    monkeypatch.setattr(worker_pool, "MAX_IDLE", 1)
    meet, pids = threading.Barrier(4), []

    def wait_for_all(line):
        pids.append(int(line))
        meet.wait(60)

    def task():
        call("report", on_log=wait_for_all)

    threads = [threading.Thread(target=task) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: sum(map(gone, pids)) == 3)
    assert call("pid") in pids


def test_a_worker_dies_with_its_caller(tasks):
    code = (
        "from nzdd.adapters.workers import pool\n"
        "show = lambda line: print(line, flush=True)\n"
        "pool.call('nzdd_test_tasks', 'ignore', on_log=show)"
    )
    path = os.pathsep.join([tasks, *filter(None, sys.path)])
    environment = os.environ | {"PYTHONPATH": path}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, text=True
    ) as caller:
        pid = int(caller.stdout.readline())
        caller.kill()
    until(lambda: gone(pid))


@pytest.mark.parametrize(
    "fork", [pytest.param("os.fork", marks=pytest.mark.slow), "ctypes.PyDLL(None).fork"]
)
def test_a_worker_dies_with_its_caller_though_a_fork_of_it_lives_on(tasks, fork):
    """Python tells of some forks only, so that others hold the caller's end of the connection."""
    code = (
        "import ctypes, os, time\n"
        "from nzdd.adapters.workers import pool\n"
        "def show(line):\n"
        f"    child = {fork}()\n"
        "    if not child:\n"
        "        os.close(1)\n"
        "        time.sleep(1000)\n"
        "    print(line, child, flush=True)\n"
        "pool.call('nzdd_test_tasks', 'ignore', on_log=show)"
    )
    path = os.pathsep.join([tasks, *filter(None, sys.path)])
    environment = os.environ | {"PYTHONPATH": path}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, text=True
    ) as caller:
        worker, child = map(int, caller.stdout.readline().split())
        caller.kill()
    try:
        until(lambda: gone(worker))
        assert not gone(child)
    finally:
        os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize(
    "solver", ["highs", *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)]
)
def test_ctrl_c_comes_through(solver):
    """The solve has no limit: the test would never end if it did not."""
    threading.Timer(0.4, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        solvers.solve_direct(hard_cover(), solver)
    assert solvers.solve_direct(
        LinearModel([1], [[1]], row_lower=1, upper=9, integrality=1), solver
    ).success


@pytest.mark.parametrize("solver", ["highs", *OTHERS])
def test_an_event_interrupts_a_solve(solver):
    event = threading.Event()
    threading.Timer(0.2, event.set).start()
    result = solvers.solve_direct(hard_cover(), solver, interrupt=event)
    assert result.status in {Status.FEASIBLE, Status.NO_SOLUTION_FOUND}
    assert result.limit == "interrupted"


def test_a_log_callback_that_breaks_its_own_pipe_ends_the_call():
    """Its error comes through; it is not taken for the death of the worker."""

    def refuse(line):
        raise BrokenPipeError("nobody reads")

    with pytest.raises(BrokenPipeError, match="nobody reads"):
        solvers.solve_direct(
            LinearModel([1, 1], [[1, 2], [2, 1]], row_lower=1, integrality=True),
            solver="highs",
            log=refuse,
        )
