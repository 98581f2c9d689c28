"""How much memory a worker process takes, and whether that is too much."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from time import monotonic

from nzdd.adapters.workers.timing import MEMORY_POLL_SECONDS


class MemoryWatch:
    """Looks at a process now and then; `exceeded` once it took more than a limit, in bytes."""

    def __init__(self, limit: int | None) -> None:
        self._limit, self._next = limit, 0.0
        self.exceeded = False

    def look(self, process: int) -> bool:
        """Whether the process takes too much, or did; to be called all the time."""
        if self._limit is not None and not self.exceeded and monotonic() >= self._next:
            self.exceeded = resident(process) > self._limit
            self._next = monotonic() + MEMORY_POLL_SECONDS
        return self.exceeded


def resident(process: int) -> int:
    """Bytes that a process has in memory; 0 where it has ended."""
    with suppress(OSError, ValueError, IndexError):
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # without /proc
        asked = ["ps", "-o", "rss=", "-p", str(process)]
        return int(subprocess.run(asked, capture_output=True, check=False).stdout) * 1024
    return 0
