"""Calls into worker processes that answer Ctrl-C at once and survive a solver's crash."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from multiprocessing import Pipe
from threading import Event
from typing import Any

from nzdd.adapters.worker import INTERRUPT

POLL_SECONDS = 0.1
"""How often interruptions are looked for."""

GRACE_SECONDS = 2.0
"""How long an interrupted solver may take to hand over what it has before it is killed."""

START = """import sys
sys.path[:] = filter(None, sys.path)
from runpy import run_module
run_module("nzdd.adapters.worker", run_name="__main__")
"""


class WorkerError(RuntimeError):
    """The task failed or its process died; the message says how."""


class InterruptedWorker(Exception):
    """The interruption event was set and the task did not end within the grace period."""


class Interruption(Event):
    """An event that can also say that nobody wants the answer any more."""

    def __init__(self) -> None:
        super().__init__()
        self.abandoned = False

    def abandon(self) -> None:
        """Have the task killed at once."""
        self.abandoned = True
        self.set()


class _Worker:
    def __init__(self, *, loud: bool) -> None:
        self.connection, remote = Pipe()
        # The child has to import what this process would, so its working directory, which may be a
        # checkout without the compiled core, must not come first (-P is new in Python 3.11).
        path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
        with remote:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, str(remote.fileno())],
                pass_fds=[remote.fileno()],
                env=os.environ | {"PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                # Some solvers print even when told not to (MathOpt's HiGHS). What is wanted goes to
                # our stderr: stdout belongs to the user's answers.
                stdout=2 if loud else subprocess.DEVNULL,
                # MathOpt's SCIP prints spurious errors here.
                stderr=subprocess.DEVNULL,
                # Ctrl-C in a terminal reaches the caller only, who then kills this process.
                start_new_session=True,
            )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.connection.close()

    def death(self) -> str | None:
        try:
            code = self.process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"the solver's process ended with {how}"


# Starting a process takes a tenth of a second, so idle ones are kept. They belong to the process
# that started them: a fork must not talk into its parent's conversations.
_idle: defaultdict[tuple[int, str, bool], list[_Worker]] = defaultdict(list)


def call(
    module: str,
    function: str,
    *arguments: Any,
    kind: str = "",
    loud: bool = False,
    on_log: Callable[[Any], None] | None = None,
    interrupt: Event | None = None,
) -> Any:
    """Run ``module.function(job, *arguments)`` in a worker process and return its value.

    Parameters
    ----------
    module, function : str
        What to run; its first argument is a `nzdd.adapters.worker.Job`.
    arguments : object
        Picklable arguments.
    kind : str
        Workers are shared among calls of the same kind only, for tasks that leave a mark on their
        process.
    loud : bool
        Let what the task prints appear on stderr.
    on_log : callable, optional
        Called with each log line.
    interrupt : threading.Event, optional
        Once set, the task is asked to end early, and killed if it does not within `GRACE_SECONDS`;
        killed at once if it is an abandoned `Interruption`.

    Raises
    ------
    WorkerError
        If the task raises or its process dies.
    InterruptedWorker
        If the task had to be killed after `interrupt`.
    KeyboardInterrupt
        On Ctrl-C, at once; the process is killed.
    """
    pool = _idle[os.getpid(), kind, loud]
    worker = pool.pop() if pool else _Worker(loud=loud)
    try:
        worker.connection.send((module, function, arguments))
        outcome, value = _converse(worker, on_log, interrupt)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        if (how := worker.death()) is None:  # it lives: `on_log` has broken a pipe of its own
            worker.kill()
            raise
        raise WorkerError(how) from None
    except BaseException:
        worker.kill()
        raise
    if interrupt is not None and interrupt.is_set():
        # A late interruption must not reach the next task.
        worker.kill()
    else:
        pool.append(worker)
    if outcome == "error":
        raise WorkerError(value)
    return value


def _converse(
    worker: _Worker, on_log: Callable[[Any], None] | None, interrupt: Event | None
) -> tuple[str, Any]:
    deadline = None
    while True:
        # Never block for long: the kernel may hand Ctrl-C to another thread than this one.
        ready = worker.connection.poll(POLL_SECONDS)
        if interrupt is not None and interrupt.is_set():
            if deadline is None:
                worker.connection.send(INTERRUPT)
                deadline = time.monotonic() + GRACE_SECONDS
            if getattr(interrupt, "abandoned", False) or time.monotonic() > deadline:
                raise InterruptedWorker
        if not ready:
            continue
        kind, value = worker.connection.recv()
        if kind != "log":
            return kind, value
        if on_log is not None:
            for line in value:
                on_log(line)


@atexit.register
def _close() -> None:
    for (owner, *_), workers in _idle.items():
        if owner == os.getpid():
            while workers:
                workers.pop().kill()
