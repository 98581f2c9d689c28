"""The pictures of docs/concepts/families_of_graphs.md.

``python docs/scripts/random_members.py`` draws them: each panel shows a random member of a
family of a grid, the edges and vertices that are in it dark.
"""

from pathlib import Path
from random import Random

import networkx as nx
from matplotlib import pyplot as plt

from nzdd import families
from nzdd.adapters.libraries.networkx import family_of
from nzdd.adapters.pictures.matplotlib import COLOURS

SIDE = 5
LAST = (SIDE - 1, SIDE - 1)
CORNERS = [(0, 0), (0, SIDE - 1), (SIDE - 1, 0), LAST]
GRID = nx.grid_2d_graph(SIDE, SIDE)
STREETS = nx.DiGraph(
    edge if Random(str(edge)).random() < 0.5 else edge[::-1] for edge in GRID.edges
)
BOTH_WAYS = nx.DiGraph(GRID)
KINGS = nx.strong_product(nx.path_graph(4), nx.path_graph(4))
HALF = ([1] * SIDE**2, 12, 13)
PAGES = {
    "paths": [
        ("simple_paths", GRID, ((0, 0), LAST), {}),
        ("simple_paths, no ends", GRID, (), {}),
        ("simple_cycles", GRID, (), {}),
        ("hamiltonian_paths", GRID, (), {}),
        ("hamiltonian_cycles", nx.grid_2d_graph(4, 6), (), {}),
        ("minimal_cuts", GRID, ((0, 0), LAST), {}),
    ],
    "trees": [
        ("trees", GRID, (), {}),
        ("spanning_trees", GRID, (), {}),
        ("forests", GRID, (), {}),
        ("rooted_forests", GRID, (), {"roots": CORNERS, "spanning": True}),
        ("arborescences", BOTH_WAYS, (), {"root": (2, 2), "spanning": True}),
        ("branchings", STREETS, (), {}),
        ("steiner_trees", GRID, (), {"terminals": CORNERS, "minimal": True}),
        ("steiner_subgraphs", GRID, (), {"terminals": CORNERS}),
        ("connecting_sets", GRID, (), {"terminals": CORNERS}),
        ("connected_sets", GRID, (), {"size": 9}),
    ],
    "degrees": [
        ("matchings", GRID, (), {}),
        ("perfect matchings", nx.grid_2d_graph(4, 6), (), {"perfect": True}),
        ("b_matchings", GRID, (), {"degrees": 2}),
        ("f_factors", nx.grid_2d_graph(4, 6), (), {"degrees": 2}),
        ("edge_covers", GRID, (), {}),
        ("regular_subgraphs", KINGS, (), {"degree": 3}),
    ],
    "classes": [
        ("bipartite_subgraphs", KINGS, (), {"connected": True}),
        ("induced_subgraphs", GRID, (), {"connected": True}),
        ("complete_subgraphs", KINGS, (), {"size": 4}),
        ("bicliques", KINGS, (), {"first": 2, "second": 2}),
        ("connected_partitions", GRID, (), {"parts": 4}),
        ("in two halves", GRID, (), {"parts": 2, "part_weights": HALF}),
    ],
    "vertices": [
        ("independent_sets", GRID, (), {"maximal": True}),
        ("cliques", KINGS, (), {"maximal": True}),
        ("dominating_sets", GRID, (), {"size": 7}),
        ("perfect_codes", nx.grid_2d_graph(4, 4), (), {}),
        ("vertex_covers", GRID, (), {"minimal": True}),
        ("feedback_vertex_sets", GRID, (), {"size": (6, 7)}),
        ("connected_vertex_sets", GRID, (), {}),
        ("induced cycles", GRID, (), {"sigma": 2, "components": 1}),
        ("colourings", GRID, (), {"num_colours": 3}),
    ],
}
FUNCTIONS = {
    "perfect matchings": "matchings",
    "in two halves": "connected_partitions",
    "induced cycles": "vertex_sets",
}
INK, MARK = COLOURS[0], COLOURS[1]


def place(node):
    """Where a node is drawn: rows from the top."""
    return node[1], -node[0]


def member(title, graph, nodes, options):
    """A random row of the family, by names."""
    function = getattr(families, FUNCTIONS.get(title, title.partition(",")[0]))
    family = family_of(function, graph, *nodes, **options)
    return family.names_of(family.random_rows(1, seed=4).indices)


def draw(axes, title, graph, nodes, options):
    """One panel."""
    axes.set_title(title, fontsize=9)
    found = member(title, graph, nodes, options)
    taken = [each for each in found if each in graph.edges]
    dark = {node: MARK if node in found else "white" for node in graph}
    if title == "colourings":
        taken, dark = [], {node: COLOURS[colour] for node, colour in found}
    colours = dict.fromkeys(taken, MARK)
    if FUNCTIONS.get(title, title) == "connected_partitions":
        parts = nx.Graph(taken)
        parts.add_nodes_from(graph)
        for number, part in enumerate(nx.connected_components(parts)):
            dark |= dict.fromkeys(part, COLOURS[number])
            colours |= {edge: COLOURS[number] for edge in taken if edge[0] in part}
    if title == "minimal_cuts":
        left = graph.copy()
        left.remove_edges_from(taken)
        dark |= dict.fromkeys(nx.node_connected_component(left, nodes[0]), COLOURS[2])
    for named in (*nodes, *options.get("roots", ()), *options.get("terminals", ())):
        dark[named] = INK
    if "root" in options:
        dark[options["root"]] = INK
    if graph is not BOTH_WAYS:
        for u, v in graph.edges:
            axes.plot(*zip(place(u), place(v), strict=True), color="0.85", lw=1, zorder=1)
    else:
        for u, v in GRID.edges:
            axes.plot(*zip(place(u), place(v), strict=True), color="0.85", lw=1, zorder=1)
    for edge, colour in colours.items():
        (x, y), (to_x, to_y) = place(edge[0]), place(edge[1])
        axes.plot((x, to_x), (y, to_y), color=colour, lw=2.4, zorder=2, solid_capstyle="round")
        if graph.is_directed():
            middle = (x + 0.66 * (to_x - x), y + 0.66 * (to_y - y))
            head = {"arrowstyle": "-|>", "color": colour, "lw": 0, "mutation_scale": 11}
            axes.annotate("", middle, ((x + to_x) / 2, (y + to_y) / 2), arrowprops=head)
    for node in graph:
        axes.plot(*place(node), "o", ms=6, mfc=dark[node], mec="0.3", mew=0.8, zorder=3)
    axes.set_aspect("equal")
    axes.axis("off")


def main():
    """Draw all pictures."""
    plt.rcParams["svg.hashsalt"] = "nzdd"
    for name, panels in PAGES.items():
        columns = 5 if len(panels) % 5 in (0, 4) else 6
        rows = -(-len(panels) // columns)
        figure, places = plt.subplots(
            rows, columns, figsize=(1.75 * columns, 1.95 * rows), layout="constrained"
        )
        for axes in places.flat[len(panels) :]:
            axes.axis("off")
        for axes, panel in zip(places.flat, panels, strict=False):
            draw(axes, *panel)
        figure.savefig(
            Path(__file__).parents[1] / "images/families" / f"{name}.svg", metadata={"Date": None}
        )
        plt.close(figure)


if __name__ == "__main__":
    main()
