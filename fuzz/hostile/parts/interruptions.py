"""Ctrl-C at any moment of a command or a solve, once or twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from hostile.case import expect, one_of
from hostile.command import MARK, End, check_left, orphans
from hostile.lanes import ending
from hostile.parts import large
from hostile.parts.files import whole_text
from nzdd import NZDD
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.models import mps

PATIENCE = 6.0
"""Seconds between the last Ctrl-C and the end, on a machine that is busy besides."""
INTERRUPTED = 130

COMMAND = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from nzdd.adapters.cli import main
try:
    os.write(int(sys.argv.pop(1)), b"ready")
    code = main(sys.argv[1:])
except KeyboardInterrupt as early:
    place = early.__traceback__.tb_next
    if place is not None and place.tb_lineno != main.__code__.co_firstlineno:
        raise
    code = 130  # on the way into main, where nothing could have caught it
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end of Python is not ours
sys.exit(code)
"""
CALL = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from nzdd import solve
from nzdd.adapters.files import formats
ready, path, method, solver = sys.argv[1:]
model = formats.read_model(path)
solve(formats.read_model(path[:path.rindex("/")] + "/small.mps"), time_limit=1)
os.write(int(ready), b"ready")
try:
    solve(model, method, solver or None, time_limit=8)
    code = 0
except KeyboardInterrupt:
    code = 130
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.exit(code)
"""
"""Programs that say when they begin to listen."""


def case(random: np.random.Generator, folder: Path) -> None:
    """Start, wait, interrupt, and check what is left."""
    inputs = large.inputs(folder.parent)
    hard = str(one_of(random, inputs["hard"], inputs["hard"], inputs["relaxed"], inputs["model"]))
    method = str(one_of(random, "auto", "direct", "extended", "lazy"))
    solver = _solver(random, method, hard == inputs["relaxed"])
    calls = random.random() < 0.3
    outputs: dict[str, object] = {}
    if calls:
        program, arguments = CALL, [hard, method, solver]
    else:
        program = COMMAND
        chosen = ["--solver", solver] if solver else []
        solving = [
            "solve",
            hard,
            "--method",
            method,
            *chosen,
            "--solution",
            "o.sol",
            "--time-limit",
            "8",
        ]
        arguments, outputs = one_of(  # type: ignore[assignment]
            random,
            (solving, {"o.sol": whole_text}),
            (solving, {"o.sol": whole_text}),
            (["info", inputs["rows"]], {}),
            (["info", inputs["lp"]], {}),
            (["build", inputs["rows"], "-o", "o.nzdd"], {"o.nzdd": NZDD.load}),
            (["compress", inputs["model"], "-o", "o.mps.gz"], {"o.mps.gz": mps.read}),
            (["compress", inputs["lp"], "-o", "o.mps"], {"o.mps": mps.read}),
            (["fit", inputs["sample"], "-o", "o.json"], {"o.json": classifiers.load}),
            (
                ["fit", inputs["sample"], "-o", "o.json", "--algorithm", "lp"],
                {"o.json": classifiers.load},
            ),
            (["draw", inputs["rows"], "-o", "o.html"], {"o.html": whole_text}),
        )
    moments = sorted((random.random(int(one_of(random, 1, 1, 2))) ** 2 * 4).tolist())
    if len(moments) > 1 and moments[1] - moments[0] < 0.3:
        moments[1] += 0.3  # faster than that is a storm, which has its test
    end = _interrupted(program, arguments, folder, moments if not calls else moments[:1])
    _check(end, folder, outputs)


def _solver(random: np.random.Generator, method: str, relaxed: bool) -> str:
    if method == "lazy":
        return str(one_of(random, "", "glop"))
    if relaxed:
        return str(one_of(random, "", "highs", "glop", "scipy"))
    # the smaller model has continuous columns, which CP-SAT does not take
    kinds = ("", "scip", "highs", "scipy", "cp_sat")
    return str(one_of(random, *(kinds[:-1] if method == "extended" else kinds)))


def _interrupted(program: str, arguments: list[str], folder: Path, moments: list[float]) -> End:
    listen, ready = os.pipe()
    logs = [folder.parent / f"{name}.txt" for name in ("out", "errors")]
    with logs[0].open("wb") as out, logs[1].open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(ready), *arguments],
            pass_fds=[ready],
            cwd=folder,
            env=os.environ | {MARK: str(folder), "PYTHONSAFEPATH": "1"},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=errors,
        )
    os.close(ready)
    os.read(listen, 5)
    os.close(listen)
    begun = time.monotonic()
    for moment in moments:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, begun + moment - time.monotonic()))
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    code: int | None
    try:
        code = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        code = None
    out, errors = (log.read_text(errors="surrogateescape") for log in logs)
    words = f"{' '.join(arguments)} interrupted after {', '.join(f'{m:.2f}' for m in moments)} s"
    return End(code, out, errors, time.monotonic() - sent, words)


def _check(end: End, folder: Path, outputs: dict[str, object]) -> None:
    left = orphans(folder)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    expect(end.code is not None, f"{end.command}: no end within {PATIENCE:.0f} s")
    assert end.code is not None
    last = end.errors.strip().splitlines()[-1:] or [""]
    expect("Traceback" not in end.errors, f"{end.command}: a traceback: {last[0][:300]}")
    codes = (0, 1, INTERRUPTED)
    expect(end.code in codes, f"{end.command}: {ending(end.code)}: {last[0][:300]}")
    strange = [line for line in end.errors.splitlines() if not line.startswith("nzdd: ")]
    expect(not strange, f"{end.command}: stderr says {strange[:1]}")
    expect(not left, f"{end.command}: {len(left)} processes live on")
    # An answer that a limit has cut off may have no point to write.
    whole = {name: read for name, read in outputs.items() if (folder / name).exists()}
    check_left(folder, set(), whole, end)
