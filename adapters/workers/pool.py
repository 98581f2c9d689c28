"""Calls into worker processes that answer Ctrl-C at once and survive a solver's crash."""

from __future__ import annotations

import atexit
import math
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path
from threading import Event
from typing import Any
from weakref import WeakSet

from nzdd.adapters.workers.interruption import Interruption
from nzdd.adapters.workers.process import INTERRUPT
from nzdd.adapters.workers.timing import (
    EXIT_CODE_SECONDS,
    INTERRUPTED_ANSWER_SECONDS,
    INTERRUPTION_POLL_SECONDS,
    MEMORY_POLL_SECONDS,
    deadline,
)
from nzdd.formulations.iteration.limits import MEMORY

START = """import sys
sys.path[:] = filter(None, sys.path)
from runpy import run_module
run_module("nzdd.adapters.workers.process", run_name="__main__")
"""


class WorkerError(RuntimeError):
    """The task failed or its process died; the message says how."""


class InterruptedWorker(Exception):
    """The task did not end in time and was killed.

    Its `limit` is "interrupted", "memory", or "time" if the time limit was exceeded by far.
    """

    def __init__(self, limit: str = "interrupted") -> None:
        super().__init__(limit)
        self.limit = limit


class MemoryWatch:
    """Looks at a process now and then; `exceeded` once it took more than a limit, in bytes."""

    def __init__(self, limit: int) -> None:
        self._limit, self._next = limit, 0.0
        self.exceeded = False

    def look(self, process: int) -> bool:
        """Whether the process takes too much, or did; to be called all the time."""
        if not self.exceeded and time.monotonic() >= self._next:
            self.exceeded = resident(process) > self._limit
            self._next = time.monotonic() + MEMORY_POLL_SECONDS
        return self.exceeded


def resident(process: int) -> int:
    """Bytes that a process has in memory; 0 where it has ended, and on Windows."""
    with suppress(OSError, ValueError, IndexError):
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # without /proc
        asked = ["ps", "-o", "rss=", "-p", str(process)]
        return int(subprocess.run(asked, capture_output=True, check=False).stdout) * 1024
    return 0


def _apart(connection: int) -> dict[str, Any]:
    """How a process is started that inherits a connection, and no Ctrl-C from a terminal.

    That reaches only the caller, which then kills the process.
    """
    if sys.platform == "win32":  # pragma: no cover - not Linux
        os.set_handle_inheritable(connection, True)
        inherited = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [connection]})
        return {
            "startupinfo": inherited,
            "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP,
        }
    return {"pass_fds": [connection], "start_new_session": True}


class _Worker:
    def __init__(self, *, loud: bool) -> None:
        self.connection, remote = Pipe()
        # The child has to import what this process would, so its working directory, which may be a
        # checkout without the compiled core, must not come first (-P is new in Python 3.11).
        path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
        with remote:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, str(remote.fileno()), str(os.getpid())],
                env=os.environ | {"PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                # Some solvers always print (MathOpt's HiGHS). Logs go to our stderr: stdout
                # belongs to the user's answers.
                stdout=2 if loud else subprocess.DEVNULL,
                # MathOpt's SCIP prints spurious errors here.
                stderr=subprocess.DEVNULL,
                **_apart(remote.fileno()),
            )
        _workers.add(self)

    def kill(self) -> None:
        self.process.kill()
        self.connection.close()
        self.process.wait()

    def send(self, message: Any) -> None:
        try:
            self.connection.send(message)
        except OSError:
            raise WorkerError(self.death()) from None

    def receive(self) -> tuple[str, Any]:
        """The next message; a worker that dies within one has died."""
        try:
            return self.connection.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError):
            raise WorkerError(self.death()) from None

    def death(self) -> str:
        try:
            code = self.process.wait(EXIT_CODE_SECONDS)
        except subprocess.TimeoutExpired:  # pragma: no cover - it would have to close its pipe
            return "the solver's process hung up"
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"the solver's process ended with {how}"


# Starting a process takes a tenth of a second, so idle ones are kept, up to one per core, by the
# process that started them: a fork must not send messages to the workers of its parent.
MAX_IDLE = os.cpu_count() or 1
_idle: defaultdict[tuple[int, str, bool], list[_Worker]] = defaultdict(list)
_workers: WeakSet[_Worker] = WeakSet()


def call(
    module: str,
    function: str,
    *arguments: Any,
    kind: str = "",
    loud: bool = False,
    on_log: Callable[[Any], None] | None = None,
    on_found: Callable[..., None] | None = None,
    on_beat: Callable[[], None] | None = None,
    interrupt: Event | None = None,
    wait: float | None = None,
    time_limit: float | None = None,
    memory: MemoryWatch | None = None,
) -> Any:
    """Run ``module.function(job, *arguments)`` in a worker process and return its value.

    Parameters
    ----------
    module, function : str
        What to run; its first argument is a `nzdd.adapters.workers.process.Job`.
    arguments : object
        Picklable arguments.
    kind : str
        Workers are shared among calls of the same kind only, for tasks that leave a mark on their
        process.
    loud : bool
        Let what the task prints appear on stderr.
    on_log : callable, optional
        Called with each log line.
    on_found : callable, optional
        Called with what the task finds before it ends: a point, a bound, perhaps a step.
    on_beat : callable, optional
        Called again and again, every `INTERRUPTION_POLL_SECONDS` or more often.
    interrupt : threading.Event, optional
        Once set, the task is asked to end early, and killed if it does not within `wait` seconds;
        killed at once if it is an abandoned `nzdd.adapters.workers.interruption.Interruption`.
    wait : float, optional
        By default `INTERRUPTED_ANSWER_SECONDS`.
    time_limit : float, optional
        That of the task. A task that exceeds it by far is interrupted as above.
    memory : MemoryWatch, optional
        Looks at the process, which is interrupted as above where it takes too much.

    Raises
    ------
    WorkerError
        If the task raises or its process dies.
    InterruptedWorker
        If the task had to be killed after `interrupt`, `time_limit`, or a limit of memory.
    KeyboardInterrupt
        On Ctrl-C, at once; the process is killed.
    """
    if interrupt is not None and interrupt.is_set():
        raise InterruptedWorker
    patience = INTERRUPTED_ANSWER_SECONDS if wait is None else wait
    limit = None  # why the task was asked to end
    end = math.inf if time_limit is None else time.monotonic() + deadline(time_limit)
    pool = _idle[os.getpid(), kind, loud]
    worker = _alive(pool) or _Worker(loud=loud)
    abandonable = interrupt if isinstance(interrupt, Interruption) else None
    if abandonable is not None:
        abandonable.kill = worker.process.kill  # at once, not at the next look
    try:
        worker.send((module, function, arguments))
        while True:
            # Never block for long: the kernel may hand Ctrl-C to another thread than this one.
            if worker.connection.poll(INTERRUPTION_POLL_SECONDS):
                outcome, value = worker.receive()
                if outcome not in {"log", "found"}:
                    break
                if outcome == "found" and on_found is not None:
                    on_found(*value)
                elif outcome == "log" and on_log is not None:
                    for line in value:
                        on_log(line)
            if on_beat is not None:
                on_beat()
            if abandonable is not None and abandonable.abandoned:
                raise InterruptedWorker
            now = time.monotonic()
            if limit is not None:
                if now > end:
                    raise InterruptedWorker(limit)
            elif interrupt is not None and interrupt.is_set():
                limit, end = "interrupted", now + patience
                worker.send(INTERRUPT)
            elif memory is not None and memory.look(worker.process.pid):
                limit, end = MEMORY, now + patience
                worker.send(INTERRUPT)
            elif now > end:
                limit, end = "time", now + INTERRUPTED_ANSWER_SECONDS
                worker.send(INTERRUPT)
    except BaseException as error:
        worker.kill()
        if abandonable is not None and abandonable.abandoned and isinstance(error, WorkerError):
            raise InterruptedWorker from None
        raise
    finally:
        if abandonable is not None:
            abandonable.kill = None
    # A late interruption must not reach the next task; who abandons it sets the flag, then kills.
    late = limit is not None or (abandonable is not None and abandonable.abandoned)
    if late or len(pool) >= MAX_IDLE:
        worker.kill()
    else:
        pool.append(worker)
    if outcome == "error":
        raise WorkerError(value)
    return value


def _alive(pool: list[_Worker]) -> _Worker | None:
    """Take an idle worker that still runs; several threads may ask."""
    with suppress(IndexError):
        while True:
            worker = pool.pop()
            if worker.process.poll() is None:
                return worker
            worker.kill()
    return None


@atexit.register
def _close() -> None:
    for (owner, *_), workers in _idle.items():
        if owner == os.getpid():
            while workers:
                workers.pop().kill()


def _forget() -> None:
    """A fork must not use the workers of its parent, nor keep them from ending."""
    for worker in _workers:
        worker.connection.close()
    _workers.clear()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
