"""The text format of graphillion: a line a node, children first, element 1 next to the root."""

from __future__ import annotations

import re
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike

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
    to_lines,
)
from nzdd.adapters.files.dumps.node_table import NodeTable


def parse(path: str | PathLike[str], content: bytes, num_symbols: int | None) -> ZDD:
    """The family in a dump; errors name the path."""
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


def to_text(zdd: ZDD, elements: ArrayLike) -> str:
    """The dump of a family, with given numbers of the elements.

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
    return to_lines(ordered, np.arange(ordered.level.size), element, "BT") + ".\n"
