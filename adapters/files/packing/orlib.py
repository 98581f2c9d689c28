"""Bin packing files of OR-Library, which hold several problems with names."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.decimals import as_integers
from nzdd.adapters.files.packing.instance import Numbers, PackingInstance
from nzdd.adapters.files.text import StrPath, check_characters, numbers_of, starts_and_lines
from nzdd.input.text import short

_FORM = (
    "after the name of a problem comes a line 'capacity items best', then a line with the weight "
    "of each item"
)
_NAME = re.compile(rb"^[ \t]*([^\s\d]\S{0,99})[ \t\r]*$", re.MULTILINE)
_START = re.compile(
    rb"\s*\d{1,9}[ \t\r]*\n[ \t\r\n]*" + _NAME.pattern + rb"\s+[\d.]+[ \t]+\d+[ \t]+\d+\s",
    _NAME.flags,
)
"""The number of problems, the name of the first one, its capacity, items and best solution."""
_FOREIGN = re.compile(rb"[^ \t\r\n0-9.]|[0-9.]{17}|\.[0-9]*\.|(?<![0-9])\.(?![0-9])")
_SHOWN = 4  # names


def begins(content: bytes) -> bool:
    """Whether a text begins as the files of OR-Library do."""
    return _START.match(content) is not None


def read(path: StrPath, content: bytes, problem: str | None = None) -> PackingInstance:
    """One of the problems of a text that begins so: the one of this name, or the only one."""
    found = list(_NAME.finditer(content))
    names = [each[1].decode(errors="replace") for each in found]
    ends = [*(each.start() for each in found), len(content)]
    if problem is None and len(names) > 1:
        some = ", ".join(map(short, names[:_SHOWN])) + ", ..." * (len(names) > _SHOWN)
        what = f"it holds {len(names)} problems of OR-Library: {some}"
        cure = f"name one, as in --problem {short(names[0])} (problem={short(names[0])!r})"
        raise ModelFileError(path, 1, what, cure)
    if problem is not None and names.count(problem) != 1:
        how_many = names.count(problem) or "none"
        what = f"{how_many} of its {len(names)} problems is called {short(problem)!r}"
        cure = f"name one from {short(names[0])} to {short(names[-1])}"
        raise ModelFileError(path, None, what, cure)
    at = 0 if problem is None else names.index(problem)
    before, after = content[: found[at].end()], content[found[at].end() : ends[at + 1]]
    text = b"\n" * before.count(b"\n") + after  # the lines keep their numbers
    check_characters(path, text, _FOREIGN, "behind a name stand numbers alone", "is no number")
    values = numbers_of(text, np.float64)
    _, lines = starts_and_lines(text, np.frombuffer(text, np.uint8) >= ord("."))
    if values.size < 4 or values.size - 3 != values[1]:
        announced = int(values[1]) if values.size > 1 else 0
        what = f"{announced} items are announced, and {max(0, values.size - 3)} follow"
        raise ModelFileError(path, before.count(b"\n") + 2, f"{names[at]}: {what}", _FORM)
    values, lines = np.delete(values, [1, 2]), np.delete(lines, [1, 2])
    numbers = Numbers(path, np.zeros(0, np.int64), lines)
    integers, decimals = as_integers(values, numbers.error, "weights and capacities")
    numbers = replace(numbers, values=integers, decimals=decimals)
    return numbers.instance(integers[:1], 1, 1, _FORM)
