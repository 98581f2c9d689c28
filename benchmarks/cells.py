"""The cells of an experiment, in a file of JSON lines that is only added to.

A cell is a measurement with a key. What is in the file is not measured again, so that an experiment
can be stopped and started again at any time; a run that is killed loses the cell that it was at.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from benchmarks.measured_code import fingerprint


class Keyed(Protocol):
    """A dataclass of JSON values, which fields of it name."""

    @property
    def key(self) -> Hashable:
        """What names it."""


C = TypeVar("C", bound=Keyed)


def today() -> str:
    """The day of a cell that is measured now."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def days(cells: Iterable[Any]) -> str:
    """From the first to the last day that cells were measured on."""
    found = sorted({cell.day for cell in cells})
    return found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"


class Cells(Generic[C]):
    """The cells in a file; of two with the same key the later one counts.

    Parameters
    ----------
    path : Path
        The file, which need not exist. A last line that was cut off is removed.
    kind : dataclass
        Of the cells.

    Attributes
    ----------
    current : set
        Keys of cells that measured the code as it is.
    """

    def __init__(self, path: Path, kind: type[C]) -> None:
        self.path = path
        self.code = fingerprint(path.stem)
        self.found: dict[Hashable, C] = {}
        self.current: set[Hashable] = set()
        if not path.exists():
            return
        text = path.read_bytes()
        if cut := len(text) - (text.rfind(b"\n") + 1):
            os.truncate(path, len(text) - cut)
        for line in text[: len(text) - cut].decode().splitlines():
            fields = json.loads(line)
            code = fields.pop("code", {})
            self._keep(kind(**fields), code)

    def add(self, cell: C) -> None:
        """Append it to the file."""
        self._keep(cell, self.code)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fields: dict[str, Any] = asdict(cell) | {"code": self.code}  # type: ignore[call-overload]
        with self.path.open("a") as file:
            file.write(json.dumps(fields) + "\n")

    def measured(self) -> dict[str, str]:
        """The code that all cells measured; empty if it is not the code as it is."""
        return self.code if len(self.current) == len(self.found) else {}

    def _keep(self, cell: C, code: dict[str, str]) -> None:
        self.found[cell.key] = cell
        (self.current.add if code == self.code else self.current.discard)(cell.key)

    def __contains__(self, key: Hashable) -> bool:
        return key in self.found

    def __iter__(self) -> Iterator[C]:
        return iter(self.found.values())
