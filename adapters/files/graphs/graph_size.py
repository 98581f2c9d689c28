"""What a graph in memory may need, which networkx keeps as dicts of dicts."""

from __future__ import annotations

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath

NEED = 64
"""Bytes of memory for a byte of text."""

MAX_VERTICES = 10**6
"""A vertex takes some 300 bytes, and is announced by a few digits."""


def check_vertices(path: StrPath, line: int, count: int, what: str = "vertices") -> None:
    """ModelFileError if a line announces more than `MAX_VERTICES`."""
    if count > MAX_VERTICES:
        raise ModelFileError(
            path, line, f"{count} {what} are announced", f"the limit is {MAX_VERTICES}"
        )
