"""What is written at the nodes and on the edges of a picture, and how wide its lines are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.drawing.drawing import Drawing
from nzdd.input.arrays import Ints

# The text on an edge, in symbols and about in letters, of a picture of at most that many edges; in
# larger ones symbols are in tooltips alone, or the picture gets wide.
TEXT_ON_AN_EDGE = ((20, 8, 40), (100, 3, 16))
TOOLTIP = (20, 400)
MAX_LETTERS_A_CIRCLE = 4
MAX_LETTERS_A_LINE = 60

_CONTROLS = dict.fromkeys((*range(32), *range(127, 160), 0xFFFE, 0xFFFF), " ")


def text_of(name: Any) -> str:
    """A name as text."""
    return name if isinstance(name, str) else repr(name)


def node_texts(drawing: Drawing, names: Sequence[Any] | None) -> list[str]:
    """The symbol of each node of a ZDD, the number of a terminal and of a node of an NZDD."""
    variable = np.full(drawing.num_nodes, -1) if drawing.variable is None else drawing.variable
    return [
        str(node) if symbol < 0 else _name(symbol, names)
        for node, symbol in zip(drawing.node.tolist(), variable.tolist(), strict=True)
    ]


def edge_texts(drawing: Drawing, names: Sequence[Any] | None) -> list[tuple[str, str]]:
    """The text and the tooltip of each edge of an NZDD: its label set, or the first symbols of it.

    The text is empty where there are too many edges. An edge that stands for several parallel ones
    has their number, too.
    """
    bounds = pairwise(drawing.label_offsets.tolist())
    most = next((most for edges, *most in TEXT_ON_AN_EDGE if drawing.num_edges <= edges), None)
    found = []
    for (first, last), count in zip(bounds, drawing.parallel.tolist(), strict=True):
        number = f"×{count:,}" if count > 1 else ""
        more = [": ", ", …"] if count > 1 else ["", ""]
        symbols = drawing.labels[first:last]
        text = number + _set(symbols, names, *most).join(more) if most else number
        found.append((text, number + _set(symbols, names, *TOOLTIP).join(more)))
    return found


def caption(drawing: Drawing) -> list[str]:
    """What is left out, as lines below the picture."""
    return wrap(drawing.left_out, MAX_LETTERS_A_LINE)


def pen_widths(multiplicity: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pen widths, logarithmic: 1 for fewest rows, up to 3.5 for at least eight times as many."""
    # the number of rows may be too large for a double
    rows = np.minimum(multiplicity, np.finfo(np.float64).max)
    least = rows[rows > 0].min(initial=np.inf)
    if not np.isfinite(least):
        return np.ones(rows.size)
    scale: NDArray[np.float64] = np.log(np.maximum(rows, least)) - math.log(least)
    return 1 + 2.5 * scale / max(float(scale.max()), math.log(8))


def _name(symbol: int, names: Sequence[Any] | None) -> str:
    return text_of(symbol if names is None else names[symbol]).translate(_CONTROLS)


def _set(symbols: Ints, names: Sequence[Any] | None, most: int, letters: int) -> str:
    if not symbols.size:
        return "∅"
    texts = [_name(symbol, names) for symbol in symbols[:most].tolist()]
    ends = accumulate(len(text) + 2 for text in texts)
    shown = texts[: max(1, sum(end <= letters + 2 for end in ends))]
    more = symbols.size - len(shown)
    return "{" + ", ".join(shown) + (f", … {more} more" if more else "") + "}"
