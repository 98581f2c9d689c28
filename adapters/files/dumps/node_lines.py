"""Lines ``number element low high`` of diagrams as text, read, checked and written as arrays."""

from __future__ import annotations

import re
from os import PathLike
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from nzdd import ZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import check_characters
from nzdd.input.row_table import MAX_SYMBOLS

Ints = NDArray[np.int64]

EMPTY, UNIT = -2, -1
"""What stands for the terminals among the numbers."""

NODE = "a node is a line 'number element low high'"
AGAIN = "write or copy the file again"

_FOREIGN = re.compile(rb"[^0-9BFT \t\r\n]|(?<=\S)[BFT]|[BFT](?=\S)")


def numbers(path: str | PathLike[str], content: bytes) -> tuple[Ints, Ints]:
    """The numbers of a text and the line of each; the letters become `EMPTY` and `UNIT`."""
    check_characters(path, content, _FOREIGN, NODE)
    characters = np.frombuffer(content, np.uint8)
    inside = characters > ord(" ")
    starts = np.flatnonzero(inside & ~np.concatenate(([False], inside[:-1])))
    line = np.searchsorted(np.flatnonzero(characters == ord("\n")), starts) + 1
    text = content.decode("ascii")
    for letter, value in (("B", EMPTY), ("F", EMPTY), ("T", UNIT)):
        text = text.replace(letter, str(value))
    values = np.fromstring(text, np.int64, sep=" ") if starts.size else np.zeros(0, np.int64)
    return values, line.astype(np.int64)


def columns(path: str | PathLike[str], values: Ints, line: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Number and element of each node, its two children, and its line; all of them in bounds."""
    first = np.flatnonzero(np.diff(line, prepend=0))
    counts = np.diff(first, append=line.size)
    for wrong in first[counts != 4][:1]:
        count = int(counts[np.searchsorted(first, wrong)])
        fail(path, line[wrong], f"the line has {count} entries", NODE)
    if not first.size:
        return (*np.zeros((2, 0), np.int64), np.zeros((2, 0), np.int64), line)
    number, element, low, high = np.ascontiguousarray(values.reshape(-1, 4).T)
    line = line[first]
    for node in np.flatnonzero(number < 0)[:1]:
        fail(path, line[node], "a node has a letter for its number", NODE)
    ordered = np.argsort(number, kind="stable")
    twice = ordered[1:][number[ordered[1:]] == number[ordered[:-1]]]
    if twice.size:
        fail(path, line[twice.min()], f"node {number[twice.min()]} is there twice", AGAIN)
    return number, element, np.stack((low, high)), line


def ground_set(
    path: str | PathLike[str], element: Ints, line: Ints, num_symbols: int | None, top: int
) -> int:
    """The number of symbols, when all elements are among them."""
    largest = min(MAX_SYMBOLS, top if num_symbols is None else num_symbols)
    for node in np.flatnonzero((element < 1) | (element > largest))[:1]:
        fail(path, line[node], f"element {element[node]} is out of range", f"take 1 to {largest}")
    return largest


def places(path: str | PathLike[str], number: Ints, children: Ints, line: Ints) -> Ints:
    """The place of each child among the nodes, which is before its parent's; any for terminals."""
    if not number.size:
        return children
    ordered = np.argsort(number)
    found = np.minimum(np.searchsorted(number, children, sorter=ordered), number.size - 1)
    place = ordered[found]
    known = (number[place] == children) & (place < np.arange(number.size))
    for node in np.flatnonzero(((children >= 0) & ~known).any(axis=0))[:1]:
        wrong = children[:, node][(children[:, node] >= 0) & ~known[:, node]][0]
        fail(path, line[node], f"the child {wrong} is not a node above", "list children first")
    return place


def to_lines(zdd: ZDD, number: Ints, element: Ints, terminals: str) -> str:
    """The lines of all inner nodes, from the number and element of each node."""
    names = [*terminals, *map(str, number[2:].tolist())]
    parts = (
        names[2:],
        element[2:].tolist(),
        map(names.__getitem__, zdd.low[2:].tolist()),
        map(names.__getitem__, zdd.high[2:].tolist()),
    )
    return "".join(map("%s %s %s %s\n".__mod__, zip(*parts, strict=True)))


def fail(path: str | PathLike[str], line: np.int64, what: str, cure: str) -> NoReturn:
    """Raise the error of a line."""
    raise ModelFileError(path, int(line), what, cure)
