"""The text format of SAPPOROBDD: a header, a line a node, element 1 farthest from the root."""

from __future__ import annotations

import re
from os import PathLike

import numpy as np

from nzdd import ZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.dumps.node_lines import (
    AGAIN,
    EMPTY,
    columns,
    fail,
    ground_set,
    numbers,
    places,
    to_lines,
)
from nzdd.adapters.files.dumps.node_table import NodeTable
from nzdd.order import Order
from nzdd.order_search import MANY_SYMBOLS

HEADER = re.compile(rb"\s*_i[ \t]+(\d+)\s+_o[ \t]+(\d+)\s+_n[ \t]+(\d+)[ \t\r]*\n")


def parse(
    path: str | PathLike[str], content: bytes, header: re.Match[bytes], num_symbols: int | None
) -> ZDD:
    """The family in a dump that begins with the header; errors name the path."""
    # eighteen digits are too many already, and Python reads no more than 4300
    top, num_roots, num_nodes = (int(digits[:18]) for digits in header.groups())
    if num_roots != 1:
        raise ModelFileError(path, None, f"the dump holds {num_roots} diagrams", "export one alone")
    if max(top, num_symbols or 0) > MANY_SYMBOLS:
        what = f"{max(top, num_symbols or 0)} elements are announced"
        raise ModelFileError(path, None, what, f"the limit is {MANY_SYMBOLS}")
    values, line = numbers(path, b"\n" * header[0].count(b"\n") + content[header.end() :])
    if values.size != 4 * num_nodes + 1:
        what = f"{num_nodes} nodes and a root are announced; there are {values.size} numbers"
        raise ModelFileError(path, int(line[-1]) if line.size else None, what, AGAIN)
    root, at = int(values[-1]), int(line[-1])
    number, element, children, line = columns(path, values[:-1], line[:-1])
    symbols = ground_set(path, element, line, num_symbols, top)
    for node in np.flatnonzero(number % 2)[:1]:
        fail(path, line[node], f"a node has the odd number {number[node]}", AGAIN)
    # Each node twice, as it is and with the empty row toggled: to toggle is to change the last bit.
    toggled = children % 2 * (children >= 0)
    place = 2 * places(path, number, children - toggled, line) + 2 + toggled
    low, high = np.where(children < 0, children - EMPTY, place)
    nodes = NodeTable.of_inner(
        np.repeat(symbols - element, 2), np.stack((low, low ^ 1), 1).ravel(), np.repeat(high, 2)
    )
    for node in (nodes.disordered()[:1] - 2) // 2:
        fail(path, line[node], f"element {element[node]} stands above one no lower", AGAIN)
    if root >= 0:
        known = np.flatnonzero(number == root - root % 2)
        if not known.size:
            raise ModelFileError(path, at, f"the root {root} is not a node", AGAIN)
        root = 2 * int(known[0]) + 2 + root % 2
    else:
        root -= EMPTY
    order = Order("given", np.arange(symbols, dtype=np.uint32)[::-1].copy())
    return nodes.to_zdd(root, symbols, order)


def to_text(zdd: ZDD) -> str:
    """The dump of a family; symbol i is element i + 1."""
    ordered = zdd.reordered(np.arange(zdd.num_symbols)[::-1])
    number = np.arange(ordered.level.size) * 2  # odd numbers mean a toggled empty row
    lines = to_lines(ordered, number, zdd.num_symbols - ordered.level.astype(np.int64), "FT")
    root = "FT"[ordered.root] if ordered.root < 2 else str(2 * ordered.root)
    return f"_i {zdd.num_symbols}\n_o 1\n_n {ordered.num_nodes}\n{lines}{root}\n"
