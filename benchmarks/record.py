"""One measurement in a fresh process, and a record of machine and versions; for all benchmarks."""

from __future__ import annotations

import gc
import json
import math
import multiprocessing
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

import nzdd
from benchmarks.measured_code import fingerprint
from benchmarks.pages import comparisons

T = TypeVar("T")

MIB = 2**20
PUBLISHED = Path(__file__).parent / "results"
ELSEWHERE = "NZDD_RESULTS"
"""The environment variable that names another folder for results, of parts of benchmarks, too."""
RESULTS = Path(os.environ.get(ELSEWHERE) or PUBLISHED)


@dataclass(slots=True)
class Cost:
    """Cost of one piece of work.

    Attributes
    ----------
    cpu, wall : float
        Seconds; ``cpu`` is user and system time of all threads, the figure to compare, since the
        neighbours on a shared machine disturb it least.
    growth : int
        By how many bytes the resident memory grew at its peak; -1 where the system does not tell.
    """

    cpu: float = 0.0
    wall: float = 0.0
    growth: int = -1


@contextmanager
def metered() -> Iterator[Cost]:
    """Fill in a `Cost` when the block ends; garbage collection is off meanwhile."""
    cost = Cost()
    gc.collect()
    gc.disable()
    before = _forget_peak()
    wall, cpu = time.perf_counter(), time.process_time()
    yield cost
    cost.cpu, cost.wall = time.process_time() - cpu, time.perf_counter() - wall
    if before >= 0:
        cost.growth = _resident("VmHWM") - before
    gc.enable()


def tree_cpu() -> float:
    """CPU seconds of this process and all its children, ended ones included; Linux only.

    Elsewhere of this process alone. Those of other processes are counted in hundredths.
    """
    own, ticks, waiting = time.process_time(), 0, [os.getpid()]
    while waiting:
        process = Path("/proc") / str(waiting.pop())
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            children = [task.read_text().split() for task in process.glob("task/*/children")]
        except OSError:  # it has just ended, and its parent will have its time
            continue
        # its own time, which is known better for this one, and that of children that have ended
        ticks += sum(map(int, fields[13 if process.name == str(os.getpid()) else 11 : 15]))
        waiting += [int(child) for group in children for child in group]
    return own + ticks / os.sysconf("SC_CLK_TCK")


def fresh(function: Callable[..., T], *args: Any) -> T:
    """Call a function of a module in a new process, with nothing allocated or cached.

    Raises
    ------
    RuntimeError
        If the process ends without an answer.
    """
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, function, args))
    process.start()
    sender.close()
    try:
        answer: T = receiver.recv()
    except EOFError:
        process.join()
        code = process.exitcode
        raise RuntimeError(f"{function.__name__}{args} ended with exit code {code}") from None
    process.join()
    return answer


def surroundings(packages: Iterable[str]) -> dict[str, Any]:
    """Date, machine, its load, and the versions of nzdd and of the packages that are installed."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": {
            "cpu": _line("/proc/cpuinfo", "model name") or platform.processor(),
            "cores": os.cpu_count(),
            "memory": _line("/proc/meminfo", "MemTotal"),
            "system": f"{platform.system()} {platform.machine()}",
            "load_average": list(os.getloadavg()),
        },
        "versions": {"python": platform.python_version(), "nzdd": nzdd.__version__}
        | {package: found for package in packages if (found := installed(package))},
    }


def installed(package: str) -> str | None:
    """The version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def publish(
    name: str,
    found: dict[str, Any],
    title: str,
    table: list[str],
    *,
    whole: bool = True,
    command: str = "",
    code: dict[str, str] | None = None,
    **facts: Any,
) -> None:
    """Print the lost cases, and write ``<name>.json``.

    Parameters
    ----------
    name, title : str
    found : dict
        The `surroundings` at the start.
    table : list of str
        Lines that were printed.
    whole : bool
        If False, a part or a small one: it takes the place of published figures only if they are
        those of the same command, and else is written only where NZDD_RESULTS names another folder.
    command : str
        As this process was called, if empty.
    code : dict of str, optional
        What kept cells measured; the code as it is if None.
    **facts
        What was measured.
    """
    found["machine"]["load_average_after"] = list(os.getloadavg())
    found["code"] = fingerprint(name) if code is None else code
    found |= {"title": title, "command": command or called(), "table": table, **facts}
    found = _finite(found)
    print("", *comparisons.lines(name, found), sep="\n")
    path = RESULTS / f"{name}.json"
    again = path.exists() and json.loads(path.read_text())["command"] == found["command"]
    if not (whole or again) and RESULTS == PUBLISHED:
        return
    RESULTS.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=1, allow_nan=False) + "\n")
    print(f"written: {path}")


def called() -> str:
    """The command that started this process."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    module = spec.name.removesuffix(".__main__") if spec else "benchmarks"
    return " ".join([f"python -m {module}", *sys.argv[1:]])


def _finite(value: Any) -> Any:
    """The same, with None for numbers that JSON cannot represent."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _answer(sender: Connection, function: Callable[..., object], args: tuple[Any, ...]) -> None:
    sender.send(function(*args))
    sender.close()
    os._exit(0)  # the exit handlers of some libraries take long and complain


def _forget_peak() -> int:
    """Reset the peak of resident memory and return the current value in bytes; -1 on failure."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return -1
    return _resident("VmRSS")


def _resident(name: str) -> int:
    return 1024 * int(_line("/proc/self/status", name).split()[0])


def _line(path: str, name: str) -> str:
    """The value in the first line ``name : value`` of a file; empty if there is none."""
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return ""
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(name)), "")
