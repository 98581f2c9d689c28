"""The command ``nzdd`` in a separate process with limits, and checks of what it leaves."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hostile.case import HARMFUL, expect
from hostile.lanes import ending

MARK = "NZDD_HOSTILE_CASE"
"""A variable of the environment by which all processes of a command are known."""
ESCAPED = 70
"""The exit code of a command that an exception has left."""
LONGEST_LINE = 2000


@dataclass(frozen=True)
class End:
    """How a command ended: its exit code, negative for a signal, None if it was killed here."""

    code: int | None
    out: str
    errors: str
    seconds: float
    command: str


def forked(
    arguments: list[str], folder: Path, *, room: int | None = None, seconds: float = 60.0
) -> End:
    """Run the command in the folder, in a fork of this process that has already loaded it.

    `room` is the number of bytes of address space that it may allocate.
    """
    logs = [folder.parent / f"{name}.txt" for name in ("out", "errors")]
    files = [os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for log in logs]
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        _in_fork(arguments, folder, files, room)
    for file in files:
        os.close(file)
    code: int | None = None
    while time.monotonic() < begun + seconds:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            break
        time.sleep(0.002)
    else:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    out, errors = (log.read_bytes().decode(errors="surrogateescape") for log in logs)
    return End(code, out, errors, time.monotonic() - begun, " ".join(["nzdd", *arguments]))


def _in_fork(arguments: list[str], folder: Path, files: list[int], room: int | None) -> None:
    """Never returns."""
    code = ESCAPED
    try:
        os.setsid()
        os.chdir(folder)
        os.environ[MARK] = str(folder)
        for number, file in enumerate(files, 1):
            os.dup2(file, number)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
        if room is not None:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            most = pages * resource.getpagesize() + room
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        from nzdd.adapters.cli import main

        try:
            code = main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
    except BaseException:
        with suppress(BaseException):
            traceback.print_exc()
    finally:
        with suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def check_end(end: End, *, codes: Iterable[int] = (0, 1, 2)) -> None:
    """Check that a command ended by itself, with at most one line of errors and no raw output."""
    expect(end.code is not None, f"{end.command}: no end within {end.seconds:.0f} s")
    assert end.code is not None
    last = end.errors.strip().splitlines()[-1:] or [""]
    expect("Traceback" not in end.errors, f"{end.command}: a traceback: {last[0][:300]}")
    expect(end.code in codes, f"{end.command}: ended with {ending(end.code)}: {last[0][:300]}")
    lines = end.errors.splitlines()
    expect(len(lines) <= 1, f"{end.command}: {len(lines)} lines on stderr: {end.errors[:300]!r}")
    if lines:
        expect(lines[0].startswith("nzdd: "), f"{end.command}: stderr says {lines[0][:300]!r}")
        expect(
            len(lines[0]) <= LONGEST_LINE, f"{end.command}: a line of {len(lines[0])} characters"
        )
    if end.code == 2:
        expect(len(lines) == 1, f"{end.command}: exit code 2 without a word")
        expect(not end.out, f"{end.command}: exit code 2 after an answer: {end.out[:100]!r}")
    for name, text in (("stdout", end.out), ("stderr", end.errors)):
        raw = HARMFUL.search(text)
        expect(raw is None, f"{end.command}: {raw and raw[0]!r} raw on {name}")


def check_left(folder: Path, known: set[str], whole: dict[str, object], end: End) -> None:
    """Check that only the original files and readable outputs are left.

    `whole` maps each output to the function that reads it.
    """
    for path in sorted(folder.iterdir()):
        if path.name in known:
            continue
        expect(path.name in whole, f"{end.command}: leaves {path.name!r} behind")
        expect(end.code != 2, f"{end.command}: exit code 2, but {path.name!r} is written")
        try:
            whole[path.name](path)  # type: ignore[operator]
        except Exception as error:
            expect(False, f"{end.command}: {path.name!r} cannot be read again: {error}")
    if end.code == 0:
        for name in whole:
            expect((folder / name).exists(), f"{end.command}: exit code 0 without {name!r}")


def orphans(folder: Path, seconds: float = 5.0) -> list[int]:
    """Processes of a command that still run some seconds after its end."""
    end = time.monotonic() + seconds
    while True:
        found = _marked(folder)
        if not found or time.monotonic() >= end:
            return found
        time.sleep(0.05)


def _marked(folder: Path) -> list[int]:
    mark, found = f"{MARK}={folder}".encode(), []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (place / "environ").read_bytes().split(b"\0"):
                found.append(int(place.name))
    return found
