"""The picture of docs/concepts/choose_many.md: ``python docs/scripts/choose_many.py``."""

from itertools import pairwise
from pathlib import Path

import numpy as np
from matplotlib import pyplot as plt
from text_column import MARK, lines

import nzdd
from nzdd.adapters.pictures.matplotlib import COLOURS

NAMES, WIDTHS, ROLL, DEMAND = "abc", (5, 4, 3), 9, (4, 5, 7)
PATTERN = (0, 1)  # the one that is followed through the picture
NODES = ((0, 0), (1.1, -0.55), (1.8, 0.45), (2.5, -0.7), (3.75, 0))
BENDS = {  # how an edge is bent, and where its label stands
    (0, 1): ((0.1, (0.42, -0.35)),),
    (0, 2): ((-0.25, (0.75, 0.42)), (0.1, (0.95, 0.12))),
    (0, 4): ((-0.6, None),),
    (1, 3): ((0.1, (1.8, -0.72)),),
    (1, 4): ((-0.1, None),),
    (2, 3): ((-0.1, None),),
    (2, 4): ((-0.2, (2.85, 0.5)),),
    (3, 4): ((0.35, (3.35, -0.62)), (0.0, None)),
}
INK = COLOURS[0]

graph = nzdd.families.patterns(WIDTHS, ROLL)
edges = [
    (int(u), int(v), graph.labels[first:last].tolist())
    for u, v, (first, last) in zip(
        graph.source, graph.target, pairwise(graph.label_offsets), strict=True
    )
]


def ways(node, taken=()):
    """The symbols of every path from a node to the leaf."""
    if node == graph.num_nodes - 1:
        yield tuple(sorted(taken))
    for u, v, symbols in edges:
        if u == node:
            yield from ways(v, (*taken, *symbols))


def total(pattern):
    """Return the items of a pattern as a sum."""
    counts = [(pattern.count(item), name) for item, name in enumerate(NAMES)]
    return " + ".join(f"{k} {name}" if k > 1 else name for k, name in counts if k) or "nothing"


plt.rcParams["svg.hashsalt"] = "nzdd"
figure, (left, middle, right) = plt.subplots(
    1, 3, figsize=(10, 3.6), layout="constrained", width_ratios=(1, 2.7, 1.3)
)
patterns = sorted(set(ways(0)))
place = {patterns.index(PATTERN)}
lines(left, f"{len(patterns)} patterns", [total(pattern) for pattern in patterns], place)
price = nzdd.FamilyModel(maximize=True)
columns = price.add_columns(len(NAMES), DEMAND)
counts = np.array([[pattern.count(item) for item in range(len(NAMES))] for pattern in patterns])
price.add_rows(counts, columns, upper=1.0)
prices = nzdd.solve(price).x
texts = [f"{total(pattern)} ≤ 1" for pattern in patterns if pattern]
lines(right, "prices: no pattern above 1", texts, {texts.index(f"{total(PATTERN)} ≤ 1")})
right.text(
    0.5,
    0,
    ", ".join(f"{name} = 1/{1 / each:.0f}" for name, each in zip(NAMES, prices, strict=True)),
    ha="center",
)
marked = {(0, 2, PATTERN[0]), (2, 4, PATTERN[1])}
seen = dict.fromkeys(BENDS, 0)
for u, v, symbols in edges:
    bend, at = BENDS[u, v][seen[u, v]]
    seen[u, v] += 1
    followed = (u, v, *symbols) in marked
    arrow = {
        "arrowstyle": "-|>",
        "color": MARK if followed else INK if symbols else "0.75",
        "lw": 2.4 if followed else 1.2,
        "shrinkA": 13,
        "shrinkB": 13,
        "connectionstyle": f"arc3,rad={bend}",
    }
    middle.annotate("", NODES[v], NODES[u], arrowprops=arrow)
    if symbols:
        style = {"color": MARK, "weight": "bold"} if followed else {"color": INK}
        ground = {"color": "white", "pad": 1}
        middle.text(*at, total(symbols), ha="center", va="center", bbox=ground, **style)
for node, (x, y) in enumerate(NODES):
    middle.plot(x, y, "o", ms=24, mfc="white", mec="black", zorder=3)
    inside = {0: "0", len(NODES) - 1: "1"}.get(node, "")
    middle.text(x, y, inside, ha="center", va="center", zorder=4)
middle.set_title(f"{len(edges)} edges, each path is a pattern", fontsize=10)
middle.set(xlim=(-0.3, 4.05), ylim=(-1.1, 1.3))
middle.axis("off")
figure.savefig(Path(__file__).parents[1] / "images/choose_many.svg", metadata={"Date": None})
