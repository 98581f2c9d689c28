"""Little memory: commands and builds succeed, or end with a MemoryError in one line."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np

from hostile.case import expect, one_of
from hostile.command import check_end, check_left, forked
from hostile.lanes import ending
from hostile.parts import large
from hostile.parts.files import whole_text
from nzdd import NZDD, ZDD, RowTable, families
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.models import mps
from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel
from nzdd.multiset import Multiset

SECONDS = 120.0
PROTOS = 2**26
"""With less room than this the library of the protos, in which models go to solvers, may crash."""
LOADER = "cannot allocate memory for thread-local data: ABORT"
"""With these words the C library ends a process with 127 that loads a library without room."""
WELL, LITTLE, ELSE = 0, 3, 4


def case(random: np.random.Generator, folder: Path) -> None:
    """A command or a call with between nothing and half a gigabyte of memory."""
    room = int(2 ** random.uniform(17, 29))
    (_command if random.random() < 0.6 else _call)(random, folder, room)


def _command(random: np.random.Generator, folder: Path, room: int) -> None:
    inputs = large.inputs(folder.parent)
    arguments, outputs = one_of(  # type: ignore[misc]
        random,
        (["info", inputs["rows"]], {}),
        (["info", inputs["model"]], {}),
        (["build", inputs["rows"], "-o", "o.nzdd"], {"o.nzdd": NZDD.load}),
        (["compress", inputs["model"], "-o", "o.mps"], {"o.mps": mps.read}),
        (["solve", inputs["small"], "--solution", "o.sol"], {"o.sol": whole_text}),
        (["solve", inputs["small"], "--method", "lazy", "--solver", "glop"], {}),
        (["fit", inputs["sample"], "-o", "o.json"], {"o.json": classifiers.load}),
        (["draw", inputs["rows"], "-o", "o.html"], {"o.html": whole_text}),
        (["info", inputs["archive"]], {}),
    )
    end = forked([*arguments, "-q"], folder, room=room, seconds=SECONDS)
    if arguments[0] == "solve" and room < PROTOS and end.code == -signal.SIGSEGV:
        return
    if end.code == 127 and LOADER in end.errors:
        return
    check_end(end)
    check_left(folder, set(), outputs, end)


def _call(random: np.random.Generator, folder: Path, room: int) -> None:
    """In a fork: only MemoryError may be raised, and afterwards everything is unchanged."""
    name = str(one_of(random, *CALLS))
    call = CALLS[name](random)
    child = os.fork()
    if child == 0:
        os._exit(_outcome(call, room))
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            expect(code in (WELL, LITTLE), f"{name} with {room} bytes: {ending(code)}")
            return
        time.sleep(0.002)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    expect(False, f"{name} with {room} bytes: no end")


def _outcome(call: Callable[[], object], room: int) -> int:
    try:
        before = ZDD.from_rows([[0, 1], [2]]).count()
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + room, hard))
        code = WELL
        try:
            call()
        except MemoryError:
            code = LITTLE
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        return code if ZDD.from_rows([[0, 1], [2]]).count() == before == 2 else ELSE
    except BaseException:
        import traceback

        traceback.print_exc()
        return ELSE


def _words(random: np.random.Generator) -> RowTable:
    count = int(2 ** random.uniform(8, 18))
    return RowTable.from_words(random.integers(0, 2**64, count, np.uint64), 64)


def _zdd(random: np.random.Generator) -> Callable[[], object]:
    rows = _words(random)
    return lambda: ZDD.from_rows(rows, order="natural")


def _nzdd(random: np.random.Generator) -> Callable[[], object]:
    rows, minimize = _words(random), str(one_of(random, "edges", "nonzeros"))
    return lambda: NZDD.from_rows(rows, order="auto", minimize=minimize)


def _join(random: np.random.Generator) -> Callable[[], object]:
    lines = random.random((2, int(2 ** random.uniform(3, 10)), 40)) < 0.3
    f, g = (ZDD.from_rows(line, order="natural") for line in lines)
    return lambda: f.join(g)


def _cycles(random: np.random.Generator) -> Callable[[], object]:
    ends = _grid(int(random.integers(3, 11)))
    return lambda: families.simple_cycles(ends)


def _graphs(random: np.random.Generator) -> Callable[[], object]:
    ends = _grid(int(random.integers(3, 8)))
    return lambda: families.graphs(ends, induced=True, components=range(1, 4))


def _grid(side: int) -> np.ndarray:
    at = np.arange(side * side).reshape(side, side)
    ends = [
        np.stack((a.ravel(), b.ravel()), 1) for a, b in ((at[:, :-1], at[:, 1:]), (at[:-1], at[1:]))
    ]
    return np.concatenate(ends)


def _collect(random: np.random.Generator) -> Callable[[], object]:
    rows = _words(random)

    def collect() -> None:
        collected = Multiset(64, "natural", buffer_bytes=0)
        collected.add(rows)
        collected.zdd()

    return collect


def _dense(random: np.random.Generator) -> np.ndarray:
    return random.random((int(2 ** random.uniform(5, 15)), 40)) < 0.3


def _extended(random: np.random.Generator) -> Callable[[], object]:
    model = LinearModel(np.ones(40), _dense(random).astype(float), row_lower=1, upper=1)
    return lambda: ExtendedFormulation.from_model(model)


def _separate(random: np.random.Generator) -> Callable[[], object]:
    diagram, x = ConstraintDiagram.from_rows(_dense(random), 2.0), random.random(40)
    return lambda: diagram.separate(x)


CALLS = {
    "ZDD.from_rows": _zdd,
    "NZDD.from_rows": _nzdd,
    "algebra.join": _join,
    "simple_cycles": _cycles,
    "graphs": _graphs,
    "Multiset.add": _collect,
    "ExtendedFormulation.from_model": _extended,
    "ConstraintDiagram.separate": _separate,
}
