"""Which streets does a town close for its races over 5, 7.5 and 10 km, at least cost?

Each race is a round from the market place, exact to 100 m. A closed street serves all of them.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear, simple_cycles


def instance(size, seed=1):
    """Places of corners, streets, length (25 m), climb, cost; market; length of each race."""
    random, at = np.random.default_rng(seed), np.arange(size * size).reshape(size, size)
    ends = np.r_[np.c_[at[:, :-1].flat, at[:, 1:].flat], np.c_[at[:-1].flat, at[1:].flat]]
    place = np.argwhere(at >= 0) + random.uniform(-0.3, 0.3, (size * size, 2))
    length = np.rint(20 * np.hypot(*(place[ends[:, 0]] - place[ends[:, 1]]).T)).astype(int)
    climb, cost = random.integers(0, 10, len(ends)), random.integers(5, 50, len(ends))
    return place, ends, length, climb, cost, at[size // 2, size // 2], (200, 300, 400)


def solve(_, ends, length, climb, cost, market, races, **options):
    """Streets of each race, shape (races, streets), families of courses, result."""
    rounds = simple_cycles(ends)  # symbol j: street j
    order = rounds.order.all_symbols(len(ends))
    rounds &= linear((ends == market).any(axis=1).astype(int), low=1, order=order)
    model = nzdd.FamilyModel()
    closed = model.add_columns(len(ends), cost, upper=1)
    is_closed, families, courses = np.kron((1, -1), np.eye(len(ends))), [], []
    for goal in races:
        exact = rounds & linear(length, goal - 4, goal + 4, order=order)
        families.append(exact & linear(climb, high=goal // 4, order=order))
        courses.append(model.choose(families[-1]))
        model.add_rows(is_closed, np.append(closed, courses[-1]), lower=0)
    result = nzdd.solve(model, **options)
    return result.x[np.array(courses)] > 0.5, families, result


def draw(place, ends, taken, path):
    """Draw the streets of the town, and on them the three courses."""
    from matplotlib import pyplot as plt  # the extra "plot"

    plt.figure(figsize=(6, 6), layout="constrained")
    plt.axis("off")
    plt.plot(*place[ends].T, color="0.9", linewidth=10, solid_capstyle="round")
    for row, colour in enumerate(("#0072b2", "#d55e00", "#009e73")):
        plt.plot(*(place[ends[taken[row]]].T + 0.045 * (row - 1)), color=colour, linewidth=3)
    plt.savefig(path)


if __name__ == "__main__":
    place, ends, length, climb, *_ = data = instance(5)
    taken, families, result = solve(*data)
    print(f"{result.status}: {taken.any(axis=0).sum()} streets closed for {result.fun:g}")
    print(taken @ length / 40, "km, of", [family.count() for family in families], "courses")
    if len(sys.argv) > 1:
        draw(place, ends, taken, sys.argv[1])
