"""The cost of a member of a family whose edges have costs."""

import numpy as np


def cost_of(family, edge_costs, names):
    """Of the member with these names: every other row is longer than it."""
    members = family.symbols_of(names)
    lengths = np.full(family.num_symbols, 1000.0)
    lengths[members] = -1000
    return family.shortest_path(lengths, edge_costs=edge_costs).length + 1000 * len(members)
