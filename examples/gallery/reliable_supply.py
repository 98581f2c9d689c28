"""Which trenches do we strengthen, so that the town is cut off hardly ever?

Links lead from a plant through a valley to a town; some share a trench, and break with it. Any few
trenches that cut the town off if they break at once must do so with a probability of at most 1e-9.
A trench has three levels of strength. Pass the name of a picture to draw the answer.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear, minimal_cuts, power_set, product

WIDTH, MOST, DIGITS = 4, 6, 9  # rows of stations; trenches that may break at once; 1e-9


def instance(size, seed=0):
    """Places of stations, links, trench of each, cost of a level, -log10 probability by level."""
    random = np.random.default_rng(seed)
    at = np.arange(1, size * WIDTH + 1).reshape(size, WIDTH)  # 0 is the plant, the last the town
    place = np.array([(-1, 1.5), *np.argwhere(at), (size, 1.5)])
    along = np.vstack((np.full(WIDTH, 0), at, np.full(WIDTH, at[-1, -1] + 1)))
    pairs = (along[:-1], along[1:]), (at[:, :-1], at[:, 1:])
    ends = np.concatenate([np.stack(pair, axis=-1).reshape(-1, 2) for pair in pairs])
    trench = np.arange(len(ends))
    for station in random.choice(at.ravel(), size, replace=False):  # two of its links
        first, second = trench[(ends == station).any(axis=1)][:2]
        trench[trench == second] = first
    trench = np.unique(trench, return_inverse=True)[1]
    first = random.uniform(1, 2, (trench.max() + 1, 1))
    return place, ends, trench, random.integers(50, 200, len(first)), first + np.array((0, 1, 2.5))


def breaks(ends, trench, most):
    """All minimal cuts, each with trenches that hold its links, at most so many."""
    links, number = len(ends), trench.max() + 1
    cuts = minimal_cuts(ends, 0, ends.max())  # symbol j: link j
    level = np.argsort(cuts.order.all_symbols(links))
    last = [level[trench == own].max() for own in range(number)]
    order = np.argsort([*level, *last], kind="stable")  # a trench right after its links
    family = product(cuts, power_set(number)).reordered(order)
    for link, own in enumerate(trench):  # with a link its trench
        row = np.arange(links + number) == links + own
        family &= linear(row.astype(int) - (np.arange(row.size) == link), low=0, order=order)
    return family & linear(np.repeat((0, 1), (links, number)), high=most, order=order)


def solve(_, ends, trench, cost, digits, most=MOST, **options):
    """The level of each trench, the family and the result."""
    family, links = breaks(ends, trench, most), len(ends)
    model = nzdd.FamilyModel()
    level = model.add_columns(len(cost), cost, upper=2, integrality=True)
    columns = np.pad(model.add_levels(level), ((links, 0), (0, 0)), mode="edge")
    table = np.pad(digits, ((links, 0), (0, 0)))  # links count nothing, their trenches do
    model.for_all(family, DIGITS, columns=columns, coefficients=table)
    result = nzdd.solve(model, **options)
    return result.x[level].round().astype(int), family, result


def draw(place, ends, trench, level, broken, path):
    """Draw a link the wider, the stronger its trench; the trenches of a worst case in red."""
    from matplotlib import pyplot as plt  # the extra "plot"

    figure, axes = plt.subplots(figsize=(9, 3), layout="constrained")
    axes.axis("off")
    for own, link in zip(trench, place[ends], strict=True):
        colour = "#d55e00" if own in broken else "#0072b2"
        axes.plot(*link.T, color=colour, linewidth=1 + 3 * level[own])
    axes.plot(*place[1:-1].T, "o", color="black", markersize=4)
    axes.plot(*place[[0, -1]].T, "s", color="black", markersize=14)
    figure.savefig(path)


if __name__ == "__main__":
    place, ends, trench, cost, digits = data = instance(12)
    level, family, result = solve(*data)
    broken = [j - len(ends) for j in result.binding[0].members[0] if j >= len(ends)]
    print(f"{family.count():,} ways to break in {family.num_nodes:,} nodes; {result.status}:")
    print(f"{np.count_nonzero(level)} of {level.size} trenches strengthened for {result.fun:g}")
    worst = digits[broken, level[broken]].sum()
    print(f"at worst {len(broken)} trenches break at once, with probability 1e-{worst:.2f}")
    if len(sys.argv) > 1:
        draw(place, ends, trench, level, broken, sys.argv[1])
