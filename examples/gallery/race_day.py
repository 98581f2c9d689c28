"""Which streets does a town close for its races over 5, 7.5 and 10 km, at least cost?

Each race is a round from the market place, exact to 100 m and without much climbing. A street that
is closed serves all of them, so the courses are chosen together. Pass the name of a picture to draw
the answer.
"""

import sys

import numpy as np
from scipy.sparse import eye_array, hstack

import nzdd
from nzdd.families import linear, simple_cycles

RACES = (200, 300, 400)  # in units of 25 m


def instance(size, seed=1):
    """Places of corners, streets between them, their length, climb and cost; the market."""
    random = np.random.default_rng(seed)
    corner = np.arange(size * size).reshape(size, size)
    across, along = (corner[:, :-1], corner[:, 1:]), (corner[:-1], corner[1:])
    ends = np.concatenate([np.stack(pair, axis=-1).reshape(-1, 2) for pair in (across, along)])
    place = np.argwhere(corner >= 0) + random.uniform(-0.3, 0.3, (size * size, 2))
    length = np.rint(20 * np.hypot(*(place[ends[:, 0]] - place[ends[:, 1]]).T)).astype(int)
    climb, cost = random.integers(0, 10, len(ends)), random.integers(5, 50, len(ends))
    return place, ends, length, climb, cost, corner[size // 2, size // 2]


def solve(_, ends, length, climb, cost, market, races=RACES, **options):
    """Which streets each race takes, shape (races, streets), families of courses, result."""
    rounds = simple_cycles(ends)  # symbol j: street j
    order = rounds.order.all_symbols(len(ends))
    rounds &= linear((ends == market).any(axis=1).astype(int), low=1, order=order)
    model = nzdd.FamilyModel()
    closed = model.add_columns(len(ends), cost, upper=1)
    same, families, courses = eye_array(len(ends)), [], []
    for goal in races:
        exact = rounds & linear(length, goal - 4, goal + 4, order=order)
        families.append(exact & linear(climb, high=goal // 4, order=order))
        courses.append(model.choose(families[-1]))
        model.add_rows(hstack((same, -same)), np.concatenate((closed, courses[-1])), lower=0)
    result = nzdd.solve(model, **options)
    return result.x[np.array(courses)] > 0.5, families, result


def draw(place, ends, taken, path):
    """Draw the streets of the town, and on them the three courses."""
    from matplotlib import pyplot as plt  # the extra "plot"

    figure, axes = plt.subplots(figsize=(6, 6), layout="constrained")
    axes.axis("off")
    for j, street in enumerate(place[ends]):
        axes.plot(*street.T, color="0.9", linewidth=10, solid_capstyle="round", zorder=1)
        for row in np.flatnonzero(taken[:, j]):
            colour = ("#0072b2", "#d55e00", "#009e73")[row]
            axes.plot(*(street.T + 0.045 * (row - 1)), color=colour, linewidth=3)
    figure.savefig(path)


if __name__ == "__main__":
    place, ends, length, climb, cost, market = data = instance(5)
    taken, families, result = solve(*data)
    print(f"{result.status}: {taken.any(axis=0).sum()} streets closed for {result.fun:g}")
    for course, family in zip(taken, families, strict=True):
        print(f"{length[course].sum() / 40:g} km, {family.count()} courses to choose from")
    if len(sys.argv) > 1:
        draw(place, ends, taken, sys.argv[1])
