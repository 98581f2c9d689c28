"""Families in the text formats of graphillion and of SAPPOROBDD.

Both list one node per line, children first. In those of graphillion element 1 is next to the root.
Those of SAPPOROBDD start with a header, and element 1 is farthest from the root.
"""

from __future__ import annotations

import re
from io import TextIOBase
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from nzdd import ZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.diagrams import node_lines
from nzdd.adapters.files.diagrams.node_lines import AGAIN, EMPTY, UNIT
from nzdd.adapters.files.diagrams.node_table import NodeTable
from nzdd.adapters.files.text import StrPath, read_bytes, refuse_first, write_text
from nzdd.input.row_table import check_num_symbols
from nzdd.order import Order
from nzdd.order_search import MANY_SYMBOLS

_HEADER = re.compile(rb"\s*_i[ \t]+(\d+)\s+_o[ \t]+(\d+)\s+_n[ \t]+(\d+)[ \t\r]*\n")


def read(path: StrPath | IO[Any], *, num_symbols: int | None = None) -> ZDD:
    """Read a family from a dump, plain, gzip or xz.

    Parameters
    ----------
    path : path-like, or open file, text or binary (plain)
        What ``dump`` of graphillion's ``setset`` writes, or ``Export`` of SAPPOROBDD's ``ZBDD``;
        the second starts with ``_i``.
    num_symbols : int, optional
        The size of the ground set; by default as many as the nodes, or the header, ask for.

    Returns
    -------
    ZDD
        Element i is symbol i - 1. In a dump of graphillion element 1 is next to the root, in one of
        SAPPOROBDD it is farthest from it.

    Raises
    ------
    ModelFileError
        If the file is cut off, a line is not a node, a node is named twice or before its line, or
        elements are out of order.

    Notes
    -----
    Time O(text + nodes log nodes), without an object for any node: about 1 s a million nodes. An
    edge of SAPPOROBDD to an odd number toggles the empty row. Its dumps do not say whether they
    hold BDDs or ZDDs; they are read as ZDDs.
    """
    if not hasattr(path, "read"):
        return parse(path, read_bytes(path), num_symbols=num_symbols)
    content = path.read()
    content = content.encode() if isinstance(content, str) else content
    return parse("the open file", content, num_symbols=num_symbols)


def parse(path: StrPath, content: bytes, *, num_symbols: int | None = None) -> ZDD:
    """Read the content of a dump, as `read` does; errors name the path.

    Examples
    --------
    >>> list(parse("dump", b"4 3 B T\\n8 1 4 T\\n.\\n"))
    [(0,), (2,)]
    """
    if num_symbols is not None:
        num_symbols = check_num_symbols(num_symbols)
    header = _HEADER.match(content)
    if header is None:
        return _parse_graphillion(path, content, num_symbols)
    return _parse_sapporobdd(path, content, header, num_symbols)


def write(
    zdd: ZDD, path: StrPath | IO[Any], style: Literal["graphillion", "sapporo"] = "graphillion"
) -> None:
    """Write a family to a file, gzip if its name ends in ``.gz``; see `to_text`.

    An open file, text or binary, gets the text as it is.

    Raises
    ------
    OSError
        If the directory is missing or the disk is full; an older file then stays as it was.
    """
    text = to_text(zdd, style)
    if not hasattr(path, "write"):
        write_text(path, [text])
    elif isinstance(path, TextIOBase):
        path.write(text)
    else:
        path.write(text.encode())


def to_text(zdd: ZDD, style: Literal["graphillion", "sapporo"] = "graphillion") -> str:
    """A family as text; symbol i is element i + 1.

    Parameters
    ----------
    zdd : ZDD
        If it is in another order than that of the format, it is reordered (see
        `nzdd.ZDD.reordered`). Weights and names are left out.
    style : {"graphillion", "sapporo"}
        For ``loads`` of graphillion's ``setset``, or ``ZBDD_Import`` of SAPPOROBDD.

    Raises
    ------
    TypeError
        If it is not a ZDD.
    ValueError
        If the style is unknown, or there are more than 2**24 symbols.

    Notes
    -----
    Time and memory O(nodes) in the right order, about 0.5 s a million nodes.

    Examples
    --------
    >>> print(to_text(ZDD.from_rows([[0], [2]])), end="")
    2 3 B T
    3 1 2 T
    .
    """
    if not isinstance(zdd, ZDD):
        raise TypeError(f"only a ZDD is written as text, not {type(zdd).__name__}")
    if zdd.num_symbols > MANY_SYMBOLS:
        raise ValueError(
            f"the family is over {zdd.num_symbols} symbols, and a dump orders up to "
            f"{MANY_SYMBOLS}; number those that occur from 0 on"
        )
    if style == "graphillion":
        return graphillion_text(zdd, np.arange(1, zdd.num_symbols + 1))
    if style != "sapporo":
        raise ValueError(f"style {style!r} is unknown; take graphillion or sapporo")
    return _sapporobdd_text(zdd)


def graphillion_text(zdd: ZDD, elements: ArrayLike) -> str:
    """The dump of a family for graphillion; the numbers of the symbols are different, from 1 on."""
    numbers = np.asarray(elements, np.int64)
    order = np.argsort(numbers)
    ordered = zdd.reordered(order)
    if ordered.root < 2:
        return f"{'BT'[ordered.root]}\n.\n"
    element = np.append(numbers[order], 0)[np.minimum(ordered.level, zdd.num_symbols)]
    return node_lines.to_lines(ordered, np.arange(ordered.level.size), element, "BT") + ".\n"


def _sapporobdd_text(zdd: ZDD) -> str:
    """The dump of a family; symbol i is element i + 1."""
    ordered = zdd.reordered(np.arange(zdd.num_symbols)[::-1])
    number = np.arange(ordered.level.size) * 2  # odd numbers mean a toggled empty row
    lines = node_lines.to_lines(
        ordered, number, zdd.num_symbols - ordered.level.astype(np.int64), "FT"
    )
    root = "FT"[ordered.root] if ordered.root < 2 else str(2 * ordered.root)
    return f"_i {zdd.num_symbols}\n_o 1\n_n {ordered.num_nodes}\n{lines}{root}\n"


def _parse_graphillion(path: StrPath, content: bytes, num_symbols: int | None) -> ZDD:
    """The family in a dump; errors name the path."""
    body = content.rstrip()
    if not re.search(rb"(?:^|\n)[ \t]*\.$", body):
        end = body.count(b"\n") + 1
        raise ModelFileError(path, end, "the dump is cut off: it ends without a dot", AGAIN)
    values, line = node_lines.numbers(path, body[:-1])
    if values.size == 1 and values[0] < 0:
        nodes, root = NodeTable(*np.zeros((3, 0), np.int64)), int(values[0] == UNIT)
        return nodes.to_zdd(root, num_symbols or 0)
    if not values.size:
        raise ModelFileError(path, None, "the dump holds no node", AGAIN)
    number, element, children, line, symbols = node_lines.columns(path, values, line, num_symbols)
    place = node_lines.places(path, number, children, line) + 2
    low, high = np.where(children < 0, children - EMPTY, place)
    nodes = NodeTable(element - 1, low, high)
    node_lines.check_order(path, nodes.is_disordered(), element, line, "greater")
    return nodes.to_zdd(number.size + 1, symbols)


def _parse_sapporobdd(
    path: StrPath, content: bytes, header: re.Match[bytes], num_symbols: int | None
) -> ZDD:
    """The family in a dump that begins with the header; errors name the path."""
    # eighteen digits are too many already, and Python reads no more than 4300
    top, num_roots, num_nodes = (int(digits[:18]) for digits in header.groups())
    if num_roots != 1:
        raise ModelFileError(path, None, f"the dump holds {num_roots} diagrams", "export one alone")
    if max(top, num_symbols or 0) > MANY_SYMBOLS:
        what = f"{max(top, num_symbols or 0)} elements are announced"
        raise ModelFileError(path, None, what, f"the limit is {MANY_SYMBOLS}")
    values, line = node_lines.numbers(
        path, b"\n" * header[0].count(b"\n") + content[header.end() :]
    )
    if values.size != 4 * num_nodes + 1:
        what = f"{num_nodes} nodes and a root are announced; there are {values.size} numbers"
        raise ModelFileError(path, int(line[-1]) if line.size else None, what, AGAIN)
    root, at = int(values[-1]), int(line[-1])
    number, element, children, line, symbols = node_lines.columns(
        path, values[:-1], line[:-1], top if num_symbols is None else num_symbols
    )
    odd = number % 2 == 1
    refuse_first(path, odd, line, lambda k: f"a node has the odd number {number[k]}", AGAIN)
    # Each node twice, as it is and with the empty row toggled: to toggle is to change the last bit.
    toggled = children % 2 * (children >= 0)
    place = 2 * node_lines.places(path, number, children - toggled, line) + 2 + toggled
    low, high = np.where(children < 0, children - EMPTY, place)
    nodes = NodeTable(
        np.repeat(symbols - element, 2), np.stack((low, low ^ 1), 1).ravel(), np.repeat(high, 2)
    )
    node_lines.check_order(path, nodes.is_disordered()[::2], element, line, "lower")
    if root >= 0:
        known = np.flatnonzero(number == root - root % 2)
        if not known.size:
            raise ModelFileError(path, at, f"the root {root} is not a node", AGAIN)
        root = 2 * int(known[0]) + 2 + root % 2
    else:
        root -= EMPTY
    order = Order("given", np.arange(symbols, dtype=np.uint32)[::-1].copy())
    return nodes.to_zdd(root, symbols, order)
