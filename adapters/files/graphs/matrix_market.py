"""Graphs as sparse matrices in the format Matrix Market: an entry is an edge."""

from __future__ import annotations

import re

import networkx as nx
import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.graphs.graph_size import NEED, check_vertices
from nzdd.adapters.files.text import (
    StrPath,
    line_at,
    numbers_of,
    read_bytes,
    refuse_first,
    starts_and_lines,
)

_HEAD = re.compile(
    rb"%%MatrixMarket[ \t]+matrix[ \t]+coordinate[ \t]+(pattern|real|double|integer|complex)[ \t]+"
    rb"(general|symmetric|skew-symmetric|hermitian)\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(rb"^[ \t]*%[^\n]*", re.MULTILINE)
_SIZES = re.compile(rb"[ \t]*(\d{1,18})[ \t]+(\d{1,18})[ \t]+(\d{1,18})[ \t\r]*")
_FIRST = re.compile(rb"^[ \t]*\S[^\n]*", re.MULTILINE)
_ENTRIES = {
    words: re.compile(
        rb"^([ \t]*\d{1,15}[ \t]+\d{1,15})(?:[ \t]+[^ \t\r\n]+){%d}[ \t\r]*$" % words, re.M
    )
    for words in range(3)
}
"""Lines of a place and of so many words for a value."""
_OTHER = re.compile(rb"^(?![ \t]*\d{1,15}[ \t]+\d{1,15}$|[ \t\r]*$)[^\n]*", re.MULTILINE)
_FORMAT = "below '%%MatrixMarket matrix coordinate ...' comes a line 'ROWS COLUMNS ENTRIES'"
_LINES = "an entry is a line 'ROW COLUMN VALUE', without the value if line 1 says pattern"
_AGAIN = "copy the file again, or correct that line"


def read(path: StrPath) -> nx.Graph:
    """Read the graph of a sparse matrix, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Matrix Market of kind ``coordinate``, as the SuiteSparse collection has it. Entry (i, j)
        is an edge, whatever its value; one on the diagonal is a self-loop.

    Returns
    -------
    networkx.Graph or networkx.DiGraph
        With the nodes 1, 2, ... of the rows; directed if the pattern is not symmetric.

    Raises
    ------
    ModelFileError
        If the file has another form, the matrix is not square, or it has more than a million rows.

    Notes
    -----
    Time and memory linear in the text, about a microsecond an entry.
    """
    content = read_bytes(path, NEED)
    head = _HEAD.match(content)
    if head is None:
        what = "it does not begin with '%%MatrixMarket matrix coordinate'"
        raise ModelFileError(path, 1, what, _FORMAT)
    content = _COMMENT.sub(b"", content)
    start = _FIRST.search(content)
    if start is None:
        raise ModelFileError(path, None, "there is no line of sizes", _FORMAT)
    at, sizes = line_at(content, start.start()), _SIZES.fullmatch(start[0])
    if sizes is None:
        shown = start[0].strip()[:40].decode(errors="replace")
        raise ModelFileError(path, at, f"there is no line of sizes; this is {shown!r}", _FORMAT)
    rows, columns, entries = map(int, sizes.groups())
    if rows != columns:
        what = f"the matrix has {rows} rows and {columns} columns"
        raise ModelFileError(path, at, what, "the matrix of a graph is square")
    check_vertices(path, at, rows, "rows")
    words = {b"pattern": 0, b"complex": 2}.get(head[1].lower(), 1)
    places = b"\n" * (at - 1) + _ENTRIES[words].sub(rb"\1", content[start.end() :])
    other = _OTHER.search(places)
    if other is not None:
        what = f"{other[0].strip()[:40].decode(errors='replace')!r} is no entry"
        raise ModelFileError(path, line_at(places, other.start()), what, _LINES)
    ends = numbers_of(places, np.int64).reshape(-1, 2)
    _, lines = starts_and_lines(places, np.frombuffer(places, np.uint8) >= ord("0"))
    outside = np.any((ends < 1) | (ends > rows), axis=1)
    refuse_first(
        path, outside, lines[::2], lambda k: f"entry {ends[k]} is not within {rows} rows", _AGAIN
    )
    if len(ends) != entries:
        what = f"{entries} entries are announced, and there are {len(ends)}"
        raise ModelFileError(path, at, what, "copy the file again")
    graph = nx.DiGraph() if head[2].lower() == b"general" else nx.Graph()
    graph.add_nodes_from(range(1, rows + 1))
    graph.add_edges_from(ends.tolist())
    there, back = ends @ (rows + 1, 1), ends @ (1, rows + 1)
    return graph.to_undirected() if np.isin(there, back).all() else graph
