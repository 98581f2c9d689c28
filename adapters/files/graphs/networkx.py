"""Graphs in the formats that networkx reads: GML, GraphML and edge lists."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable

import networkx as nx

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, one_line, read_text

_NEED = 64  # bytes of memory for a byte of text: networkx keeps dicts of dicts
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
    text = read_text(path, _NEED)
    name = "label" if _LABELLED.search(text) else "id"
    return _parsed(path, "GML", lambda: nx.parse_gml(text, label=name))


def read_graphml(path: StrPath) -> nx.Graph:
    """Read a graph in GraphML, plain, gzip or xz; nodes go by their ids."""
    text = read_text(path, _NEED)
    return _parsed(path, "GraphML", lambda: nx.parse_graphml(text))


def read_edge_list(path: StrPath) -> nx.Graph:
    """Read lines ``node node``, plain, gzip or xz; ``#`` starts a comment.

    What follows on a line, such as a weight, is skipped; a line of one word is an error.
    """

    text = read_text(path, _NEED)
    lone = _LONE.search(text)
    if lone is not None:
        line = text.count("\n", 0, lone.start()) + 1
        what = f"{lone[0].split()[0][:40]!r} stands alone"
        raise ModelFileError(path, line, what, "an edge is a line 'node node'")
    return _parsed(path, "text", lambda: nx.parse_edgelist(text.splitlines(), data=False))


def _parsed(path: StrPath, kind: str, parse: Callable[[], nx.Graph]) -> nx.Graph:
    try:
        with warnings.catch_warnings():
            # of attributes without a type, which play no part here
            warnings.simplefilter("ignore", UserWarning)
            return parse()
    except _UNREADABLE as error:
        what = f"it is not a readable {kind} file ({one_line(error, 120)})"
        raise ModelFileError(path, None, what, "write or copy it again") from None
