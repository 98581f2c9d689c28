"""Undirected graphs as METIS, KaHIP and Chaco have them: a line of neighbours for each vertex."""

from __future__ import annotations

import re

import networkx as nx
import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.graphs.graph_size import NEED, check_vertices
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    line_at,
    numbers_of,
    read_bytes,
    refuse_first,
    starts_and_lines,
)

_COMMENT = re.compile(rb"^[ \t]*%[^\n]*", re.MULTILINE)
_FOREIGN = re.compile(rb"[^ \t\r\n0-9.]|[0-9]{16}|(?<![0-9])\.|\.(?![0-9])|\.[0-9]*\.")
_SIZES = re.compile(
    rb"\s*(\d+)[ \t]+(\d+)(?:[ \t]+([01]{1,3})(?:[ \t]+(\d{1,4}))?)?[ \t\r]*(?:\n|\Z)"
)
_FORMAT = "after 'VERTICES EDGES' comes a line with the neighbours of each vertex"
_AGAIN = "copy the file again, or correct that line"


def read(path: StrPath) -> nx.Graph:
    """Read a graph, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Comments ``% ...``, a line ``VERTICES EDGES [FORMAT [WEIGHTS]]``, and a line for each
        vertex with its neighbours, counted from 1. Weights are passed over.

    Returns
    -------
    networkx.Graph
        With the nodes 1, 2, ..., also those without edges.

    Raises
    ------
    ModelFileError
        If a line has another form, there are more or fewer lines or edges than announced, or an
        edge is listed at one of its ends alone.

    Notes
    -----
    Time O(edges log edges), memory linear in the text.
    """
    content = read_bytes(path, NEED)
    comments = [line_at(content, found.start()) for found in _COMMENT.finditer(content)]
    content = _COMMENT.sub(b"", content)
    check_characters(path, content, _FOREIGN, _FORMAT)
    sizes = _SIZES.match(content)
    if sizes is None:
        raise ModelFileError(path, None, "there is no line 'VERTICES EDGES'", _FORMAT)
    at = line_at(content, sizes.start(1))
    # eighteen digits are too many already, and Python reads no more than 4300
    vertices, edges = int(sizes[1][:18]), int(sizes[2][:18])
    check_vertices(path, at, vertices)
    lines = np.arange(at + 1, content.count(b"\n") + 2)
    lines = np.setdiff1d(lines, comments)  # as an empty line is a vertex without neighbours
    rest = b"\n" * at + content[sizes.end() :]
    values = numbers_of(rest, np.float64)
    code = np.frombuffer(rest, np.uint8)
    _, line_of = starts_and_lines(rest, (code == ord(".")) | (code >= ord("0")))
    vertex = np.searchsorted(lines, line_of) + 1
    filled = int(vertex[-1]) if vertex.size else 0
    if lines.size < vertices or filled > vertices:
        found = max(filled, lines.size - content.endswith(b"\n"))
        what = f"{vertices} vertices are announced, and there are {found} lines of neighbours"
        raise ModelFileError(path, at, what, "copy the file again")
    form = (sizes[3] or b"0").rjust(3, b"0").decode()
    lead = int(form[0]) + int(form[1]) * int(sizes[4] or 1)
    place = np.arange(vertex.size) - np.searchsorted(vertex, vertex) - lead
    kept = (place >= 0) & ((place % 2 == 0) | (form[2] == "0"))
    values, vertex, line_of = values[kept], vertex[kept], line_of[kept]
    wrong = (values < 1) | (values > vertices) | (values % 1 != 0)
    refuse_first(
        path, wrong, line_of, lambda k: f"the neighbour {values[k]:.15g} is no vertex", _AGAIN
    )
    first, second = vertex * (vertices + 1), values.astype(np.int64)
    both, back = first + second, second * (vertices + 1) + vertex
    refuse_first(
        path,
        ~np.isin(both, back),
        line_of,
        lambda k: f"vertex {vertex[k]} has the neighbour {second[k]}, which does not have it",
        _AGAIN,
    )
    graph = nx.Graph()
    graph.add_nodes_from(range(1, vertices + 1))
    graph.add_edges_from(np.column_stack((vertex, second)).tolist())
    if edges not in (graph.number_of_edges(), len(vertex) // 2):
        what = f"{edges} edges are announced, and there are {graph.number_of_edges()}"
        raise ModelFileError(path, at, what, "copy the file again")
    return graph
