"""Which are the twenty cheapest courses for a half marathon? The council wants to choose.

A course is a round from the market place, exact to 100 m and without much climbing. It passes each
of three sights, from one street or another, and takes one of two streets to a hospital at most.
"""

import sys

import numpy as np

from nzdd.families import linear, simple_cycles


def instance(size, seed=1):
    """Places of corners, streets, costs, market; coefficients of the streets and their bounds."""
    random, at = np.random.default_rng(seed), np.arange(size * size).reshape(size, size)
    ends = np.r_[np.c_[at[:, :-1].flat, at[:, 1:].flat], np.c_[at[:-1].flat, at[1:].flat]]
    place = np.argwhere(at >= 0) + random.uniform(-0.3, 0.3, (size * size, 2))
    length = np.rint(20 * np.hypot(*(place[ends[:, 0]] - place[ends[:, 1]]).T)).astype(int)
    climb, cost = random.integers(0, 10, len(ends)), random.integers(5, 50, len(ends))
    sights = random.choice(len(ends), (3, 4), replace=False)  # one of four streets each
    hospitals = random.choice(len(ends), (size, 2), replace=False)  # two streets each
    limits = [(np.bincount(some, minlength=len(ends)), 1, None) for some in sights]
    limits += [(np.bincount(some, minlength=len(ends)), None, 1) for some in hospitals]
    limits += [(climb, None, 84), (length, 420, 424)]  # lengths in units of 50 m
    return place, ends, cost, at[size // 2, size // 2], limits


def solve(_, ends, cost, market, limits, number=20):
    """The family of all courses, and the cheapest ones with their costs."""
    courses = simple_cycles(ends)  # symbol j: street j
    order = courses.order.all_symbols(len(ends))
    to_market = (ends == market).any(axis=1).astype(int)
    for coefficients, low, high in [(to_market, 1, None), *limits]:
        courses &= linear(coefficients, low, high, order=order)
    return courses, courses.shortest_rows(cost, number)


def draw(place, ends, courses, path):
    """Draw a street the darker, the more of the courses take it; the cheapest course in red."""
    from matplotlib import pyplot as plt  # the extra "plot"

    plt.figure(figsize=(6, 6), layout="constrained")
    plt.axis("off")
    plt.plot(*place[ends].T, color="0.85", linewidth=1)
    for course in courses:
        plt.plot(*place[ends[course]].T, color="#56b4e9", linewidth=9, alpha=0.1)
    plt.plot(*place[ends[courses[0]]].T, color="#d55e00", linewidth=3)
    plt.savefig(path)


if __name__ == "__main__":
    place, ends, *_ = data = instance(7)
    courses, cheapest = solve(*data)
    print(f"{courses.count():,} courses in {courses.num_nodes:,} nodes; the cheapest ones cost")
    print(*cheapest.lengths.astype(int))
    if len(sys.argv) > 1:
        draw(place, ends, np.split(cheapest.symbols, cheapest.offsets[1:-1]), sys.argv[1])
