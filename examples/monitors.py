"""Watch every path through a grid: 3,266,598,486,981,642 rows, only few of them binding.

Each street of a 9 x 9 grid can have a monitor, at a price that is high near two opposite corners.
Every simple path from one of these corners to the other must pass at least two monitors. Pass the
name of a .svg file to draw the answer.
"""

import sys

import networkx as nx
import numpy as np

import nzdd
from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.adapters.pictures import graphviz
from nzdd.families import simple_paths
from nzdd.formulations import ConstraintDiagram, LinearModel

SIDE = 9
graph = nx.grid_2d_graph(SIDE, SIDE)

# all simple paths, as a diagram: symbol j is the j-th street
paths, streets = edge_sets(simple_paths, graph, (0, 0), (SIDE - 1, SIDE - 1))
print(f"{paths.count():,} paths in {paths.num_nodes:,} nodes")

middle = [abs(a + b + c + d - 2 * (SIDE - 1)) for (a, b), (c, d) in streets]
prices = np.random.default_rng(1).integers(1, 40, len(streets)) + np.square(middle)

# one binary column per street, no rows but those of the diagram: at least 2 monitors on a path
model = LinearModel(prices, upper=1, integrality=True)
rows = ConstraintDiagram.from_zdd(paths, 2)
result = nzdd.solve(model, rows=[rows])

monitors = [street for street, on in zip(streets, result.x > 0.5, strict=True) if on]
print(f"{result.status}: {len(monitors)} monitors for {result.fun:g}")
print(f"the least watched path passes {rows.min_slack(result.x) + 2:g} monitors")
print(f"{result.report.to_dict()['rows_added']} rows were added")

if len(sys.argv) > 1:
    lines = ["graph { layout=neato node [shape=point width=0.1] edge [color=gray70]"]
    lines += [f'"{x},{y}" [pos="{x / 2},{y / 2}!"]' for x, y in graph]
    for (a, b), (c, d), price, on in zip(
        *zip(*streets, strict=True), prices, result.x > 0.5, strict=True
    ):
        style = "color=crimson penwidth=4" if on else ""
        lines.append(f'"{a},{b}" -- "{c},{d}" [{style} label="{price:g}" fontsize=8]')
    graphviz.save("\n".join([*lines, "}"]), sys.argv[1])
