"""The process in which solvers run, so that they can always be stopped.

Some solvers ignore interruption for minutes (HiGHS entirely, SCIP inside an LP), and some end the
whole process on an internal error. Neither may take the user's session along, so
`nzdd.adapters.worker_pool` runs them here. This module imports little: it must start fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

INTERRUPT = "interrupt"


class Job:
    """What a running task can do besides returning: send log lines, and hear of interruption."""

    def __init__(self, send: Callable[[Any], None]) -> None:
        self._send = send
        self._stop: Callable[[], None] | None = None
        self._interrupted = False
        self._lock = Lock()

    def log(self, items: list[Any]) -> None:
        """Send log lines, or whatever else the caller listens to."""
        self._send(("log", items))

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


def main(connection: Connection[Any, Any]) -> None:
    """Run one task after another until the caller closes the connection or dies."""
    requests: SimpleQueue[tuple[Job, tuple[str, str, tuple[Any, ...]]]] = SimpleQueue()

    def listen() -> None:
        job = Job(connection.send)
        while True:
            try:
                request = connection.recv()
            except (EOFError, OSError):
                # Nobody waits for the answer any more; a running solver must not go on.
                os._exit(0)
            if request == INTERRUPT:
                job.interrupt()
            else:
                job = Job(connection.send)
                requests.put((job, request))

    Thread(target=listen, daemon=True).start()
    while True:
        job, (module, function, arguments) = requests.get()
        try:
            answer = ("value", getattr(import_module(module), function)(job, *arguments))
        except Exception as error:
            answer = ("error", f"{type(error).__name__}: {error}")
        connection.send(answer)


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])))
