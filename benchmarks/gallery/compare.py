"""One problem by nzdd and by its alternatives, each solve in a process of its own."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import record

OURS = "nzdd"
Answer = tuple[str, float | None, float | None]
"""Status ("optimal" if proven), value and bound."""
Solve = Callable[[Any, float], Answer]
"""A function of a module that gets the size of an instance and a limit of seconds."""
POLL = 0.02
GRACE = 30.0
"""Seconds beyond the limit after which a solve is ended."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem: our solve, the alternatives by name, and the sizes, the small ones first.

    A size is anything that the solves take; `unit` names it, a format string if sizes are tuples.
    Where an alternative has reached its limit it is not tried on larger sizes, unless `all_sizes`.
    """

    title: str
    sizes: Sequence[Any]
    ours: Solve
    peers: dict[str, Solve]
    unit: str = "size"
    all_sizes: bool = False


def script(name: str) -> Any:
    """The module of a script in ``examples/gallery``."""
    return importlib.import_module(f"examples.gallery.{name}")


def answer(result: Any) -> Answer:
    """The answer that a `Result` holds."""
    return str(result.status), result.fun, result.dual_bound


def compare(problem: Problem, limit: float, sample: int) -> list[dict[str, Any]]:
    """Run all sizes; print a line for each solve. The answers must agree."""
    runs: list[dict[str, Any]] = []
    tired: set[str] = set()
    for size in list(problem.sizes)[::sample]:
        case = problem.unit.format(*size) if isinstance(size, tuple) else f"{size} {problem.unit}"
        for variant, solve in {OURS: problem.ours, **problem.peers}.items():
            if variant in tired:
                continue
            run = {"case": case, "variant": variant, **measured(solve, size, limit)}
            print(f"{case:24} {variant:28} {run['status']:12} {cell(run)}", flush=True)
            runs.append(run)
            if run["status"] != "optimal" and variant != OURS and not problem.all_sizes:
                tired.add(variant)
        optima = [r["value"] for r in runs if r["case"] == case and r["status"] == "optimal"]
        if not np.allclose(optima, optima[:1] or 0.0, rtol=1e-5, atol=1e-6):
            print(f"{case}: THE VARIANTS DISAGREE: {optima}")
    return runs


def table(runs: list[dict[str, Any]]) -> list[str]:
    """A line for each case, a column for each variant: CPU / wall-clock seconds, MiB."""
    variants = list(dict.fromkeys(run["variant"] for run in runs))
    found = {(run["case"], run["variant"]): run for run in runs}
    lines = [f"{'':20}" + "".join(f"{variant:>30}" for variant in variants)]
    for case in dict.fromkeys(run["case"] for run in runs):
        cells = [cell(found.get((case, variant))) for variant in variants]
        lines.append(f"{case:20}" + "".join(f"{cell:>30}" for cell in cells))
    return [
        *lines,
        "",
        "CPU / wall-clock seconds and peak memory; at the limit value [bound] after CPU seconds",
    ]


def cell(run: dict[str, Any] | None) -> str:
    """Seconds and memory of a run as text."""
    if run is None:
        return "-"
    if run["status"] == "optimal":
        return f"{run['cpu']:.2f} / {run['wall']:.2f}, {run['memory'] / record.MIB:.0f} MiB"
    value, bound = ("-" if v is None else f"{v:.6g}" for v in (run["value"], run["bound"]))
    return f"{value} [{bound}] after {run['cpu']:.0f} s"


def measured(solve: Solve, size: Any, limit: float) -> dict[str, Any]:
    """Solve in a new process; CPU seconds and resident memory are those of all its processes.

    The memory is the most that was seen at once, beyond what the process took before the solve.
    A solve that goes on for long after its limit is ended, as ``unsolved``.
    """
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_solve, args=(sender, solve, size, limit))
    process.start()
    sender.close()
    receiver.recv()  # everything is imported
    pid = process.pid or 0
    before = peak = resident(pid)
    started = time.perf_counter()
    while not receiver.poll(POLL):
        peak = max(peak, resident(pid))
        if time.perf_counter() - started > limit + GRACE:
            process.kill()
            break
    try:
        (status, value, bound), cpu, wall = receiver.recv()
    except EOFError:
        status, value, bound, cpu = "unsolved", None, None, limit
        wall = time.perf_counter() - started
    process.join()
    memory = peak - before
    return {"status": status, "value": value, "bound": bound} | {
        "cpu": cpu,
        "wall": wall,
        "memory": memory,
    }


def _solve(sender: Connection, solve: Solve, size: Any, limit: float) -> None:
    sender.send(None)
    cpu, wall = record.tree_cpu(), time.perf_counter()
    found = solve(size, limit)
    sender.send((found, record.tree_cpu() - cpu, time.perf_counter() - wall))
    sender.close()
    os._exit(0)  # the exit handlers of some libraries take long and complain


def resident(pid: int) -> int:
    """Bytes of resident memory of a process and all its children now; Linux only."""
    total, waiting = 0, [pid]
    while waiting:
        process = Path("/proc") / str(waiting.pop())
        try:
            total += int((process / "statm").read_text().split()[1])
            children = [task.read_text().split() for task in process.glob("task/*/children")]
        except OSError:  # it has just ended
            continue
        waiting += [int(child) for group in children for child in group]
    return total * os.sysconf("SC_PAGE_SIZE")
