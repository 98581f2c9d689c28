"""Undirected graphs in the format of the DIMACS challenges on cliques and colouring."""

from __future__ import annotations

import re

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.graphs.graph_size import NEED, check_vertices
from nzdd.adapters.files.text import (
    StrPath,
    line_at,
    numbers_of,
    only_line,
    read_bytes,
    refuse_first,
    starts_and_lines,
)

_COMMENT = re.compile(rb"^[ \t]*(?:c(?:[ \t\r][^\n]*)?|[ndvx][ \t][^\n]*)$", re.MULTILINE)
"""Also the format's optional lines: of weights (n), places (d, v) and of how it was made (x)."""
_PROBLEM = re.compile(rb"^[ \t]*p[ \t]+(\S+)[ \t]+(\d+)[ \t]+(\d+)[ \t\r]*$", re.MULTILINE)
_LENGTH = re.compile(rb"\A[ \t]*(\d{1,9})[ \t\r]*\n")
_BARE = re.compile(rb"\A[ \t\r\n]*(\d+)(?:[ \t]+(\d+))?[ \t\r]*$", re.MULTILINE)
_BARE_EDGE = re.compile(rb"^(?=[ \t]*\d)", re.MULTILINE)
_FOREIGN = re.compile(rb"^(?!(?:[ \t]*e[ \t]+\d+[ \t]+\d+)?[ \t\r]*$)[^\n]*", re.MULTILINE)
_FORMAT = "after 'c' lines come a line 'p edge VERTICES EDGES' and for each edge a line 'e U V'"
_AGAIN = "copy the file again, or correct that line"


def read(path: StrPath) -> nx.Graph:
    """Read a graph, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Comments ``c ...``, one line ``p edge VERTICES EDGES`` (``col`` for ``edge`` will do), and
        an edge a line, ``e U V``. Some collections leave out the letters: a line ``VERTICES`` or
        ``VERTICES EDGES``, then lines ``U V``. Weights of vertices (``n``) and the other optional
        lines (``d``, ``v``, ``x``) are passed over. Or the binary variant (``.col.b``): how long
        the lines of text are, these, and the lower triangle of the adjacency matrix in bits.

    Returns
    -------
    networkx.Graph
        With the nodes 1, 2, ..., as the file numbers them, also those without edges. An edge that
        is listed twice, or in both directions, is one edge.

    Raises
    ------
    ModelFileError
        If a line has another form, a vertex is not among those announced, there are more than a
        million of them, or there are more or fewer edges than announced (lines, or different
        edges, or twice these).

    Notes
    -----
    Time and memory linear in the text, about a microsecond an edge.
    """
    text, bits = _split(read_bytes(path, NEED))
    content = _lettered(_COMMENT.sub(b"", text))
    problem, at = only_line(path, content, _PROBLEM, "line 'p edge VERTICES EDGES'", _FORMAT)
    # eighteen digits are too many already, and Python reads no more than 4300
    num_vertices, num_edges = int(problem[2][:18]), int(problem[3][:18])
    if problem[1] not in (b"edge", b"edges", b"col"):
        what = f"the problem is {problem[1].decode(errors='replace')[:40]!r}, not 'edge'"
        raise ModelFileError(path, at, what, "only undirected graphs are read")
    check_vertices(path, at, num_vertices)
    rest = content[: problem.start()] + content[problem.end() :]
    foreign = _FOREIGN.search(rest)
    if foreign is not None:
        what = f"{foreign[0].strip()[:40].decode(errors='replace')!r} is not expected"
        raise ModelFileError(path, line_at(rest, foreign.start()), what, _FORMAT)
    ends = numbers_of(rest.replace(b"e", b" "), np.float64).reshape(-1, 2)
    outside = np.any((ends < 1) | (ends > num_vertices), axis=1)
    _, lines = starts_and_lines(rest, np.frombuffer(rest, np.uint8) == ord("e"))
    edge = "the edge {:.0f} {:.0f} leaves".format
    announced = f"the {num_vertices} vertices announced"
    cure = f"vertices count from 1; {_AGAIN}" if (ends == 0).any() else _AGAIN
    refuse_first(path, outside, lines, lambda k: f"{edge(*ends[k])} {announced}", cure)
    edges = ends.astype(np.int64) if bits is None else _ends(path, bits, num_vertices)
    graph = nx.Graph()
    graph.add_nodes_from(range(1, num_vertices + 1))
    graph.add_edges_from(edges.tolist())
    different = graph.number_of_edges()
    if num_edges not in (len(edges), different, 2 * different):
        what = f"{num_edges} edges are announced, and there are {len(edges)}"
        raise ModelFileError(path, at, what, _AGAIN)
    return graph


def _split(content: bytes) -> tuple[bytes, bytes | None]:
    """The lines of a graph, and the bits behind them in the binary variant."""
    length = _LENGTH.match(content)
    end = length.end() + int(length[1]) if length else 0
    if length is None or not _PROBLEM.search(content, length.end(), end):
        return content, None
    return b"\n" + content[length.end() : end], content[end:]


def _ends(path: StrPath, bits: bytes, num_vertices: int) -> NDArray[np.int64]:
    """The edges of the binary variant: in bytes of its own, each vertex has those up to itself."""
    sizes = np.arange(num_vertices) // 8 + 1
    if len(bits) != sizes.sum():
        what = f"{num_vertices} vertices take {sizes.sum()} bytes behind the lines of text"
        raise ModelFileError(path, None, f"{what}, and there are {len(bits)}", "copy it again")
    place = np.flatnonzero(np.unpackbits(np.frombuffer(bits, np.uint8)))
    starts = 8 * np.append(0, np.cumsum(sizes))
    vertex = np.searchsorted(starts, place, side="right") - 1
    return np.column_stack((place - starts[vertex], vertex)) + 1


def _lettered(content: bytes) -> bytes:
    """The same lines with the letters that some collections leave out."""
    sizes = _BARE.match(content)
    if sizes is None:
        return content
    edges, count = _BARE_EDGE.subn(b"e ", content[sizes.end() :])
    lines = content[: sizes.start(1)]
    return lines + b"p edge %b %b" % (sizes[1], sizes[2] or b"%d" % count) + edges
