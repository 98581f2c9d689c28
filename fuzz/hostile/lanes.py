"""Parallel workers; a crash or a case that does not end is a find, and a new worker continues."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

HERE = Path(__file__).parent
FINDINGS = HERE.parent / "findings"
MOST_ALIKE = 3
"""Finds that differ only in numbers are printed this often; all are counted and kept."""
LONGEST = 180.0
"""Seconds after which a case counts as one without end."""


_printed: Counter[tuple[str, str]] = Counter()


def run(part: str, seed: int, seconds: float, jobs: int) -> tuple[int, int]:
    """Run cases of a part for some seconds; return the numbers of cases and of finds."""
    with ThreadPoolExecutor(jobs) as pool:
        lanes = [pool.submit(_lane, part, seed, seconds, lane, jobs) for lane in range(jobs)]
        counts = [lane.result() for lane in lanes]
    return sum(cases for cases, _ in counts), sum(finds for _, finds in counts)


def _lane(part: str, seed: int, seconds: float, number: int, step: int) -> tuple[int, int]:
    """Run one worker after the other until the time is over."""
    end = time.monotonic() + seconds
    cases = finds = 0
    while True:
        left = max(0.0, end - time.monotonic())
        with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as scratch:
            for last, what in _cases(part, seed, number, step, left, Path(scratch)):
                cases += 1
                number = last + step
                if what is not None:
                    finds += 1
                    _keep(part, seed, last, what, Path(scratch))
        if time.monotonic() >= end:
            return cases, finds


def _cases(
    part: str, seed: int, first: int, step: int, seconds: float, scratch: Path
) -> Iterator[tuple[int, str | None]]:
    """The cases of one worker with their finds."""
    arguments = [part, str(scratch), *map(str, (seed, first, step, seconds))]
    with (scratch / "stderr.txt").open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, str(HERE), "--worker", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
    lines: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=_listen, args=[process, lines], daemon=True).start()
    running: int | None = None
    try:
        while True:
            try:
                line = lines.get(timeout=LONGEST)
            except Empty:
                yield first if running is None else running, f"no end within {LONGEST:.0f} s"
                return
            if line is None:
                break
            said = json.loads(line)
            running = said.get("begins")
            if "over" in said:
                return
            if "ended" in said:
                yield said["ended"], said["find"]
        code = process.wait()
        if running is None:
            raise RuntimeError((scratch / "stderr.txt").read_text()[-2000:])  # no case is at fault
        yield running, f"the process ended with {ending(code)}"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def ending(code: int) -> str:
    """How a process ended, as text."""
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def _listen(process: subprocess.Popen[bytes], lines: SimpleQueue[bytes | None]) -> None:
    assert process.stdout is not None
    with process.stdout as stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def _keep(part: str, seed: int, number: int, what: str, scratch: Path) -> None:
    """Print a find, unless many are alike, and the command that repeats it; keep its files."""
    again = f"python fuzz/hostile {part} --seed {seed} --case {number}"
    kind = part, re.sub(r"[-+.\d]+", "0", what)
    _printed[kind] += 1
    if _printed[kind] <= MOST_ALIKE:
        print(f"{part} {number}: {what}\n  {again}", flush=True)
    place = FINDINGS / f"{part}-{seed}-{number}"
    shutil.rmtree(place, ignore_errors=True)
    for folder in (scratch / f"find-{number}", scratch / "case"):
        if folder.exists():
            shutil.copytree(folder, place, symlinks=True, ignore_dangling_symlinks=True)
            break
    place.mkdir(parents=True, exist_ok=True)
    (place / "find.txt").write_text(f"{what}\n{again}\n")
    shutil.copy(scratch / "stderr.txt", place)
