"""The process that runs the cases of a part, one after the other."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
import traceback
from importlib import import_module
from pathlib import Path

from hostile.case import Find, generator, shown


def main(arguments: list[str]) -> None:
    """Run every ``step``-th case from ``first`` on, and report each on stdout."""
    part, scratch = arguments[:2]
    seed, first, step = map(int, arguments[2:5])
    seconds = float(arguments[5])
    lines = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what cases print is for nobody
    case = import_module(f"hostile.parts.{part}").case
    # The clock of the part starts here: what is loaded is loaded for each worker anew.
    end = time.monotonic() + seconds
    number = first
    while time.monotonic() < end:
        print(json.dumps({"begins": number}), file=lines)
        find = _found(case, part, seed, number, Path(scratch))
        if find is not None:
            (Path(scratch) / "case").rename(Path(scratch) / f"find-{number}")
        print(json.dumps({"ended": number, "find": find}), file=lines)
        number += step
    print(json.dumps({"over": number}), file=lines)


def alone(part: str, seed: int, number: int) -> int:
    """Run one case here, with its traceback; 1 if it is a find."""
    scratch = Path(tempfile.mkdtemp(prefix="hostile-"))
    case = import_module(f"hostile.parts.{part}").case
    find = _found(case, part, seed, number, scratch)
    if find is None:
        print(f"{part} {number}: well")
        shutil.rmtree(scratch)
        return 0
    trace = scratch / "case" / "traceback.txt"
    print(trace.read_text(), f"{part} {number}: {find}\n{scratch}", sep="\n")
    return 1


def _found(case, part: str, seed: int, number: int, scratch: Path) -> str | None:  # type: ignore[no-untyped-def]
    """Run a case in an empty folder; return None, or the find in one line."""
    folder, temporary = scratch / "case", scratch / "temporary"
    for place in (folder, temporary):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
    os.environ["TMPDIR"] = tempfile.tempdir = str(temporary)
    try:
        case(generator(part, seed, number), folder)
        left = [path.name for path in temporary.iterdir()]
        if left:
            raise Find(f"{', '.join(left)} is left in the temporary folder")
    except Find as find:
        (folder / "traceback.txt").write_text(_trace())
        return shown(str(find))
    except Exception as error:
        (folder / "traceback.txt").write_text(_trace())
        place = traceback.extract_tb(sys.exc_info()[2])[-1]
        words = shown(f"{type(error).__name__}: {error}")
        return f"{words[:300]} ({place.filename}:{place.lineno})"
    return None


def _trace() -> str:
    return traceback.format_exc().encode(errors="backslashreplace").decode()
