"""Which rolls of two widths do we cut, and how, so that all orders are met at least cost?

Pieces beyond an order go to the store, which takes few. The narrow rolls are cheap remnants.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import patterns


def instance(size, seed=4):
    """Width and order of each piece, pieces to store; width, cost and number of rolls by kind."""
    random = np.random.default_rng(seed)
    width = np.sort(random.choice(np.arange(20, 75), size, replace=False))[::-1]
    return width, random.integers(4, 20, size), 2, ((160, 8, np.inf), (110, 4, 15))


def solve(width, order, store, rolls, **options):
    """What is cut from each kind of roll, as `ChosenMembers`, and the result."""
    model, pieces = nzdd.FamilyModel(), []
    for wide, cost, number in rolls:
        family = patterns(width, wide, order)  # how often each piece is cut from one roll
        cut = model.choose_many(family, cost=cost, total=(0, number))
        pieces.append(cut.symbols)
    of_all = np.kron(np.ones(len(rolls)), np.eye(len(width)))  # the pieces of all kinds of rolls
    model.add_rows(of_all, np.concatenate(pieces), lower=order, upper=order + store)
    result = nzdd.solve(model, **options)
    return result.chosen, result


def draw(width, rolls, chosen, path):
    """Draw a bar for each pattern, its pieces in colours, and how often it is cut."""
    from matplotlib import pyplot as plt  # the extra "plot"

    axes = plt.figure(figsize=(8, 5), layout="constrained").gca()
    colour, row = plt.get_cmap("tab20"), 0
    for (wide, *_), kind in zip(rolls, chosen, strict=True):
        for members, number in zip(kind.named(), kind.number, strict=True):
            axes.barh(row, wide, 0.8, color="white", edgecolor="black")
            piece = np.sort(members)
            left = np.cumsum(width[piece]) - width[piece]
            axes.barh(row, width[piece], 0.8, left, color=colour(piece), edgecolor="black")
            axes.text(-2, row, f"{number} x", ha="right", va="center")
            row -= 1
    axes.axis("off")
    plt.savefig(path)


if __name__ == "__main__":
    width, order, _, rolls = data = instance(12)
    chosen, result = solve(*data)
    print(f"{result.status}: {result.fun:g}, at least {result.dual_bound:g}; {order.sum()} pieces")
    for (wide, *_), kind in zip(rolls, chosen, strict=True):
        print(f"{kind.number.sum()} rolls of width {wide}, in {len(kind)} patterns")
    if len(sys.argv) > 1:
        draw(width, rolls, chosen, sys.argv[1])
