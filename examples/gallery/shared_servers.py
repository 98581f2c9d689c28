"""On how few servers do all services run, where some must not share one?

A service takes processors and memory. Two that stand in for each other are kept apart.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import independent_sets, linear


def instance(services, seed=1):
    """Processors and memory of each service; pairs to keep apart; what a server has of both."""
    random = np.random.default_rng(seed)
    needs = random.integers((2, 4), (17, 40), (services, 2))
    pairs = np.argwhere(np.triu(random.random((services, services)) < 0.1, 1))
    return needs, pairs, (32, 64)


def solve(needs, pairs, server, **options):
    """The services of each server, the family of all that fit on one, the result."""
    apart = independent_sets(pairs, num_vertices=len(needs))
    order = apart.order.all_symbols(len(needs))
    processors, memory = (
        linear(need, high=most, order=order) for need, most in zip(needs.T, server, strict=True)
    )
    family = apart & processors & memory
    result = nzdd.cover(family, **options)  # what fits does so with less, so covering will do
    covering = result.chosen[0].members.toarray() > 0
    return covering & (np.cumsum(covering, axis=0) == 1), family, result


def draw(needs, pairs, server, placed, path):
    """Draw the load of each server as a rectangle of both needs for each of its services."""
    from matplotlib import pyplot as plt  # the extra "plot"

    columns = -(-len(placed) // 2)
    figure, axes = plt.subplots(2, columns, figsize=(9, 4), layout="constrained")
    for each in axes.flat:
        each.axis("off")
    for each, row in zip(axes.flat, placed, strict=False):
        ends = np.cumsum(needs[row], axis=0)
        for (x, y), (dx, dy), name in zip(ends, needs[row], row.nonzero()[0], strict=True):
            each.add_patch(plt.Rectangle((x - dx, y - dy), dx, dy, fc="#56b4e9", ec="black"))
            each.text(x - dx / 2, y - dy / 2, name, ha="center", va="center")
        each.add_patch(plt.Rectangle((0, 0), *server, fill=False))
        each.set(xlim=(-1, server[0] + 1), ylim=(-1, server[1] + 1))
    figure.savefig(path)


if __name__ == "__main__":
    data = instance(40)
    placed, family, result = solve(*data)
    print(f"{family.count():,} sets of services fit on a server, in {family.num_nodes:,} nodes")
    print(f"{result.status}: {result.fun:g} servers, at least {result.dual_bound:g}")
    if len(sys.argv) > 1:
        draw(*data, placed, sys.argv[1])
