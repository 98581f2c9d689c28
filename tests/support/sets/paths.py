"""All paths of small graphs, listed."""

import numpy as np

from nzdd import PathGraph


def listed(family, edge_costs):
    """Every path as counts of its symbols, and what its edges cost."""
    graph = PathGraph.of(family, edge_costs)
    members, costs = [], []
    out = [np.flatnonzero(graph.source == node) for node in range(graph.num_nodes)]
    stack = [(0, np.zeros(graph.num_symbols), 0.0)]
    while stack:
        node, counts, cost = stack.pop()
        if node == graph.num_nodes - 1:
            members.append(counts)
            costs.append(cost)
            continue
        for edge in out[node]:
            begin, end = graph.label_offsets[edge : edge + 2]
            more = np.bincount(graph.labels[begin:end], minlength=graph.num_symbols)
            stack.append((graph.target[edge], counts + more, cost + graph.costs[edge]))
    return np.array(members), np.array(costs)
