"""The process in which solvers run, so that they can always be stopped.

Some solvers ignore interruption for minutes (HiGHS entirely, SCIP inside an LP), and some end the
whole process on an internal error. Neither may affect the user's session, so
`nzdd.adapters.workers.pool` runs them here. This module imports little, so as to start fast.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from nzdd.adapters.workers.timing import PARENT_POLL_SECONDS

INTERRUPT = "interrupt"

OnFound = Callable[..., object]
"""Called with a point or None, and a bound or None, as `Job.found`."""


class Job:
    """What a running task can do besides returning: report, and listen for interruptions."""

    def __init__(self, send: Callable[[Any], None]) -> None:
        self._send = send
        self._stop: Callable[[], None] | None = None
        self._interrupted = False
        self._lock = Lock()

    def log(self, items: list[Any]) -> None:
        """Send log lines."""
        self._send(("log", items))

    def found(self, *found: Any) -> None:
        """Send the best point and bound so far, in case the caller does not wait for the answer."""
        self._send(("found", found))

    def on_interrupt(self, stop: Callable[[], None]) -> None:
        """Have `stop` called, from another thread, when the caller asks for an early end."""
        with self._lock:
            self._stop = stop
            interrupted = self._interrupted
        if interrupted:
            stop()

    def interrupt(self) -> None:
        """Ask the task to end early with what it has."""
        with self._lock:
            self._interrupted = True
            stop = self._stop
        if stop is not None:
            stop()


def main(connection: Connection[Any, Any], caller: int) -> None:
    """Run one task after another until the caller closes the connection or dies.

    The caller is the process id of the process that started this one.
    """
    requests: SimpleQueue[tuple[Job, tuple[str, str, tuple[Any, ...]]]] = SimpleQueue()
    lock = Lock()

    def send(message: Any) -> None:
        with lock:
            connection.send(message)

    def listen() -> None:
        job = Job(send)
        while True:
            try:
                request = connection.recv()
            except (EOFError, OSError):
                # The caller is gone: a running solver must not go on.
                os._exit(0)
            if request == INTERRUPT:
                job.interrupt()
            else:
                job = Job(send)
                requests.put((job, request))

    Thread(target=listen, daemon=True).start()
    Thread(target=_outlive_nobody, args=(caller,), daemon=True).start()
    while True:
        job, (module, function, arguments) = requests.get()
        try:
            answer = ("value", getattr(import_module(module), function)(job, *arguments))
        except Exception as error:
            answer = ("error", f"{type(error).__name__}: {error}")
        send(answer)


def _outlive_nobody(caller: int) -> None:
    """End with the caller, whose forks may hold the other end of the connection open."""
    # on Windows, closed connections tell, and the parent may be a launcher
    while sys.platform == "win32" or os.getppid() == caller:
        time.sleep(PARENT_POLL_SECONDS)
    os._exit(0)


if __name__ == "__main__":
    if sys.platform == "win32":  # pragma: no cover - not Linux
        from multiprocessing.connection import PipeConnection as Connection
    main(Connection(int(sys.argv[1])), int(sys.argv[2]))
