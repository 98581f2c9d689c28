"""The picture of docs/gallery/counting.md.

``python docs/scripts/counting.py`` draws it: random members, a puzzle solved, and a network.
"""

from pathlib import Path

import networkx as nx
import numpy as np
from matplotlib import pyplot as plt
from networkx import grid_2d_graph as grid

from nzdd import ZDD, families
from nzdd.adapters.libraries.networkx import family_of
from nzdd.adapters.pictures.matplotlib import COLOURS

CLUES = ["..122", "1.0..", "1....", "2.123", "...2."]
SHAPES = """F .XX XX. .X.|I XXXXX|L XXXX X...|N XXX. ..XX|P XX XX X.|T XXX .X. .X.|
 U X.X XXX|V X.. X.. XXX|W X.. XX. .XX|X .X. XXX .X.|Y XXXX .X..|Z XX. .X. .XX"""


def one_of(family, seed=3):
    """A random row, by names."""
    return family.names_of(family.random_rows(1, seed=seed).indices)


def fill(axes, cells, colour):
    """Unit squares (row, column) of one colour."""
    for r, c in cells:
        axes.add_patch(plt.Rectangle((c, -r - 1), 1, 1, fc=colour, ec="white", lw=1))


def shade(number):
    """One of twelve colours."""
    return plt.get_cmap("tab20")(number)


def districts(axes):
    """Six connected parts of six squares each."""
    board = grid(6, 6)
    weights = (dict.fromkeys(board, 1), 6, 6)
    family = family_of(families.connected_partitions, board, parts=6, part_weights=weights)
    parts = nx.Graph(one_of(family))
    for number, part in enumerate(nx.connected_components(parts)):
        fill(axes, part, shade(2 * number))
    axes.set_title(f"one of {family.count():,}", fontsize=9)


def slitherlink(axes):
    """The loop of the puzzle."""
    board, numbers = grid(6, 6), []
    for r, c in np.ndindex(5, 5):
        axes.text(c + 0.5, -r - 0.5, CLUES[r][c].strip("."), ha="center", va="center", size=11)
        corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        around = list(zip(corners, corners[1:] + corners[:1], strict=True))
        if CLUES[r][c] != ".":
            numbers.append((around, int(CLUES[r][c]), int(CLUES[r][c])))
    loops = family_of(families.graphs, board, degrees=(0, 2), components=1, linear=numbers)
    for (a, b), (c, d) in next(loops.named_rows()):
        axes.plot((b, d), (-a, -c), color=COLOURS[0], lw=2.4, solid_capstyle="round")
    for r, c in board:
        axes.plot(c, -r, "o", ms=3, color="0.4")
    axes.set_title("the only one", fontsize=9)


def places(rows, columns):
    """The letter and the squares of each place of each shape."""
    for letter, *lines in map(str.split, SHAPES.split("|")):
        shape = np.array([[square == "X" for square in line] for line in lines])
        turned = [np.rot90(each, k) for each in (shape, shape.T) for k in range(4)]
        for form in {tuple(map(tuple, np.argwhere(each).tolist())) for each in turned}:
            high, wide = np.max(form, axis=0)
            for r, c in np.ndindex(rows - high, columns - wide):
                yield letter, *((c + j, r + i) for i, j in form)


def pentominoes(axes):
    """The twelve shapes in a rectangle of 4 x 15."""
    letters = "FILNPTUVWXYZ"
    squares = [(c, r) for c in range(15) for r in range(4)]
    pieces = ZDD.from_named_rows(places(4, 15), [*squares, *letters])
    covers = families.exact_covers(pieces)
    rows = list(pieces.named_rows())
    for place in one_of(covers):
        (letter,) = (each for each in rows[place] if isinstance(each, str))
        cells = [(r, c) for c, r in (each for each in rows[place] if each != letter)]
        fill(axes, cells, shade(letters.index(letter)))
    axes.set_title(f"one of {covers.count():,}", fontsize=9)


def cables(axes):
    """Cables between two corners, the wider the more important."""
    town = nx.convert_node_labels_to_integers(grid(4, 5), label_attribute="at")
    edges, at = list(town.edges), nx.get_node_attributes(town, "at")
    chances = np.full((2, len(edges), len(edges)), 0.9)
    chances[0][np.diag_indices(len(edges))] = 1.0
    chances[1][np.diag_indices(len(edges))] = 0.0
    with_it, without = families.reliability(edges, [0, 19], chances)
    for edge, importance in zip(edges, with_it - without, strict=True):
        (a, b), (c, d) = (at[end] for end in edge)
        axes.plot((b, d), (-a, -c), color=COLOURS[1], lw=0.4 + 90 * importance, zorder=1)
    for node, (r, c) in at.items():
        colour = COLOURS[0] if node in (0, 19) else "white"
        axes.plot(c, -r, "o", ms=7, mfc=colour, mec="0.3", zorder=2)
    axes.set_title("importance", fontsize=9)


def main():
    """Draw all panels."""
    plt.rcParams["svg.hashsalt"] = "nzdd"
    panels = (districts, slitherlink, pentominoes, cables)
    widths = {"width_ratios": [1, 1, 2.6, 1.2]}
    figure, all_axes = plt.subplots(
        1, 4, figsize=(10.5, 2.2), layout="constrained", gridspec_kw=widths
    )
    for draw, axes in zip(panels, all_axes, strict=True):
        draw(axes)
        axes.autoscale_view()
        axes.set_aspect("equal")
        axes.axis("off")
    path = Path(__file__).parents[1] / "images/gallery/counting.svg"
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()
