"""A drawing laid out on paper without Graphviz: where nodes, edges and their texts stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

import numpy as np

from nzdd.adapters.pictures.layout import across
from nzdd.drawing.drawing import Drawing
from nzdd.drawing.texts import MAX_LETTERS_A_CIRCLE, edge_texts, node_texts
from nzdd.input.arrays import Bools, Floats, Ints

NODE_FONT, NUMBER_FONT, EDGE_FONT = 12.0, 9.0, 10.0
LETTER = 0.56  # the width of a letter, in sizes of the font
RADIUS, END = 13.0, 10.0  # of a node of a ZDD; of terminals and of the nodes of an NZDD
GAP = 14.0  # between nodes, and between an edge and what is beside it
STEP, TEXT_STEP, TALLEST = 24.0, 30.0, 90.0  # between half layers; the wider, the more
PROPORTION = 2.0  # width to height from which on layers draw apart
MARGIN = 8.0
MAX_BENDS = 20_000  # of all edges; if there are more, long edges bend near their ends alone
NEAR = 6  # half layers from an end


@dataclass(frozen=True, eq=False)
class Sketch:
    """Nodes and edges on paper, in points (1/72 inch) from the left and from the top.

    Attributes
    ----------
    drawing : Drawing
    width, height : float
        Of the paper.
    x, y : ndarray of float64, shape (num_nodes,)
        The centre of each node.
    half_width, half_height : ndarray of float64, shape (num_nodes,)
        Of each node.
    is_box : ndarray of bool, shape (num_nodes,)
        The terminals of a ZDD, the leaf of an NZDD.
    node_texts : list of str, length num_nodes
    edge_texts : list of (str, str), length num_edges
        The text on each edge and all of its label set; empty for a ZDD.
    offsets : ndarray of int64, shape (num_edges + 1,)
        Edge ``e`` has the points from ``offsets[e]`` to ``offsets[e + 1]``: the centres of two
        nodes, and between them one on each half layer.
    points : ndarray of float64, shape (num_points, 2)
    lean : ndarray of float64, shape (num_points,)
        How far the edge moves to the right at each point, for one downwards.
    text_at : ndarray of int64, shape (num_edges,)
        The point of each edge where its text is.
    """

    drawing: Drawing
    width: float
    height: float
    x: Floats
    y: Floats
    half_width: Floats
    half_height: Floats
    is_box: Bools
    node_texts: list[str]
    edge_texts: list[tuple[str, str]]
    offsets: Ints
    points: Floats
    lean: Floats
    text_at: Ints

    @property
    def root(self) -> int:
        """The position of the root among the nodes, -1 if it is not drawn."""
        found = np.flatnonzero(self.drawing.node == self.drawing.root)
        return int(found[0]) if found.size else -1

    def curves(self, shorter: float = 0.0) -> Iterator[list[list[float]]]:
        """Each edge as Bezier curves through its points.

        Its first point and, for each further one, two control points and the point itself. It ends
        at the border of its target, or so much `shorter`.
        """
        slope = np.stack((self.lean, np.ones(self.lean.size)), axis=1)
        last = self.offsets[1:] - 1
        ends = self.points.copy()
        ends[last] -= self._cut(shorter)[:, None] * slope[last]
        rise = np.diff(ends[:, 1], prepend=ends[:1, 1])[:, None] / 3
        before = np.roll(ends, 1, axis=0), np.roll(slope, 1, axis=0)
        curve = np.hstack((before[0] + rise * before[1], ends - rise * slope, ends)).round(2)
        for first, end in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield [ends[first].round(2).tolist(), *curve[first + 1 : end].tolist()]

    def _cut(self, shorter: float) -> Floats:
        """How far above the centre of its target each edge ends."""
        slope = np.abs(self.lean[self.offsets[1:] - 1])
        target = self.drawing.target
        half, high = self.half_width[target], self.half_height[target]
        in_box = np.minimum(high, half / np.maximum(slope, 1e-9))
        in_oval = 1 / np.hypot(slope / half, 1 / high)
        in_oval = np.where(slope * high <= half - high, high, in_oval)  # its straight part
        cut: Floats = np.where(self.is_box[target], in_box, in_oval)
        return cut + shorter / np.hypot(slope, 1)


def sketch_of(drawing: Drawing, names: Sequence[Any] | None = None) -> Sketch:
    """Lay out a drawing.

    Parameters
    ----------
    drawing : Drawing
    names : sequence, optional
        What to call each symbol.

    Returns
    -------
    Sketch
        Nodes, and edges and their texts where they pass a half layer, are beside each other. Time
        as of `layout.across`, with a node more for each half layer that an edge passes.
    """
    is_zdd = drawing.variable is not None
    texts = node_texts(drawing, names)
    on_edges = [("", "")] * drawing.num_edges if is_zdd else edge_texts(drawing, names)
    is_box = drawing.node == drawing.leaf if drawing.variable is None else drawing.variable < 0
    half_width, half_height = _sizes(texts, is_box, is_zdd)

    edge, step, length = _bends(drawing)
    bends = np.arange(edge.size)
    offsets = np.concatenate(([0], np.cumsum(np.bincount(edge, minlength=length.size) + 2)))
    # all nodes of the drawing and then the bends, as points of the edges
    at_bend = bends + 2 * edge + 1
    node = np.empty(offsets[-1], np.int64)
    node[at_bend] = drawing.num_nodes + bends
    node[offsets[:-1]], node[offsets[1:] - 1] = drawing.source, drawing.target
    layer = np.concatenate((2 * drawing.layer, 2 * drawing.layer[drawing.source[edge]] + step))
    width = np.concatenate((2 * half_width, np.zeros(edge.size))) + GAP
    has_text = step == _middle(length)[edge]
    width[drawing.num_nodes :][has_text] += [wide(text, EDGE_FONT) for text, _ in on_edges]

    first = np.ones(node.size, np.bool_)
    first[offsets[:-1]] = False
    tail, head = node[np.flatnonzero(first) - 1], node[first]
    # edges are rather straight between their bends
    pull = np.where(np.minimum(tail, head) < drawing.num_nodes, 1.0, 4.0)
    x = across(layer, tail, head, pull, width, compact=True)
    x += MARGIN - (x - width / 2).min(initial=0)
    paper = float((x + width / 2).max(initial=0)) + MARGIN
    layers = int(layer.max(initial=0)) + 1
    step_down = min(max(STEP if is_zdd else TEXT_STEP, paper / (PROPORTION * layers)), TALLEST)
    y = layer * step_down + STEP + MARGIN
    points = np.stack((x[node], y[node]), axis=1)
    return Sketch(
        drawing=drawing,
        width=paper,
        height=float(y.max(initial=0)) + RADIUS + MARGIN,
        x=x[: drawing.num_nodes],
        y=y[: drawing.num_nodes],
        half_width=half_width,
        half_height=half_height,
        is_box=is_box,
        node_texts=texts,
        edge_texts=on_edges,
        offsets=offsets,
        points=points,
        lean=_lean(points, offsets),
        text_at=at_bend[has_text],
    )


def wide(text: str, font: float) -> float:
    """About how wide a text is, in points."""
    return LETTER * font * sum(1 + (east_asian_width(letter) in "WF") for letter in text)


def _sizes(texts: list[str], is_box: Bools, is_zdd: bool) -> tuple[Floats, Floats]:
    font, least = (NODE_FONT, RADIUS) if is_zdd else (NUMBER_FONT, END)
    half_width = np.array([max(least, wide(text, font) / 2 + font / 2) for text in texts])
    half_height = np.where(is_box, END, least)
    if max(map(len, texts), default=0) <= MAX_LETTERS_A_CIRCLE:  # circles, of one size
        half_width[~is_box] = half_height[~is_box] = half_width.max(initial=least)
    return half_width, half_height


def _bends(drawing: Drawing) -> tuple[Ints, Ints, Ints]:
    """The edge of each bend, its distance from the source, and the lengths of all edges.

    In half layers: texts stand between two layers.
    """
    length = 2 * (drawing.layer[drawing.target] - drawing.layer[drawing.source])
    edge = np.repeat(np.arange(length.size), length - 1)
    step = np.arange(edge.size) - np.repeat(np.cumsum(length - 1) - length, length - 1)
    if edge.size > MAX_BENDS:
        near = np.minimum(step, length[edge] - step) < NEAR
        kept = near | (step == _middle(length)[edge])
        edge, step = edge[kept], step[kept]
    return edge, step, length


def _middle(length: Ints) -> Ints:
    """The step of the text of an edge: odd, and near its middle."""
    half = length // 2
    return half - (half + 1) % 2


def _lean(points: Floats, offsets: Ints) -> Floats:
    before, after = np.arange(len(points)) - 1, np.arange(len(points)) + 1
    before[offsets[:-1]], after[offsets[1:] - 1] = offsets[:-1], offsets[1:] - 1
    way = points[after] - points[before]
    lean: Floats = way[:, 0] / way[:, 1]
    return lean
