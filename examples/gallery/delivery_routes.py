"""Which routes deliver to all customers, each within its hours, over the fewest kilometres?"""

import sys

import numpy as np

import nzdd
from nzdd.families import walks

VEHICLE = 50  # kilometres that one more vehicle costs
NEAR = 5  # among so many customers, it remembers whom it has visited


def instance(customers, seed=2):
    """Place, load, and times of service from and to, the depot first; capacity of a vehicle."""
    random, size = np.random.default_rng(seed), customers + 1
    place, load = random.integers(0, 100, (size, 2)), random.integers(1, 6, size)
    opens = random.integers(0, 200, size)
    place[0], load[0], opens[0] = 50, 0, 0
    return place, load, opens, opens + random.integers(60, 150, size), 14


def routes(place, load, opens, closes, capacity):
    """All routes, a symbol for each leg from one place to the next; the way home is included."""
    far = np.rint(np.hypot(*(place[:, None] - place).transpose(2, 0, 1))).astype(int)
    keeps = np.bitwise_or.reduce(1 << np.argsort(far, axis=1)[:, : NEAR + 1], axis=1)

    def step(states):  # a state: where, when, the load, a bit for each customer remembered
        index, to = (part.ravel() for part in np.mgrid[: len(states), 1 : len(load)])
        at, time, full, seen = states[index].T
        arrival, full = np.maximum(time + far[at, to], opens[to]), full + load[to]
        fits = (seen >> to & 1 == 0) & (arrival <= closes[to]) & (full <= capacity)
        longer = far[at, to] + far[to, 0] - far[at, 0]
        after = np.column_stack((to, arrival, full, seen & keeps[to] | 1 << to))
        return index[fits], (at * len(load) + to)[fits], after[fits], longer[fits]

    return walks(step, (0, 0, 0, 0), symbols=np.ndindex(len(load), len(load)))


def solve(*data, **options):
    """The customers of each route in their order, and the result."""
    size = len(data[0])
    demand, to = np.arange(size) > 0, np.arange(size**2) % size  # from wherever
    result = nzdd.partition(routes(*data), demand, cost=VEHICLE, groups=to, **options)
    found = []
    for legs in map(dict, result.chosen[0].named()):
        found.append([legs.pop(0)])
        while legs:
            found[-1].append(legs.pop(found[-1][-1]))
    return found, result


def draw(place, load, routes, path):
    """Draw each route in its colour."""
    from matplotlib import pyplot as plt  # the extra "plot"

    plt.figure(figsize=(5, 5), layout="constrained").gca().axis("off")
    for route in routes:
        plt.plot(*place[[0, *route, 0]].T, linewidth=2)
    plt.scatter(*place.T, 25 * load + 100 * (load == 0), color="black", zorder=3)
    plt.savefig(path)


if __name__ == "__main__":
    data = instance(13)
    found, result = solve(*data)
    print(f"{result.status}, {result.fun - VEHICLE * len(found):g} kilometres: {found}")
    if len(sys.argv) > 1:
        draw(*data[:2], found, sys.argv[1])
