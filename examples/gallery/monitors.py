"""Where do we watch a city, so that every route a smuggler may take passes two monitors?

A route must end within the night, and some pairs of streets exclude each other.
"""

import sys

import networkx as nx
import numpy as np

import nzdd
from nzdd.families import linear, simple_paths
from nzdd.networkx import edge_sets


def instance(size, seed=1):
    """A grid of streets with minutes, their prices, the night in minutes, excluded pairs."""
    graph, random = nx.grid_2d_graph(size, size), np.random.default_rng(seed)
    nx.set_edge_attributes(graph, {at: random.integers(3, 10) for at in graph.edges}, "minutes")
    night = nx.shortest_path_length(graph, (0, 0), max(graph), "minutes") * 9 // 5
    middle = np.array([abs(a + b + c + d - 2 * (size - 1)) for (a, b), (c, d) in graph.edges])
    price = random.integers(1, 40, len(middle)) + (4 * middle / size).astype(int) ** 3
    one = random.integers(0, len(middle) - 3 * size, 12 * size)  # and another one nearby
    return graph, price, night, np.stack((one, one + random.integers(1, 3 * size, one.size)), 1)


def solve(graph, price, night, pairs, **options):
    """Streets to watch, the routes, and the result."""
    routes, streets = edge_sets(simple_paths, graph, (0, 0), max(graph))  # symbol j: street j
    minutes = [graph.edges[street]["minutes"] for street in streets]
    in_time = linear(minutes, high=night, order=routes.order.all_symbols(len(price)))
    routes = (routes & in_time).nonsupersets(pairs.tolist())
    model = nzdd.FamilyModel()
    x = model.add_columns(len(price), price, upper=1, integrality=True)
    model.for_all(routes, 2, columns=x)  # on every route the sum of x[j] is at least two
    result = nzdd.solve(model, **options)
    return result.x[x] > 0.5, routes, result


def draw(graph, watched, route, path):
    """Draw the streets, the monitors, and one of the least watched routes."""
    from matplotlib import pyplot as plt  # the extra "plot"

    width = 1 + 5 * np.isin(np.arange(len(watched)), route)
    nx.draw(graph, {a: a for a in graph}, node_size=0, width=width, edge_color="#56b4e9")
    plt.scatter(*np.array(graph.edges)[watched].mean(axis=1).T, color="#d55e00", zorder=3)
    plt.savefig(path)


if __name__ == "__main__":
    graph, price, night, pairs = data = instance(9)
    watched, routes, result = solve(*data)
    route = list(result.binding[0].members[-1])
    print(
        f"{routes.count():,} routes; {result.status}: {watched.sum()} monitors for {result.fun:g},"
    )
    print(f"at least {result.dual_bound:g}; {watched[route].sum()} of them are on route {route}")
    if len(sys.argv) > 1:
        draw(graph, watched, route, sys.argv[1])
