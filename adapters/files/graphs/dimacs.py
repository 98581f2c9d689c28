"""Undirected graphs in the format of the DIMACS challenges on cliques and colouring."""

from __future__ import annotations

import re
from os import PathLike

import networkx as nx
import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import read_bytes

MAX_VERTICES = 10**6
"""A graph of networkx takes some 300 bytes a vertex, announced by a few digits."""

_NEED = 64  # bytes of memory for a byte of text: networkx keeps dicts of dicts
_COMMENT = re.compile(rb"^[ \t]*c(?:[ \t\r][^\n]*)?$", re.MULTILINE)
_PROBLEM = re.compile(rb"^[ \t]*p[ \t]+(\S+)[ \t]+(\d+)[ \t]+(\d+)[ \t\r]*$", re.MULTILINE)
_FOREIGN = re.compile(rb"^(?!(?:[ \t]*e[ \t]+\d+[ \t]+\d+)?[ \t\r]*$)[^\n]*", re.MULTILINE)
_FORMAT = "after 'c' lines come a line 'p edge VERTICES EDGES' and for each edge a line 'e U V'"
_AGAIN = "copy the file again, or correct that line"


def read(path: str | PathLike[str]) -> nx.Graph:
    """Read a graph, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Comments ``c ...``, one line ``p edge VERTICES EDGES`` (``col`` for ``edge`` will do), and
        an edge a line, ``e U V``. The binary variant is not read.

    Returns
    -------
    networkx.Graph
        With the nodes 1, 2, ..., as the file numbers them, those without edges among them. An edge
        that stands there twice, or in both directions, is one edge.

    Raises
    ------
    ModelFileError
        If a line has another form, a vertex is not among those announced, there are more than a
        million of them, or there are more or fewer edges than announced (lines, or different
        edges).

    Notes
    -----
    Time and memory linear in the text, about a microsecond an edge.
    """
    content = _COMMENT.sub(b"", read_bytes(path, _NEED))
    problems = list(_PROBLEM.finditer(content))
    if len(problems) != 1:
        line = _line(content, problems[1].start()) if problems else None
        what = "a second line 'p edge VERTICES EDGES'" if problems else "there is no line 'p edge'"
        raise ModelFileError(path, line, what, _FORMAT)
    problem = problems[0]
    # eighteen digits are too many already, and Python reads no more than 4300
    num_vertices, num_edges = int(problem[2][:18]), int(problem[3][:18])
    at = _line(content, problem.start())
    if problem[1] not in (b"edge", b"col"):
        what = f"the problem is {problem[1].decode(errors='replace')[:40]!r}, not 'edge'"
        raise ModelFileError(path, at, what, "only undirected graphs are read")
    if num_vertices > MAX_VERTICES:
        what = f"{num_vertices} vertices are announced"
        raise ModelFileError(path, at, what, f"the limit is {MAX_VERTICES}")
    rest = content[: problem.start()] + content[problem.end() :]
    foreign = _FOREIGN.search(rest)
    if foreign is not None:
        what = f"{foreign[0].strip()[:40].decode(errors='replace')!r} is not expected"
        raise ModelFileError(path, _line(rest, foreign.start()), what, _FORMAT)
    numbers = rest.replace(b"e", b" ").decode("ascii")
    ends = np.fromstring(numbers, np.float64, sep=" ") if numbers.strip() else np.zeros(0)
    ends = ends.reshape(-1, 2)
    outside = ((ends < 1) | (ends > num_vertices)).any(axis=1)
    if outside.any():
        edge = int(np.argmax(outside))
        start = [found.start() for found in re.finditer(rb"e", rest)][edge]
        u, v = ends[edge].tolist()
        what = f"the edge {u:.0f} {v:.0f} leaves the {num_vertices} vertices announced"
        raise ModelFileError(path, _line(rest, start), what, _AGAIN)
    graph = nx.Graph()
    graph.add_nodes_from(range(1, num_vertices + 1))
    graph.add_edges_from(ends.astype(np.int64).tolist())
    if num_edges not in (len(ends), graph.number_of_edges()):
        what = f"{num_edges} edges are announced, and there are {len(ends)}"
        raise ModelFileError(path, at, what, _AGAIN)
    return graph


def _line(content: bytes, position: int) -> int:
    return content.count(b"\n", 0, position) + 1
