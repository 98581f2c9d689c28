"""Files of keywords with values and of sections with numbers, as TSPLIB has them."""

from __future__ import annotations

import re

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, check_characters, decoded, line_at, numbers_of
from nzdd.formulations.models.arrays import Floats
from nzdd.input.text import shown

_KEY = re.compile(rb"^[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]*:?[ \t]*([^\r\n]*)", re.MULTILINE)
_FOREIGN = re.compile(
    rb"(?<![^ \t\r\n])(?![+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?(?![^ \t\r\n]))[^ \t\r\n]"
)
_VALUES = ("NAME", "COMMENT", "TYPE", "DIMENSION", "CAPACITY", "VEHICLES", "BEST_KNOWN")
_LIMITS = ("DISTANCE", "SERVICE_TIME")
_SHAPES = ("EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT", "NODE_COORD_TYPE", "DISPLAY_DATA_TYPE", "EOF")
_PLACES = ("NODE_COORD", "DEMAND", "DEPOT", "EDGE_WEIGHT", "DISPLAY_DATA")
_HOURS = ("TIME_WINDOW", "SERVICE_TIME")
_SECTIONS = (f"{name}_SECTION" for name in (*_PLACES, *_HOURS))
_KEYS = {*_VALUES, *_LIMITS, *_SHAPES, *_SECTIONS}
_FORM = (
    "'DIMENSION : n' and 'CAPACITY : c' come first, then the sections NODE_COORD or EDGE_WEIGHT, "
    "DEMAND and DEPOT"
)
_AGAIN = "copy the file again, or correct that line"


class KeywordFile:
    """What a file says, and where.

    Attributes
    ----------
    values : dict of str to str
        By keyword.
    lines : dict of str to int
        Where each keyword stands.
    blocks : dict of str to bytes
        The text of each section.
    """

    def __init__(self, path: StrPath, content: bytes) -> None:
        self.path = path
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.blocks: dict[str, bytes] = {}
        found = list(_KEY.finditer(content))
        starts = [key.start() for key in found] + [len(content)]
        self._refuse_rest(content[: starts[0]])
        for key, end in zip(found, starts[1:], strict=True):
            name, line = key[1].decode().upper(), line_at(content, key.start(1))
            if name not in _KEYS:
                what = f"{shown(name)} is not read: routes may be limited by loads, length or hours"
                cure = "leave it out if it limits nothing, or take nzdd.families.walks"
                if not any(other[1].decode().upper() in _KEYS for other in found):
                    what = f"{shown(name)} is no keyword of CVRPLIB's format"
                    cure = "check the file; docs/howto/route.md shows one"
                raise ModelFileError(path, line, what, cure)
            if name == "EOF":
                break
            if name in self.values and name != "COMMENT":
                what = f"{name} stands in line {self.lines[name]} already"
                raise ModelFileError(path, line, what, "leave one of them out")
            said = self.values.get(name, "")  # by lines of comment before
            self.values[name], self.lines[name] = f"{said} {decoded(key[2])}".strip(), line
            # with the lines before it, so that messages name the right ones
            before = b"\n" * (line - 1)
            if name.endswith("_SECTION"):
                self.blocks[name] = before + content[key.start(2) : end]
            else:
                self._refuse_rest(before + content[key.end() : end])

    def _refuse_rest(self, text: bytes) -> None:
        """Refuse what stands in no section."""
        if rest := text.strip():
            line = line_at(text, text.index(rest))
            what = f"{shown(decoded(rest.split()[0]))} stands in no section"
            raise ModelFileError(self.path, line, what, _FORM)

    def number(self, name: str) -> int:
        """A whole number that the file must have."""
        return int(self._matched(name, r"(\d{1,15})(?:\.0*)?", "a whole number"))

    def decimal(self, name: str) -> float:
        """A number from 0 on that the file must have."""
        return float(self._matched(name, r"(\d{1,15}(?:\.\d{0,15})?)", "a number"))

    def _matched(self, name: str, form: str, called: str) -> str:
        text = self.values.get(name)
        found = None if text is None else re.fullmatch(form, text)
        if found is None:
            what = f"there is no {name}" if text is None else f"{name} is {shown(text)}"
            cure = f"write {called}, as in '{name} : 100'"
            raise ModelFileError(self.path, self.lines.get(name), what, cure)
        return found[1]

    def section(self, name: str, shape: tuple[int, int] | None = None) -> Floats:
        """The numbers of a section that the file must have, so many if a shape is given."""
        if name not in self.blocks:
            raise ModelFileError(self.path, None, f"there is no {name}", _FORM)
        block = self.blocks[name]
        check_characters(self.path, block, _FOREIGN, _AGAIN, "is no number")
        values = numbers_of(block, np.float64)
        if not np.isfinite(values).all():
            what = f"{name} has a number beyond the range of a double"
            raise ModelFileError(self.path, self.lines[name], what, _AGAIN)
        if shape is None:
            return values
        if values.size != shape[0] * shape[1]:
            what = f"{name} has {values.size} numbers instead of {shape[0]} x {shape[1]}"
            raise ModelFileError(self.path, self.lines[name], what, _AGAIN)
        return values.reshape(shape)
