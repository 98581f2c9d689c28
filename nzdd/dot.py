"""Pictures of diagrams: text in Graphviz' DOT language."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from nzdd.nzdd import NZDD
from nzdd.rows import RowFamily
from nzdd.zdd import ZDD

MAX_NODES = 300
MAX_EDGES_A_NODE = 4  # dot needs half a minute for ten
MAX_SYMBOLS_AN_EDGE = 8
MAX_LETTERS_A_CIRCLE = 4

# A backslash, an ampersand and a quote mean something in DOT; control characters break the line.
_ESCAPES = dict.fromkeys((*range(32), 127), " ") | {
    ord("\\"): "\\\\",
    ord('"'): '\\"',
    ord("&"): "&amp;",
}
_STYLE = """  graph [rankdir=TB, ranksep=0.35, nodesep=0.3, fontname="Helvetica", bgcolor="white"];
  node [shape=circle, fontname="Helvetica", fontsize=12, width=0.4, margin=0.03, style=filled,
        fillcolor="white"];
  edge [fontname="Helvetica", fontsize=11, arrowsize=0.6];
"""


def to_dot(
    diagram: RowFamily, names: Sequence[str] | None = None, max_nodes: int = MAX_NODES
) -> str:
    """Draw a diagram as DOT text.

    A ZDD has a dashed edge for rows without and a solid one for rows with the symbol of a circle
    (an ellipse where names are long), a rank a level, and a box for terminal 1; terminal 0 and the
    edges to it are left out. An NZDD has label sets on its edges, drawn the wider the more rows use
    them (logarithmic in the multiplicity), a rank a depth, and a box for the leaf.

    Parameters
    ----------
    diagram : ZDD or NZDD
    names : sequence of str, shape (num_symbols,), optional
        What to call each symbol; by default its number.
    max_nodes : int
        The largest diagram to draw, in nodes; four edges a node are allowed.

    Returns
    -------
    str
        Time and length O(nodes + edges); of a label set the first 8 symbols are shown.

    Raises
    ------
    ValueError
        If the diagram is larger, or there are fewer names than symbols.
    TypeError
        If `diagram` is neither a ZDD nor an NZDD.
    """
    if not isinstance(diagram, ZDD | NZDD):
        raise TypeError(f"only a ZDD or an NZDD can be drawn, not {type(diagram).__name__}")
    _check(diagram, names, max_nodes)
    lines = _zdd(diagram, names) if isinstance(diagram, ZDD) else _nzdd(diagram, names)
    kind = type(diagram).__name__
    return f"digraph {kind} {{\n{_STYLE}" + "".join(f"  {line}\n" for line in lines) + "}\n"


def _check(diagram: ZDD | NZDD, names: Sequence[str] | None, max_nodes: int) -> None:
    num_edges = 2 * diagram.num_nodes if isinstance(diagram, ZDD) else diagram.num_edges
    if diagram.num_nodes > max_nodes or num_edges > MAX_EDGES_A_NODE * max_nodes:
        raise ValueError(
            f"the diagram has {diagram.num_nodes} nodes and {num_edges} edges, too many for a "
            f"picture of at most {max_nodes} nodes and {MAX_EDGES_A_NODE * max_nodes} edges; "
            "allow more nodes, or draw the diagram of fewer rows"
        )
    if names is not None and len(names) < diagram.num_symbols:
        raise ValueError(
            f"there are {len(names)} names for {diagram.num_symbols} symbols; give one a symbol"
        )


def _zdd(zdd: ZDD, names: Sequence[str] | None) -> Iterator[str]:
    yield 'entry [shape=none, label="", width=0, height=0, margin=0];'
    yield f"entry -> n{zdd.root};"
    terminal = min(zdd.root, 1)  # the empty family has no terminal but 0
    yield f'n{terminal} [shape=box, height=0.3, label="{terminal}"];'
    by_level = np.argsort(zdd.level[2:], kind="stable") + 2
    text = _texts(zdd.variable[by_level], names)
    if max(map(len, text), default=0) > MAX_LETTERS_A_CIRCLE:
        yield "node [shape=ellipse, height=0.35];"
    firsts = np.flatnonzero(np.diff(zdd.level[by_level], prepend=np.uint32(0xFFFFFFFF)))
    for nodes, labels in zip(
        np.split(by_level, firsts[1:]), np.split(text, firsts[1:]), strict=True
    ):
        yield _rank(
            f'n{node} [label="{label}"];' for node, label in zip(nodes, labels, strict=True)
        )
    source = np.arange(2, zdd.level.size)
    for style, target in ((" [style=dashed]", zdd.low[2:]), ("", zdd.high[2:])):
        seen = target != 0
        ends = zip(source[seen].tolist(), target[seen].tolist(), strict=True)
        yield from (f"n{a} -> n{b}{style};" for a, b in ends)


def _nzdd(nzdd: NZDD, names: Sequence[str] | None) -> Iterator[str]:
    leaf = nzdd.num_nodes - 1
    yield 'entry [shape=none, label="", width=0, height=0, margin=0];'
    yield "entry -> n0;"
    shapes = {0: "[shape=doublecircle, width=0.3]", leaf: "[shape=box, height=0.3]"}
    yield from (f"n{node} {shapes[node]};" for node in shapes)
    yield 'node [width=0.3, fontsize=9, fontcolor="gray40"];'
    yield from (f'n{node} [label="{node}"];' for node in range(nzdd.num_nodes))
    depth = nzdd.depth()
    by_depth = np.argsort(depth, kind="stable")
    for nodes in np.split(by_depth, np.flatnonzero(np.diff(depth[by_depth])) + 1):
        yield _rank(f"n{node};" for node in nodes)
    bounds = nzdd.label_offsets.tolist()
    sets = (_set(nzdd.labels[a:b], names) for a, b in pairwise(bounds))
    ends = (nzdd.source.tolist(), nzdd.target.tolist())
    for source, target, text, width in zip(*ends, sets, _widths(nzdd).tolist(), strict=True):
        yield f'n{source} -> n{target} [label=" {text} ", penwidth={width:.2f}];'


def _rank(statements: Iterator[str]) -> str:
    return "{rank=same; " + " ".join(statements) + "}"


def _texts(symbols: NDArray[np.uint32], names: Sequence[str] | None) -> NDArray[np.object_]:
    texts = map(str, symbols.tolist()) if names is None else (names[i] for i in symbols.tolist())
    return np.array([text.translate(_ESCAPES) for text in texts], dtype=object)


def _set(symbols: NDArray[np.uint32], names: Sequence[str] | None) -> str:
    if not symbols.size:
        return "∅"
    shown = ", ".join(_texts(symbols[:MAX_SYMBOLS_AN_EDGE], names))
    more = symbols.size - MAX_SYMBOLS_AN_EDGE
    return "{" + shown + (f", … {more} more" if more > 0 else "") + "}"


def _widths(nzdd: NZDD) -> NDArray[np.float64]:
    """Pen widths from 1 to 3.5, the latter for at least eight times the rows of the former."""
    positive = nzdd.multiplicity[nzdd.multiplicity > 0]
    least = positive.min(initial=np.inf)
    if not np.isfinite(least):
        return np.ones(nzdd.num_edges)
    scale: NDArray[np.float64] = np.log(np.maximum(nzdd.multiplicity, least) / least)
    return 1 + 2.5 * scale / max(float(scale.max()), math.log(8))
