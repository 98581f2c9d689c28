"""Which routes deliver to all customers, each within its hours, over the fewest kilometres?"""

import sys

import numpy as np

import nzdd
from nzdd.families import from_states

VEHICLE = 50  # the cost of one more vehicle, in kilometres


def instance(customers, seed=2):
    """Place, load, and times of service from and to, the depot first; capacity of a vehicle."""
    random = np.random.default_rng(seed)
    place, load = random.integers(0, 100, (customers + 1, 2)), random.integers(1, 6, customers + 1)
    opens = random.integers(0, 200, customers + 1)
    place[0], load[0], opens[0] = 50, 0, 0
    return place, load, opens, opens + random.integers(60, 150, customers + 1), 14


def routes(place, load, opens, closes, capacity):
    """The family of all routes, symbol (stage, customer), and the costs of its edges."""
    far = np.rint(np.hypot(*(place[:, None] - place).transpose(2, 0, 1))).astype(int)
    customers = np.arange(1, len(load))

    def step(stage, states):  # a state: where, when, the load, a bit for each customer visited
        at, time, full, seen = (np.repeat(part, customers.size) for part in states.T)
        to = np.tile(customers, len(states))
        arrival, full = np.maximum(time + far[at, to], opens[to]), full + load[to]
        fits = (seen >> to & 1 == 0) & (arrival <= closes[to]) & (full <= capacity)
        longer = far[at, to] + far[to, 0] - far[at, 0]  # the way home is included
        after = np.c_[to, arrival, full, seen | 1 << to]
        index = np.repeat(np.arange(len(states)), customers.size)
        return index[fits], to[fits], after[fits], longer[fits]

    return from_states(step, (0, 0, 0, 0), customers.size, early=True)


def solve(*data, **options):
    """The customers of each route in their order, the family of all routes, the result."""
    family, lengths = routes(*data)
    customer = np.array(family.names)[:, 1]  # at whatever stage
    result = nzdd.partition(
        family, edge_costs=lengths, cost=VEHICLE, groups=customer - 1, **options
    )
    return [[to for _, to in route] for route in result.chosen[0].named()], family, result


def draw(place, load, routes, path):
    """Draw each route in its colour, the depot as a square."""
    from matplotlib import pyplot as plt  # the extra "plot"

    plt.figure(figsize=(5, 5), layout="constrained").gca().axis("off")
    for route, colour in zip(routes, plt.get_cmap("tab10").colors, strict=False):
        plt.plot(*place[[0, *route, 0]].T, color=colour, linewidth=2)
    plt.scatter(*place[1:].T, 25 * load[1:], color="black", zorder=3)
    plt.plot(*place[0], "s", color="black", markersize=10)
    plt.savefig(path)


if __name__ == "__main__":
    data = instance(13)
    found, family, result = solve(*data)
    print(f"{family.count()} routes in {family.num_edges} edges; {result.status}:")
    print(f"{len(found)} vehicles, {result.fun - VEHICLE * len(found):g} kilometres: {found}")
    if len(sys.argv) > 1:
        draw(*data[:2], found, sys.argv[1])
