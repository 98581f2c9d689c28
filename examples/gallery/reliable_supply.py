"""Which trenches do we strengthen, so that the town is cut off hardly ever?

Links lead from a plant through a valley to a town; some share a trench, and break with it. Any few
trenches that cut the town off at once must do so with a probability of at most 1e-9.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear, minimal_cuts, power_set, product

WIDTH, MOST, DIGITS = 4, 6, 9  # rows of stations; trenches that may break at once; 1e-9


def instance(size, seed=0):
    """Links, trench of each; cost of a level of each trench, -log10 of probabilities by level."""
    random, at = np.random.default_rng(seed), np.arange(1, size * WIDTH + 1).reshape(size, WIDTH)
    along = np.vstack((np.zeros_like(at[0]), at, np.full(WIDTH, at.size + 1)))  # 0 is the plant
    ends = np.r_[np.c_[along[:-1].flat, along[1:].flat], np.c_[at[:, :-1].flat, at[:, 1:].flat]]
    trench = np.arange(len(ends))
    for station in random.choice(at.ravel(), size, replace=False):  # two of its links share one
        first, second = trench[(ends == station).any(axis=1)][:2]
        trench[trench == second] = first
    trench = np.unique(trench, return_inverse=True)[1]
    digits = random.uniform(1, 2, (trench.max() + 1, 1)) + np.array((0, 1, 2.5))
    return ends, trench, random.integers(50, 200, len(digits)), digits


def solve(ends, trench, cost, digits, most=MOST, **options):
    """The level of each trench, the family of breaks and the result."""
    links, number = len(ends), len(cost)  # symbol j: link j, or trench j - links
    cuts = minimal_cuts(ends, 0, ends.max())
    at = np.argsort(cuts.order.all_symbols(links))
    after = [at[trench == own].max() for own in range(number)]  # the last of its links
    order = np.argsort([*at, *after], kind="stable")
    family = product(cuts, power_set(number)).reordered(order)
    for row in np.c_[-np.eye(links), np.eye(number)[trench]].astype(int):  # a link, so its trench
        family &= linear(row, low=0, order=order)
    family &= linear(np.repeat((0, 1), (links, number)), high=most, order=order)
    model = nzdd.FamilyModel()
    level = model.add_columns(number, cost, upper=2, integrality=True)
    columns = np.pad(model.add_levels(level), ((links, 0), (0, 0)), mode="edge")
    table = np.pad(digits, ((links, 0), (0, 0)))  # links count nothing, their trenches do
    model.for_all(family, DIGITS, columns=columns, coefficients=table)
    result = nzdd.solve(model, **options)
    return result.x[level].round().astype(int), family, result


def draw(ends, level, broken, path):
    """Draw a link the wider, the stronger its trench; the trenches of a worst case in red."""
    from matplotlib import pyplot as plt  # the extra "plot"

    last = ends.max() // WIDTH
    place = np.array([(-1, 1.5), *np.ndindex(last, WIDTH), (last, 1.5)])
    plt.figure(figsize=(9, 3), layout="constrained").gca().axis("off")
    for link, width, red in zip(place[ends], 1 + 3 * level, broken, strict=True):
        plt.plot(*link.T, color="#d55e00" if red else "#0072b2", linewidth=width)
    plt.plot(*place.T, "o", color="black", markersize=4)
    plt.savefig(path)


if __name__ == "__main__":
    ends, trench, cost, digits = data = instance(12)
    level, family, result = solve(*data)
    broken = np.array([j for j in result.binding[0].members[0] if j >= len(ends)]) - len(ends)
    print(f"{family.count():,} ways to break in {family.num_nodes:,} nodes; {result.status}:")
    print(f"{np.count_nonzero(level)} of {level.size} trenches strengthened for {result.fun:g};")
    print(f"the worst break has a probability of 1e-{digits[broken, level[broken]].sum():.2f}")
    if len(sys.argv) > 1:
        draw(ends, level[trench], np.isin(trench, broken), sys.argv[1])
