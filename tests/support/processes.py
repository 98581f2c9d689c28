"""What can be seen of other processes."""

import os
import time
from pathlib import Path


def until(condition):
    """Wait for something that is bound to come; its value."""
    for _ in range(3000):
        if value := condition():
            return value
        time.sleep(0.02)
    raise TimeoutError(condition)


def gone(pid):
    """Whether a process is, or has become, no more than an entry in a table."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        threads = len(os.listdir(f"/proc/{pid}/task"))
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z" and threads <= 1  # the first thread may be the first to end


def children(pid):
    """The processes that a process has started."""
    found = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, thread.read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def files(pid):
    """What a process has open."""
    found = []
    for link in Path(f"/proc/{pid}/fd").glob("*"):
        try:
            found.append(os.readlink(link))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found
