"""The cells of an experiment, in a file of JSON lines that is only added to.

A cell is a measurement with a key. What is in the file is not measured again, so that an experiment
can be stopped and started again at any time; a run that is killed loses the cell that it was at.
"""

from __future__ import annotations

import json
import os
from collections.abc import Hashable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar


class Keyed(Protocol):
    """A dataclass of JSON values, which fields of it name."""

    @property
    def key(self) -> Hashable:
        """What names it."""


C = TypeVar("C", bound=Keyed)


class Cells(Generic[C]):
    """The cells in a file; of two with the same key the later one counts.

    Parameters
    ----------
    path : Path
        The file, which need not exist. A last line that was cut off is removed.
    kind : dataclass
        Of the cells.
    """

    def __init__(self, path: Path, kind: type[C]) -> None:
        self.path = path
        self.found: dict[Hashable, C] = {}
        if not path.exists():
            return
        text = path.read_bytes()
        if cut := len(text) - (text.rfind(b"\n") + 1):
            os.truncate(path, len(text) - cut)
        for line in text[: len(text) - cut].decode().splitlines():
            cell = kind(**json.loads(line))
            self.found[cell.key] = cell

    def add(self, cell: C) -> None:
        """Append it to the file."""
        self.found[cell.key] = cell
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fields: dict[str, Any] = asdict(cell)  # type: ignore[call-overload]
        with self.path.open("a") as file:
            file.write(json.dumps(fields) + "\n")

    def __contains__(self, key: Hashable) -> bool:
        return key in self.found

    def __iter__(self) -> Iterator[C]:
        return iter(self.found.values())
