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
from nzdd.input.text import shown

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

_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
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
_SIMPLE = re.compile(r"(\bgraph\s*\[)(?![\s\S]*\bmultigraph\b)")
"""The beginning of a graph that is not said to have parallel edges."""


def read_gml(path: StrPath) -> nx.Graph:
    """Read a graph in GML, plain, gzip or xz; nodes go by their labels, or by ids without them.

    By ids also where two nodes have one label. An edge may be listed twice.
    """
    # networkx refuses an edge that is listed twice, unless parallel edges are announced
    text, simple = _SIMPLE.subn(r"\1 multigraph 1", read_text(path, NEED), count=1)
    graph = _parsed(path, "GML", lambda: nx.parse_gml(text, label="id"))
    if simple:
        graph = nx.DiGraph(graph) if graph.is_directed() else nx.Graph(graph)
    labels = dict(graph.nodes(data="label")) if _LABELLED.search(text) else {}
    if None in labels.values() or len(set(labels.values())) < len(labels):
        return graph
    return nx.relabel_nodes(graph, labels)


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
    blanks then, and two columns called such as ``Source`` and ``Target`` are those of nodes.
    Others, such as of weights, are skipped. A first line of names is no edge: those of ends, or
    words above numbers alone. A line of one node is an error, but behind the first one ``node;`` is
    a node without an edge.
    """
    text = _COMMENT.sub("", _END.sub("\n", read_text(path, NEED)))
    separator = _SEPARATED.match(text)
    if separator is not None:
        edges, lone_nodes = _separated(path, text, separator[1])
        graph = nx.Graph(edges)
        graph.add_nodes_from(lone_nodes)
    else:
        lone = _LONE.search(text)
        if lone is not None:
            line = text.count("\n", 0, lone.start()) + 1
            raise _alone(path, line, lone[0].split()[0])
        graph = _parsed(path, "text", lambda: nx.parse_edgelist(text.splitlines(), data=False))
    _remove_names(path, graph, warn=separator is not None)
    return graph


def _separated(path: StrPath, text: str, separator: str) -> tuple[list[tuple[str, ...]], list[str]]:
    """The ends of the edges in lines with a separator, and the nodes without another end."""
    rows = csv.reader(text.split("\n"), delimiter=separator, skipinitialspace=True)
    cells = [tuple(map(str.strip, row)) for row in rows]
    lines = [at for at, row in enumerate(cells) if any(row)]
    named = [at for at, name in enumerate(cells[lines[0]] if lines else ()) if _is_end(name)]
    one, two = named if len(named) == 2 else (0, 1)
    ends = [cells[at][one : one + 1] + cells[at][two : two + 1] for at in lines]
    for at, found in zip(lines, ends, strict=True):
        # the first line tells the separator, and may hold names of columns
        if not (len(found) == 2 and found[0] and (found[1] or at > lines[0])):
            raise _alone(path, at + 1, "".join(found), separator)
    whole = [cells[at] for at, (_, other) in zip(lines, ends, strict=True) if other]
    edges = [found for found in ends if found[1]]
    return edges[_is_above_numbers(whole) :], [node for node, other in ends if not other]


def _is_end(name: str) -> bool:
    return "_".join(name.lower().split()) in _ENDS


def _is_above_numbers(rows: list[tuple[str, ...]]) -> bool:
    """Whether the first line has a word above numbers alone, such as the name of weights."""
    return len(rows) > 1 and any(
        name[:1].isalpha()
        and all(_NUMBER.fullmatch("".join(row[at : at + 1])) for row in islice(rows, 1, None))
        for at, name in enumerate(rows[0][2:], 2)
    )


def _alone(path: StrPath, line: int, node: str, separator: str = "") -> ModelFileError:
    cure = "an edge is a line 'node node'"
    if separator:
        mark = "a tab" if separator == "\t" else shown(separator)
        cure += f"; a node without one is followed by {mark}, behind the first line"
    return ModelFileError(path, line, f"{node[:40]!r} stands alone", cure)


def _remove_names(path: StrPath, graph: nx.Graph, warn: bool) -> None:
    """Remove the first edge if it is a line of names: those of ends, or words above integers.

    Warn, if asked, of other words that are in no other edge.
    """
    names = next(iter(graph.edges), None)
    if names is None or any(graph.degree(name) > 1 for name in names):
        return
    others = islice(graph, 2, None)
    words = all(name[:1].isalpha() for name in names) and graph.number_of_edges() > 1
    if all(map(_is_end, names)) or (words and all(map(str.isdigit, others))):
        graph.remove_nodes_from(names)
    elif words and warn:
        text = f"the first line, {' and '.join(map(shown, names))}, counts as an edge"
        warnings.warn(f"{path}: {text}; remove it if it holds names of columns", stacklevel=4)


def _parsed(path: StrPath, kind: str, parse: Callable[[], nx.Graph]) -> nx.Graph:
    try:
        with warnings.catch_warnings():
            # of attributes without a type, which play no part here
            warnings.simplefilter("ignore", UserWarning)
            return parse()
    except _UNREADABLE as error:
        what = f"it is not a readable {kind} file ({one_line(error, 120)})"
        raise ModelFileError(path, None, what, "write or copy it again") from None
