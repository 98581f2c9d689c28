"""Which are the twenty cheapest courses for a half marathon? The council wants to choose.

A course is a round from the market place, exact to 100 m and without much climbing. It passes each
of three sights, from one street or another, and takes one of two streets to a hospital at most.
Pass the name of a picture to draw the answer.
"""

import sys

import numpy as np

from nzdd.families import linear, simple_cycles

COURSES, GOAL, CLIMB = 20, 422, 84  # lengths in units of 50 m


def instance(size, seed=1):
    """Places of corners, streets, their length, climb, cost; market, sights and hospitals."""
    random = np.random.default_rng(seed)
    corner = np.arange(size * size).reshape(size, size)
    across, along = (corner[:, :-1], corner[:, 1:]), (corner[:-1], corner[1:])
    ends = np.concatenate([np.stack(pair, axis=-1).reshape(-1, 2) for pair in (across, along)])
    place = np.argwhere(corner >= 0) + random.uniform(-0.3, 0.3, (size * size, 2))
    length = np.rint(20 * np.hypot(*(place[ends[:, 0]] - place[ends[:, 1]]).T)).astype(int)
    climb, cost = random.integers(0, 10, len(ends)), random.integers(5, 50, len(ends))
    sights = random.choice(len(ends), (3, 4), replace=False)  # one of four streets each
    hospitals = random.choice(len(ends), (size, 2), replace=False)  # two streets each
    return place, ends, length, climb, cost, corner[size // 2, size // 2], sights, hospitals


def limits(_, ends, length, climb, cost, market, sights, hospitals):
    """Coefficients of the streets, and between what their sum over a course must lie."""
    some = np.zeros((1 + len(sights) + len(hospitals), len(ends)), int)
    some[0, (ends == market).any(axis=1)] = 1
    for row, streets in zip(some[1:], [*sights, *hospitals], strict=True):
        row[streets] = 1
    needed = 1 + len(sights)
    yield from ((row, 1, None) for row in some[:needed])
    yield from ((row, None, 1) for row in some[needed:])
    yield from ((climb, None, CLIMB), (length, GOAL - 2, GOAL + 2))


def solve(*data, number=COURSES):
    """The family of all courses, and the cheapest ones with their costs."""
    courses = simple_cycles(data[1])  # symbol j: street j
    order = courses.order.all_symbols(len(data[1]))
    for coefficients, low, high in limits(*data):
        courses &= linear(coefficients, low, high, order=order)
    return courses, courses.shortest_rows(data[4], number)


def draw(place, ends, courses, best, path):
    """Draw a street the wider, the more of the courses take it; the cheapest course in red."""
    from matplotlib import pyplot as plt  # the extra "plot"

    figure, axes = plt.subplots(figsize=(6, 6), layout="constrained")
    axes.axis("off")
    times = 0.6 * np.bincount(courses.symbols, minlength=len(ends))
    for j, street in enumerate(place[ends]):
        axes.plot(*street.T, color="0.85", linewidth=1, zorder=1)
        axes.plot(*street.T, color="#56b4e9", linewidth=times[j], solid_capstyle="round", zorder=2)
        axes.plot(*street.T, color="#d55e00", linewidth=3 * (j in best), zorder=3)
    figure.savefig(path)


if __name__ == "__main__":
    place, ends, length, climb, cost, *_ = data = instance(7)
    courses, cheapest = solve(*data)
    print(f"{courses.count():,} courses in {courses.num_nodes:,} nodes; the cheapest ones cost")
    print(*cheapest.lengths.astype(int))
    best = cheapest.symbols[: cheapest.offsets[1]]
    print(f"the first has {length[best].sum() / 20:g} km, and climbs {climb[best].sum()} steps")
    if len(sys.argv) > 1:
        draw(place, ends, cheapest, best, sys.argv[1])
