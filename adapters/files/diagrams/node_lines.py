"""Lines ``number element low high`` of diagrams as text, read, checked and written as arrays."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from nzdd import ZDD
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    numbers_of,
    refuse_first,
    starts_and_lines,
)
from nzdd.input.arrays import Ints
from nzdd.input.row_table import MAX_SYMBOLS

EMPTY, UNIT = -2, -1
"""The numbers of the terminals."""

NODE = "a node is a line 'number element low high'"
AGAIN = "write or copy the file again"

_FOREIGN = re.compile(rb"[^0-9BFT \t\r\n]|(?<=\S)[BFT]|[BFT](?=\S)")


def numbers(path: StrPath, content: bytes) -> tuple[Ints, Ints]:
    """The numbers of a text and the line of each; the letters become `EMPTY` and `UNIT`."""
    check_characters(path, content, _FOREIGN, NODE)
    _, line = starts_and_lines(content, np.frombuffer(content, np.uint8) > ord(" "))
    for letter, value in ((b"B", EMPTY), (b"F", EMPTY), (b"T", UNIT)):
        content = content.replace(letter, b"%d" % value)
    return numbers_of(content, np.int64), line


def columns(
    path: StrPath, values: Ints, line: Ints, num_symbols: int | None
) -> tuple[Ints, Ints, Ints, Ints, int]:
    """Number and element of each node, its two children, its line, and the number of symbols.

    All of them are checked; by default there are as many symbols as the largest element.
    """
    first = np.flatnonzero(np.diff(line, prepend=0))
    counts = np.diff(first, append=line.size)
    line = line[first]
    refuse_first(path, counts != 4, line, lambda k: f"the line has {counts[k]} entries", NODE)
    number, element, low, high = np.ascontiguousarray(values.reshape(-1, 4).T)
    refuse_first(path, number < 0, line, lambda k: "a node has a letter for its number", NODE)
    twice = np.ones(number.size, np.bool_)
    twice[np.unique(number, return_index=True)[1]] = False
    refuse_first(path, twice, line, lambda k: f"node {number[k]} is there twice", AGAIN)
    most = min(MAX_SYMBOLS, int(element.max(initial=0)) if num_symbols is None else num_symbols)
    outside = (element < 1) | (element > most)
    cure = f"take 1 to {most}"
    refuse_first(path, outside, line, lambda k: f"element {element[k]} is out of range", cure)
    return number, element, np.stack((low, high)), line, most


def places(path: StrPath, number: Ints, children: Ints, line: Ints) -> Ints:
    """The place of each child among the nodes, which is before its parent's; any for terminals."""
    if not number.size:
        return children
    ordered = np.argsort(number)
    found = np.minimum(np.searchsorted(number, children, sorter=ordered), number.size - 1)
    place = ordered[found]
    unknown = (children >= 0) & ((number[place] != children) | (place >= np.arange(number.size)))

    def what(node: int) -> str:
        return f"the child {children[unknown[:, node].argmax(), node]} is not a node above"

    refuse_first(path, unknown.any(axis=0), line, what, "list children first")
    return place


def check_order(
    path: StrPath, wrong: NDArray[np.bool_], element: Ints, line: Ints, expected: str
) -> None:
    """Refuse the first node that is wrong: its element must be above those of its children."""
    above = f"stands above one that is not {expected}"
    refuse_first(path, wrong, line, lambda k: f"element {element[k]} {above}", AGAIN)


def to_lines(zdd: ZDD, number: Ints, element: Ints, terminals: str) -> str:
    """The lines of all inner nodes, from the number and element of each node."""
    names = [*terminals, *map(str, number[2:].tolist())]
    low, high = (map(names.__getitem__, ends[2:].tolist()) for ends in (zdd.low, zdd.high))
    parts = zip(names[2:], element[2:].tolist(), low, high, strict=True)
    return "".join(map("%s %s %s %s\n".__mod__, parts))
