"""Graphs in the formats that networkx reads: GML, GraphML, GEXF and edge lists."""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Callable
from io import BytesIO
from itertools import islice

import networkx as nx

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.graphs.graph_size import NEED
from nzdd.adapters.files.text import StrPath, one_line, read_bytes, read_text

_END = re.compile(r"\r\n?")
_COMMENT = re.compile(r"^[ \t]*[#%][^\n]*", re.MULTILINE)
_SEPARATED = re.compile(r"\s*(?:\"[^\"\n]*\"[ ]*|[^\s,;{\"][^\t\n,;{]*)([\t,;])")
_ENDS = frozenset(
    {
        *("source", "target", "from", "to", "src", "dst", "dest", "node1", "node2"),
        *("fromnodeid", "tonodeid", "node_1", "node_2", "source_id", "target_id", "id_1", "id_2"),
    }
)
"""Names of the columns of an edge list."""

_LONE = re.compile(r"^[ \t]*[^\s#]+[ \t\r]*(?:#[^\n]*)?$", re.MULTILINE)
_UNREADABLE = (
    nx.NetworkXException,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    SyntaxError,
    RecursionError,
)
"""What networkx and its XML parser raise where a file is not what its name says."""

_LABELLED = re.compile(r"\bnode\s*\[[^\[\]]*\blabel\b")


def read_gml(path: StrPath) -> nx.Graph:
    """Read a graph in GML, plain, gzip or xz; nodes go by their labels, or by ids without them."""
    text = read_text(path, NEED)
    name = "label" if _LABELLED.search(text) else "id"
    return _parsed(path, "GML", lambda: nx.parse_gml(text, label=name))


def read_graphml(path: StrPath) -> nx.Graph:
    """Read a graph in GraphML, plain, gzip or xz; nodes go by their ids."""
    text = read_text(path, NEED)
    return _parsed(path, "GraphML", lambda: nx.parse_graphml(text))


def read_gexf(path: StrPath) -> nx.Graph:
    """Read a graph in GEXF of Gephi, plain, gzip or xz; nodes go by their ids."""
    content = read_bytes(path, NEED)
    return _parsed(path, "GEXF", lambda: nx.read_gexf(BytesIO(content)))


def read_edge_list(path: StrPath) -> nx.Graph:
    """Read lines ``node node``, plain, gzip or xz; ``#`` or ``%`` begins a comment.

    Tabs, commas or semicolons stand between the nodes if one is in the first line; nodes may hold
    blanks then. What follows on a line, such as a weight, is skipped; a line of one node is an
    error. A first line of names, such as ``Source,Target``, is no edge.
    """
    text = _COMMENT.sub("", _END.sub("\n", read_text(path, NEED)))
    separator = _SEPARATED.match(text)
    if separator is not None:
        graph = nx.Graph(_separated(path, text, separator[1]))
    else:
        lone = _LONE.search(text)
        if lone is not None:
            line = text.count("\n", 0, lone.start()) + 1
            raise _alone(path, line, lone[0].split()[0])
        graph = _parsed(path, "text", lambda: nx.parse_edgelist(text.splitlines(), data=False))
    _remove_names(graph)
    return graph


def _separated(path: StrPath, text: str, separator: str) -> list[tuple[str, ...]]:
    """The ends of the edges in lines with a separator."""
    rows = csv.reader(text.split("\n"), delimiter=separator, skipinitialspace=True)
    ends = [tuple(map(str.strip, row[:2])) for row in rows]
    alone = [at for at, row in enumerate(ends, 1) if row and not (len(row) == 2 and all(row))]
    if alone:
        raise _alone(path, alone[0], "".join(ends[alone[0] - 1]))
    return list(filter(None, ends))


def _alone(path: StrPath, line: int, node: str) -> ModelFileError:
    what = f"{node[:40]!r} stands alone"
    return ModelFileError(path, line, what, "an edge is a line 'node node'")


def _remove_names(graph: nx.Graph) -> None:
    """Remove the first edge if it is a line of names: those of ends, or words above integers."""
    names = next(iter(graph.edges), None)
    if names is None or any(graph.degree(name) > 1 for name in names):
        return
    others = islice(graph, 2, None)
    above = all(map(str.isdigit, others)) and graph.number_of_edges() > 1
    if all(name.lower() in _ENDS or (above and name[:1].isalpha()) for name in names):
        graph.remove_nodes_from(names)


def _parsed(path: StrPath, kind: str, parse: Callable[[], nx.Graph]) -> nx.Graph:
    try:
        with warnings.catch_warnings():
            # of attributes without a type, which play no part here
            warnings.simplefilter("ignore", UserWarning)
            return parse()
    except _UNREADABLE as error:
        what = f"it is not a readable {kind} file ({one_line(error, 120)})"
        raise ModelFileError(path, None, what, "write or copy it again") from None
