"""Output files, checked before any work starts."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from nzdd.adapters.cli.answer import note
from nzdd.adapters.files.text import plain_name, write_text

LINES = (".csv", ".csv.gz", ".json", ".json.gz")
"""How the names of files end that `write_lines` writes."""

_FULL = "free some space, or name a file on another disk"
_CURES = {
    errno.ENOENT: "check the path",
    errno.EISDIR: "name a file in it",
    errno.EACCES: "check its permissions",
    errno.ELOOP: "correct the link",
    errno.ENAMETOOLONG: "take a shorter name",
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "raise the limit on file sizes, or name a file on another disk",
}


def check_output(path: str | None, suffixes: Sequence[str], *others: str | None) -> None:
    """Raise ValueError for an output file that could not be written after the work is done.

    Its name ends in one of the suffixes, in any case. `others` are input files and other outputs,
    none of which it may be, and folders that are read, in none of which it may lie. Without a
    path nothing is checked.
    """
    if path is None:
        return
    target = Path(path)
    if not target.name.lower().endswith(tuple(suffixes)):
        raise ValueError(f"{path}: unknown output format; name a file in {', '.join(suffixes)}")
    if not target.parent.is_dir():
        raise ValueError(f"{path}: the folder {target.parent} does not exist; create it first")
    if target.is_dir():
        raise ValueError(f"{path}: is a folder; name a file in it")
    with suppress(FileNotFoundError):
        target.stat()  # which fails where links lead in a circle
    if not os.access(target.parent, os.W_OK | os.X_OK):  # pragma: no cover - root may
        raise ValueError(f"{path}: the folder {target.parent} is read-only; choose another one")
    if any(other is not None and _same(target, Path(other)) for other in others):
        raise ValueError(f"{path}: is named twice, and would be overwritten; name another output")
    for folder in (other for other in others if other is not None and Path(other).is_dir()):
        if target.resolve().is_relative_to(Path(folder).resolve()):
            raise ValueError(f"{path}: lies in {folder}, whose files are read; name one elsewhere")


def written(write: Callable[[], object]) -> bool:
    """Whether an output could be written; a full disk must not cost the answer of a long run."""
    try:
        write()
    except OSError as error:
        note(complaint(error))
        return False
    return True


def saved(path: str | None, write: Callable[[], object] | None, *, quiet: bool) -> bool:
    """Whether nothing failed: without a path nothing is asked for; None: there is nothing to write.

    Unless `quiet`, a note says so.
    """
    if path is None:
        return True
    if write is None:
        if not quiet:
            left = f", so {path} is left as it was" if Path(path).exists() else ""
            note(f"there is nothing to write{left}")
        return True
    return written(write)


def write_lines(path: str, lines: Iterable[Sequence[object]], facts: dict[str, Any]) -> None:
    """Write lines as CSV, or all facts as JSON, by the suffix of a file; whole or not at all."""
    if plain_name(path).endswith(".json"):
        write_text(path, [json.dumps(facts), "\n"])
        return
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    write_text(path, [text.getvalue()])


def complaint(error: OSError) -> str:
    """One line with the file, what is wrong, and the cure."""
    place = f"{error.filename}: " if error.filename is not None else ""
    cure = _CURES.get(error.errno or 0, "check the file and its folder")
    return f"{place}{error.strerror or error}; {cure}"


def _same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)
