"""Graphs as sparse matrices in the format Matrix Market: an entry is an edge."""

from __future__ import annotations

import re
from io import BytesIO

import networkx as nx
import numpy as np
from scipy.io import mmread
from scipy.sparse import coo_array, csr_array

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.graphs.dimacs import MAX_VERTICES
from nzdd.adapters.files.text import StrPath, line_at, one_line, read_bytes

_NEED = 64  # bytes of memory for a byte of text: networkx keeps dicts of dicts
_HEAD = re.compile(rb"%%MatrixMarket[ \t]+matrix[ \t]+coordinate[ \t]", re.IGNORECASE)
_SIZES = re.compile(rb"^[ \t]*(\d{1,18})[ \t]+(\d{1,18})[ \t]+(\d{1,18})[ \t\r]*$", re.MULTILINE)
_FIRST = re.compile(rb"^(?![ \t]*%)[ \t]*\S[^\n]*", re.MULTILINE)
_FORMAT = "below '%%MatrixMarket matrix coordinate ...' and comments come 'ROWS COLUMNS ENTRIES'"


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
    content = read_bytes(path, _NEED)
    if _HEAD.match(content) is None:
        raise ModelFileError(path, 1, "it does not begin with '%%MatrixMarket'", _FORMAT)
    start = _FIRST.search(content)
    sizes = None if start is None else _SIZES.fullmatch(start[0])
    at = None if start is None else line_at(content, start.start())
    if start is None or sizes is None:
        what = "there is no line of sizes"
        if start is not None:
            what += f"; this is {start[0].strip()[:40].decode(errors='replace')!r}"
        raise ModelFileError(path, at, what, _FORMAT)
    rows, columns, entries = map(int, sizes.groups())
    if rows != columns:
        what = f"the matrix has {rows} rows and {columns} columns"
        raise ModelFileError(path, at, what, "the matrix of a graph is square")
    if rows > MAX_VERTICES:
        raise ModelFileError(path, at, f"{rows} rows are announced", f"the limit is {MAX_VERTICES}")
    if entries > (lines := content.count(b"\n", start.end()) + 1):
        what = f"{entries} entries are announced, and {lines} lines follow"
        raise ModelFileError(path, at, what, "copy the file again")
    try:
        matrix = coo_array(mmread(BytesIO(content), spmatrix=False))
    except (ValueError, OverflowError) as error:
        what = f"it is no matrix ({one_line(error, 120)})"
        raise ModelFileError(path, None, what, "copy the file again") from None
    pattern = csr_array((np.ones(matrix.nnz, np.int8), (matrix.row, matrix.col)), matrix.shape)
    pattern.data[:] = 1
    graph = nx.DiGraph() if (pattern - pattern.T).count_nonzero() else nx.Graph()
    graph.add_nodes_from(range(1, rows + 1))
    graph.add_edges_from((np.column_stack(pattern.nonzero()) + 1).tolist())
    return graph
