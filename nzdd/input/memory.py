"""How much memory is left, and whether a file or a result fits into it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from gzip import GzipFile
from pathlib import Path
from typing import IO

from nzdd.input.text import readable

VARIABLE = "NZDD_MAX_BYTES"
"""The environment variable that sets another limit, in bytes."""

_UNKNOWN = 2**33  # where no system call tells
_CHUNK = 2**20
_LEAST = 2**24  # nobody is refused a small file, however little is left


class NoRoomError(MemoryError):
    """What was asked for does not fit into memory; no work was done."""


def available() -> int:
    """Bytes that this process may still take: of the machine, its container and its limits."""
    return max(0, min(_limits(), default=_UNKNOWN))


def check_room(count: int, each: float, what: str, cure: str) -> None:
    """NoRoomError if `count` items of about `each` bytes do not fit into the `available` memory.

    To be called before any work on them; `what` names them, and `cure` says what to do.
    """
    need = count * round(each)
    if need < _LEAST or need <= (left := available()):
        return
    raise NoRoomError(
        f"{readable(count)} {what} do not fit: they take about {max(1, round(each))} bytes each, "
        f"and {left // 2**20:,} MB of memory are left; {cure}"
    )


def max_bytes(need: int) -> int:
    """How many bytes a file may hold, unpacked, if it is read at once.

    The reader takes `need` bytes of memory for each. The environment variable `NZDD_MAX_BYTES` sets
    another limit; ValueError if it is not a number.
    """
    text = os.environ.get(VARIABLE, "")
    if not text:
        return max(_LEAST, available() // need)
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise ValueError(f"{VARIABLE} is {text[:40]!r}; give a number of bytes, or unset it")
    return int(text)


def read_up_to(file: IO[bytes] | GzipFile, limit: int) -> bytes:
    """The first bytes of a file; memory is taken as they come, not for the limit beforehand."""
    parts = []
    while limit > 0 and (part := file.read(min(limit, _CHUNK))):
        parts.append(part)
        limit -= len(part)
    return b"".join(parts)


def too_large(limit: int) -> tuple[str, str]:
    """What is wrong with a content above the limit, and what to do about it."""
    what = f"it holds more than {max(1, limit // 2**20):,} MB"
    if os.environ.get(VARIABLE):
        return f"{what}, which {VARIABLE} allows", f"set {VARIABLE} to the bytes it may hold"
    cure = f"take a machine with more, or set {VARIABLE} to the bytes it may hold"
    return f"{what}, too much to read with the memory that is left", cure


def _limits() -> Iterator[int]:
    with suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text().splitlines()
        [kilobytes] = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
        yield int(kilobytes) * 1024
    if sys.platform == "darwin":  # pragma: no cover - not Linux
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError, KeyError):
        group = Path("/sys/fs/cgroup")
        most = int((group / "memory.max").read_text())  # "max" is not a number: there is no limit
        kept = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
        used = int((group / "memory.current").read_text()) - int(kept["inactive_file"])
        yield most - used
    with suppress(ImportError, OSError, ValueError, IndexError):
        import resource

        most_space, _ = resource.getrlimit(resource.RLIMIT_AS)
        if most_space != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            yield most_space - pages * resource.getpagesize()
