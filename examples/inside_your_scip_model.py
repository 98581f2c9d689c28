"""Add 789,360,053,252 rows to a PySCIPOpt model of your own.

Needs PySCIPOpt: pip install ".[scip]". Streets of an 8 x 8 grid get monitors, so that every
simple path from one corner to the opposite one passes two. A constraint handler adds these rows
lazily. The rest of the model is ordinary PySCIPOpt, such as the rule that no crossing has three.
"""

import networkx as nx
from pyscipopt import Model, quicksum

from nzdd import ConstraintDiagram
from nzdd.families import simple_paths
from nzdd.networkx import edge_sets
from nzdd.scip import add_rows

SIDE = 8
graph = nx.grid_2d_graph(SIDE, SIDE)
paths, streets = edge_sets(simple_paths, graph, (0, 0), (SIDE - 1, SIDE - 1))

model = Model()
model.hideOutput()
monitors = [model.addVar(vtype="B", obj=5 + abs(a + d - b - c)) for (a, b), (c, d) in streets]
for crossing in graph:
    here = [x for x, street in zip(monitors, streets, strict=True) if crossing in street]
    model.addCons(quicksum(here) <= 2)
for end in ((0, 0), (SIDE - 1, SIDE - 1)):  # the streets at the two ends are out of bounds
    for monitor, street in zip(monitors, streets, strict=True):
        if end in street:
            model.fixVar(monitor, 0)

rows = ConstraintDiagram.from_zdd(paths, 2)
handler = add_rows(model, monitors, rows)
model.optimize()

print(f"{paths.count():,} rows: {model.getStatus()}, cost {model.getObjVal():g}")
print(f"{sum(model.getVal(x) > 0.5 for x in monitors)} monitors, {handler.rows_added} rows added")
print("least slack of all rows:", rows.min_slack([model.getVal(x) for x in monitors]))
