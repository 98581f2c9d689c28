"""Which streets do we dig up for a network of cables, when no price is known yet?

The price of a street lies somewhere in an interval, and one drum of cable must do. Once prices are
known, another network may turn out cheaper: that difference is our regret.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear, simple_cycles, spanning_trees


def instance(size, seed=0):
    """Streets of a grid, their lengths, least and greatest prices, and the length of the drum."""
    random, at = np.random.default_rng(seed), np.arange(size * size).reshape(size, size)
    ends = np.r_[np.c_[at[:, :-1].flat, at[:, 1:].flat], np.c_[at[:-1].flat, at[1:].flat]]
    length, low, more = random.integers((20, 10, 0), (60, 60, 60), (len(ends), 3)).T
    least = spanning_trees(ends).shortest_path(length).length
    return ends, length, low, low + more, int(1.04 * least)


def solve(ends, length, low, high, drum, **options):
    """Which streets we dig up, the family of networks and the result."""
    trees = spanning_trees(ends)  # symbol j: street j
    networks = trees & linear(length, high=drum, order=trees.order.all_symbols(len(ends)))
    model = nzdd.FamilyModel()
    x = model.add_columns(len(ends), upper=1, integrality=True)
    model.add_rows(length, x, upper=drum)
    model.add_rows(np.ones(len(ends)), x, ends.max(), ends.max())  # a tree has no whole cycle
    model.for_all(simple_cycles(ends), -1, "<=", columns=x, constants=-1)
    at_worst = {"coefficients": low - high, "constants": -low, "nominal": (x, high)}
    model.add_largest(networks, columns=x, **at_worst)  # ours dear, the others cheap
    result = nzdd.solve(model, **options)
    return result.x[x] > 0.5, networks, result


def draw(ends, ours, other, path):
    """Draw our network in blue, and in red the one that we would regret not to have most."""
    from matplotlib import pyplot as plt  # the extra "plot"

    place = np.argwhere(np.ones((int(np.sqrt(ends.max() + 1)),) * 2))
    plt.figure(figsize=(5, 5), layout="constrained").gca().axis("off")
    plt.plot(*place[ends].T, color="0.88")
    plt.plot(*(place[ends[ours]].T + 0.03), color="#0072b2", linewidth=5)
    plt.plot(*(place[ends[other]].T - 0.03), color="#d55e00", linewidth=5)
    plt.plot(*place.T, "o", color="black", markersize=9)
    plt.savefig(path)


if __name__ == "__main__":
    ends, length, low, high, drum = data = instance(5, seed=3)
    ours, networks, result = solve(*data)
    other = list(result.binding[1].members[0])
    print(f"{networks.count():,} networks in {networks.num_nodes:,} nodes; {result.status}:")
    print(f"regret {result.fun:g} of {high[ours].sum()} at worst")
    if len(sys.argv) > 1:
        draw(ends, ours, other, sys.argv[1])
