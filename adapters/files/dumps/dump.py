"""Families in the text formats of graphillion and of SAPPOROBDD."""

from __future__ import annotations

from os import PathLike
from typing import Literal

import numpy as np

from nzdd import ZDD
from nzdd.adapters.files.dumps import graphillion, sapporobdd
from nzdd.adapters.files.text import read_bytes, write_text
from nzdd.input.row_table import check_num_symbols
from nzdd.order_search import MANY_SYMBOLS


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
    header = sapporobdd.HEADER.match(content)
    if header is None:
        return graphillion.parse(path, content, num_symbols)
    return sapporobdd.parse(path, content, header, num_symbols)


def write(
    zdd: ZDD, path: str | PathLike[str], style: Literal["graphillion", "sapporo"] = "graphillion"
) -> None:
    """Write a family to a file, gzip if its name ends in ``.gz``; see `to_text`.

    Raises
    ------
    OSError
        If the directory is missing or the disk is full; an older file then stays as it was.
    """
    write_text(path, [to_text(zdd, style)])


def to_text(zdd: ZDD, style: Literal["graphillion", "sapporo"] = "graphillion") -> str:
    """A family as text; symbol i is element i + 1.

    Parameters
    ----------
    zdd : ZDD
        Brought to the order that the format asks for where it stands in another (see
        `nzdd.ZDD.reordered`). Weights are left out.
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
        return graphillion.to_text(zdd, np.arange(1, zdd.num_symbols + 1))
    if style != "sapporo":
        raise ValueError(f"style {style!r} is unknown; take graphillion or sapporo")
    return sapporobdd.to_text(zdd)
