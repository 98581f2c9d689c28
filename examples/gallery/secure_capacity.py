"""Which capacities do we rent, so that the demand still arrives after any two lines have failed?

In every cut, without any two of its lines, the capacities must add up to the demand.
"""

import sys

import networkx as nx
import numpy as np
from scipy.spatial import Delaunay

import nzdd
from nzdd.families import minimal_cuts, sets_of_size
from nzdd.networkx import edge_sets


def instance(size, seed=1):
    """A network in the plane, and the price of a unit of capacity on each line."""
    place = np.random.default_rng(seed).random((size, 2))
    place[[0, -1]] = (0.15, 0.5), (0.85, 0.5)  # from the first place to the last one
    graph = nx.empty_graph(size)
    graph.graph["at"] = place
    graph.add_edges_from(Delaunay(place).simplices[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2).tolist())
    ends = place[np.array(graph.edges)]
    return graph, 1 + (20 * np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)).astype(int)


def solve(graph, price, failures=2, demand=6, **options):
    """Capacity of each line, what is left of cuts without `failures` of their lines, result."""
    cuts, _ = edge_sets(minimal_cuts, graph, 0, len(graph) - 1)  # symbol j: line j
    remains = cuts.meet(sets_of_size(len(price), len(price) - failures))
    model = nzdd.FamilyModel()
    x = model.add_columns(len(price), price, upper=demand, integrality=True)
    model.for_all(remains, demand, columns=x)
    result = nzdd.solve(model, **options)
    return result.x[x].round(), remains, result


def draw(graph, capacity, left, path):
    """Draw capacities as widths; of a worst case what fails in red, what is left in green."""
    from matplotlib import pyplot as plt  # the extra "plot"

    lines, ends, width = list(graph.edges), (0, len(graph) - 1), 0.3 + 1.3 * capacity
    colour = dict.fromkeys(lines, "#56b4e9") | {lines[j]: "#009e73" for j in left}
    rest = graph.edge_subgraph(line for line in lines if colour[line] == "#56b4e9")
    colour |= {tuple(sorted(line)): "#d55e00" for line in nx.minimum_edge_cut(rest, *ends)}
    at, size = graph.graph["at"], [100 * (v in ends) for v in graph]
    nx.draw(graph, at, edge_color=list(colour.values()), width=width, node_size=size)
    plt.savefig(path)


if __name__ == "__main__":
    graph, price = instance(40)
    capacity, remains, result = solve(graph, price)
    left = list(result.binding[0].members[0])
    print(f"{remains.count():,} remains of cuts; {result.status}: {capacity.sum():g} units")
    print(f"for {result.fun:g}, at least {result.dual_bound:g}; at worst {left} are left")
    if len(sys.argv) > 1:
        draw(graph, capacity, left, sys.argv[1])
