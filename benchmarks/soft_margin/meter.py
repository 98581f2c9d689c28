"""What a solve takes, the processes of outside solvers included, and an end to it."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from benchmarks import record
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution

LOOK_SECONDS = 0.1
"""Between two looks at the CPU time."""


@dataclass(slots=True)
class Cost(record.Cost):
    """Of this process and the workers it has started.

    Attributes
    ----------
    workers : float
        The CPU seconds of the workers, part of `cpu`.
    """

    workers: float = 0.0


@contextmanager
def metered() -> Iterator[Cost]:
    """Fill in a `Cost` when the block ends, which must not raise.

    ``growth`` is the sum of what each process grew by at its own peak; -1 if a worker was killed.
    """
    cost = Cost()
    _give_back()
    before = {worker: _resident(worker, forget=True) for worker in _workers()}
    cpu = _workers_cpu()
    with record.metered() as own:
        yield cost
    cost.workers = _workers_cpu() - cpu
    cost.cpu, cost.wall, cost.growth = own.cpu + cost.workers, own.wall, own.growth
    with suppress(OSError):
        cost.growth += sum(_resident(worker) - start for worker, start in before.items())
        return
    cost.growth = -1


def within(limit: float, work: Callable[[], FlowSolution]) -> FlowSolution | None:
    """What is found by a limit of CPU seconds, of this process and its workers.

    Wall-clock time would depend on the load of the machine. The end is a Ctrl-C like any other,
    which a shell has commands in the background ignore.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end, over, main = record.tree_cpu() + limit, Event(), threading.get_ident()

    def watch() -> None:
        while not over.wait(LOOK_SECONDS):
            if record.tree_cpu() >= end:
                signal.pthread_kill(main, signal.SIGINT)
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        return work()
    except KeyboardInterrupt:
        return None
    finally:
        over.set()


def _give_back() -> None:
    """Return freed memory to the system, or it would be used again and not count (glibc only)."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def _workers() -> list[Path]:
    children = [task.read_text().split() for task in Path("/proc/self/task").glob("*/children")]
    return [Path("/proc") / pid for group in children for pid in group]


def _workers_cpu() -> float:
    """Of those that live, by the clock of their process, and of those that have ended."""
    ended = os.times()
    seconds = ended.children_user + ended.children_system
    for worker in _workers():
        with suppress(OSError):
            seconds += time.clock_gettime(~int(worker.name) << 3 | 2)  # as clock_getcpuclockid does
    return seconds


def _resident(process: Path, *, forget: bool = False) -> int:
    """Peak of resident memory in bytes; or the present, which becomes the peak."""
    if forget:
        (process / "clear_refs").write_text("5")
    lines = (process / "status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
