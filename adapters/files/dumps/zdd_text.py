"""Families in the text formats of graphillion and of SAPPOROBDD: a line a node, children first."""

from __future__ import annotations

import re
from os import PathLike
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import ZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.dumps.node_lines import (
    AGAIN,
    EMPTY,
    UNIT,
    columns,
    fail,
    ground_set,
    numbers,
    places,
)
from nzdd.adapters.files.dumps.node_table import NodeTable
from nzdd.adapters.files.text import read_bytes, write_text
from nzdd.input.row_table import check_num_symbols
from nzdd.order import Order
from nzdd.order_search import MANY_SYMBOLS

Ints = NDArray[np.int64]

_HEADER = re.compile(rb"\s*_i[ \t]+(\d+)\s+_o[ \t]+(\d+)\s+_n[ \t]+(\d+)[ \t\r]*\n")


def read(path: str | PathLike[str], *, num_symbols: int | None = None) -> ZDD:
    """Read a family from a dump, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
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
    return parse(path, read_bytes(path), num_symbols=num_symbols)


def parse(path: str | PathLike[str], content: bytes, *, num_symbols: int | None = None) -> ZDD:
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
        return _graphillion(path, content, num_symbols)
    return _sapporo(path, content, header, num_symbols)


def write(
    zdd: ZDD, path: str | PathLike[str], style: Literal["graphillion", "sapporo"] = "graphillion"
) -> None:
    """Write a family to a file, gzip if its name ends in ``.gz``; see `dumps`.

    Raises
    ------
    OSError
        If the directory is missing or the disk is full; an older file then stays as it was.
    """
    write_text(path, [dumps(zdd, style)])


def dumps(zdd: ZDD, style: Literal["graphillion", "sapporo"] = "graphillion") -> str:
    """A family as text; symbol i is element i + 1.

    Parameters
    ----------
    zdd : ZDD
        Brought to the order that the format asks for where it stands in another (see
        `nzdd.zdd.algebra.reordered`). Weights are left out.
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
    >>> print(dumps(ZDD.from_rows([[0], [2]])), end="")
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
    ordered = zdd.reordered(np.arange(zdd.num_symbols)[::-1])
    number = np.arange(ordered.level.size) * 2  # odd numbers mean a toggled empty row
    lines = _lines(ordered, number, zdd.num_symbols - ordered.level.astype(np.int64), "FT")
    root = "FT"[ordered.root] if ordered.root < 2 else str(2 * ordered.root)
    return f"_i {zdd.num_symbols}\n_o 1\n_n {ordered.num_nodes}\n{lines}{root}\n"


def graphillion_text(zdd: ZDD, elements: ArrayLike) -> str:
    """The dump of a family for graphillion, with given numbers of the elements.

    Parameters
    ----------
    zdd : ZDD
    elements : array of int, shape (num_symbols,)
        The number of each symbol, from 1 on, all different.
    """
    numbers = np.asarray(elements, np.int64)
    order = np.argsort(numbers)
    ordered = zdd.reordered(order)
    if ordered.root < 2:
        return f"{'BT'[ordered.root]}\n.\n"
    element = np.append(numbers[order], 0)[np.minimum(ordered.level, zdd.num_symbols)]
    return _lines(ordered, np.arange(ordered.level.size), element, "BT") + ".\n"


def _lines(zdd: ZDD, number: Ints, element: Ints, terminals: str) -> str:
    names = [*terminals, *map(str, number[2:].tolist())]
    columns = (
        names[2:],
        element[2:].tolist(),
        map(names.__getitem__, zdd.low[2:].tolist()),
        map(names.__getitem__, zdd.high[2:].tolist()),
    )
    return "".join(map("%s %s %s %s\n".__mod__, zip(*columns, strict=True)))


def _graphillion(path: str | PathLike[str], content: bytes, num_symbols: int | None) -> ZDD:
    body = content.rstrip()
    if not re.search(rb"(?:^|\n)[ \t]*\.$", body):
        end = body.count(b"\n") + 1
        raise ModelFileError(path, end, "the dump is cut off: it ends without a dot", AGAIN)
    values, line = numbers(path, body[:-1])
    if values.size == 1 and values[0] < 0:
        nodes, root = NodeTable.of_inner(*np.zeros((3, 0), np.int64)), int(values[0] == UNIT)
        return nodes.to_zdd(root, num_symbols or 0)
    if not values.size:
        raise ModelFileError(path, None, "the dump holds no node", AGAIN)
    number, element, children, line = columns(path, values, line)
    symbols = ground_set(path, element, line, num_symbols, int(element.max()))
    low, high = places(path, number, children, line) + 2
    terminal = children < 0
    low[terminal[0]] = children[0, terminal[0]] - EMPTY
    high[terminal[1]] = children[1, terminal[1]] - EMPTY
    nodes = NodeTable.of_inner(element - 1, low, high)
    for node in nodes.disordered()[:1] - 2:
        fail(path, line[node], f"element {element[node]} stands above one no greater", AGAIN)
    return nodes.to_zdd(number.size + 1, symbols)


def _sapporo(
    path: str | PathLike[str], content: bytes, header: re.Match[bytes], num_symbols: int | None
) -> ZDD:
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
