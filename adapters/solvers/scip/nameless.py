"""Files that SCIP finds, and of which nothing is left however this process ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO


@contextmanager
def nameless_file() -> Iterator[tuple[IO[bytes], str]]:
    """An empty file, and the path by which it can be opened once more.

    Elsewhere than on Linux it has a name and stays where the process is killed: there is no path
    to a file without one, or none that is read from its start.
    """
    if sys.platform == "linux":
        with TemporaryFile() as file:
            yield file, f"/dev/fd/{file.fileno()}"
        return
    with TemporaryDirectory() as folder:  # pragma: no cover - not Linux
        path = os.path.join(folder, "nzdd")
        with open(path, "w+b") as file:
            yield file, path
