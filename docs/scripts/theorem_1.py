"""The picture of theorem 1 in docs/concepts/mathematics.md."""

from itertools import combinations
from pathlib import Path

from matplotlib import pyplot as plt
from text_column import MARK, lines

from nzdd import NZDD
from nzdd.adapters.pictures.matplotlib import COLOURS

NAMES = "abcde"
ROW = (1, 2, 4)  # the one that is followed through the picture
NODES = ((0, 0), (1.25, 0.45), (2.5, -0.45), (3.75, 0))
TITLES = ("root: 0", "s", "t", "leaf: 1")
BENDS = {  # how an edge is bent, and where its label stands
    (0, 3): ((-0.55, (1.87, 1.12)), (0.55, (1.87, -1.12))),
    (0, 2): ((0.2, (1.15, -0.4)),),
    (0, 1): ((-0.35, (0.5, 0.5)), (0.1, (0.62, 0.07))),
    (1, 2): ((0, (2.0, 0.08)),),
    (1, 3): ((-0.2, (2.75, 0.47)),),
    (2, 3): ((-0.1, (3.05, -0.06)), (0.4, (3.3, -0.55))),
}
INK = COLOURS[0]
GROUND = {"color": "white", "pad": 1}

diagram = NZDD.from_rows(combinations(range(5), 3), order="natural")
path = set(diagram.shortest_path([symbol not in ROW for symbol in range(5)]).edges.tolist())
edges = [
    (u, v, diagram.labels[first:last])
    for u, v, first, last in zip(
        diagram.source,
        diagram.target,
        diagram.label_offsets,
        diagram.label_offsets[1:],
        strict=False,
    )
]


def total(symbols):
    """Return the sum of some columns as text."""
    return " + ".join(NAMES[symbol] for symbol in symbols)


plt.rcParams["svg.hashsalt"] = "nzdd"
figure, (left, middle, right) = plt.subplots(
    1, 3, figsize=(10, 3.6), layout="constrained", width_ratios=(1, 2.7, 1.3)
)
rows = list(combinations(range(5), 3))
lines(left, "10 rows", [f"{total(row)} ≥ 1" for row in rows], {rows.index(ROW)})
constraints = []
seen = dict.fromkeys(BENDS, 0)
for e, (u, v, symbols) in enumerate(edges):
    bend, place = BENDS[u, v][seen[u, v]]
    seen[u, v] += 1
    colour = MARK if e in path else INK
    arrow = {
        "arrowstyle": "-|>",
        "color": colour,
        "lw": 2.4 if e in path else 1.2,
        "shrinkA": 13,
        "shrinkB": 13,
        "connectionstyle": f"arc3,rad={bend}",
    }
    middle.annotate("", NODES[v], NODES[u], arrowprops=arrow)
    weight = "bold" if e in path else "normal"
    middle.text(
        *place, total(symbols), color=colour, ha="center", va="center", weight=weight, bbox=GROUND
    )
    start = "" if u == 0 else f"{TITLES[u]} + "
    constraints.append(f"{start}{total(symbols)} ≥ {'1' if v == 3 else TITLES[v]}")
for (x, y), title in zip(NODES, TITLES, strict=True):
    middle.plot(x, y, "o", ms=24, mfc="white", mec="black", zorder=3)
    inside = title.rpartition(" ")[2]
    middle.text(x, y, inside, ha="center", va="center", zorder=4)
    if ":" in title:
        middle.text(x, y - 0.27, title.partition(":")[0], ha="center", va="center", fontsize=9)
middle.set_title("a path a row", fontsize=10)
middle.set(xlim=(-0.35, 4.1), ylim=(-1.3, 1.3))
middle.axis("off")
lines(right, "9 edges, 2 new columns s, t", constraints, path)
figure.savefig(Path(__file__).parents[1] / "images/theorem_1.svg", metadata={"Date": None})
