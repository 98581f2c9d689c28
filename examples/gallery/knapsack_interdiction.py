"""Which regions do we close to a rival, who then takes the best that its budget allows?

We can tie customers in some regions by exclusive contracts, within a budget of our own. The rival
enters those of the other regions that pay it most within its budget. We want the least to be left
for it, whatever it packs.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear


def instance(size, tightness=5, seed=1):
    """Profits, the rival's and our costs, its and our budget, drawn as in Caprara et al. 2016."""
    random = np.random.default_rng(seed)
    profit, cost, price = random.integers(1, 101, (3, size))
    budget = int(tightness * cost.sum() // 11)
    return profit, cost, price, budget, int(random.integers(budget - 10, budget + 11))


def solve(profit, cost, price, budget, ours, **options):
    """Regions to close, what the rival can enter, and the result."""
    packings = linear(cost, high=budget)  # symbol j: the rival enters region j
    model = nzdd.FamilyModel()
    x = model.add_columns(len(profit), upper=1, integrality=True)
    model.add_rows(price, x, upper=ours)
    # t >= sum of profit[j] (1 - x[j]) over S, for every packing S; minimise t
    model.add_largest(packings, columns=x, coefficients=-profit, constants=profit)
    result = nzdd.solve(model, **options)
    return result.x[x] > 0.5, packings, result


def draw(profit, cost, closed, entered, path):
    """Draw the regions by the rival's cost and profit, and what becomes of them."""
    from matplotlib import pyplot as plt  # the extra "plot"

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    rest = ~closed & ~entered
    axes.scatter(cost[closed], profit[closed], marker="X", s=80, c="#d55e00", label="closed by us")
    axes.scatter(cost[entered], profit[entered], s=80, c="#0072b2", label="entered by the rival")
    axes.scatter(cost[rest], profit[rest], s=40, c="0.8", label="left over")
    axes.set(xlabel="what it costs the rival", ylabel="what it pays the rival")
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    figure.savefig(path)


if __name__ == "__main__":
    profit, cost, price, budget, ours = data = instance(30)
    closed, packings, result = solve(*data)
    print(f"{packings.count():,} packings in {packings.num_nodes:,} nodes; {result.status}:")
    entered = np.isin(np.arange(30), result.binding[0].members[0]) & ~closed
    print(f"close {np.flatnonzero(closed)}; the rival gets at most {result.fun:g},")
    print(f"in {np.flatnonzero(entered)}; nobody can keep it below {result.dual_bound:g}")
    if len(sys.argv) > 1:
        draw(profit, cost, closed, entered, sys.argv[1])
