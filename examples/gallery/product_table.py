"""Which machine does each customer get, of a table of the combinations that work?

A machine must be good enough for its customer, and there are few pieces of each option in stock.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import linear

FEATURES, CHOICES = 8, 5  # a combination has one choice for each feature


def instance(customers, seed=1):
    """Combinations that work; cost of options, their use by customers, the least, the stock."""
    random = np.random.default_rng(seed)
    table = np.indices([CHOICES] * FEATURES).reshape(FEATURES, -1).T
    for first, second in ((0, 3), (1, 4), (2, 6), (3, 5), (4, 7), (0, 6)):
        works = random.random((CHOICES, CHOICES)) < 0.75  # the other pairs do not go together
        table = table[works[table[:, first], table[:, second]]]
    table += CHOICES * np.arange(FEATURES)  # option 5 i + j: choice j for feature i
    cost = random.integers(5, 60, FEATURES * CHOICES)
    use = cost // 10 + random.integers(0, 7, (customers, cost.size))
    least = np.quantile(use[:, table].sum(axis=2), 0.8, axis=1)
    return table, cost, use, least, 1 + random.integers(0, 2 * customers // CHOICES + 1, cost.size)


def solve(table, cost, use, least, stock, **options):
    """The combination of each customer, shape (customers, FEATURES), their family, the result."""
    rows = nzdd.RowTable.from_csr(np.arange(0, table.size + 1, FEATURES), table.ravel(), cost.size)
    family, model = nzdd.ZDD.from_rows(rows, order="natural"), nzdd.FamilyModel()
    taken = []
    for value, enough in zip(use, least, strict=True):
        good = family & linear(value, low=enough, order="natural")
        taken.append(model.choose(good, costs=cost))
    of_all = np.kron(np.ones(len(use)), np.eye(cost.size))
    model.add_rows(of_all, np.concatenate(taken), upper=stock)
    result = nzdd.solve(model, **options)
    return np.array(result.chosen), family, result


def draw(chosen, path):
    """Draw a table of features and customers; each choice of a feature has its own colour."""
    from matplotlib import pyplot as plt  # the extra "plot"

    axes = plt.figure(figsize=(7, 3), layout="constrained").gca()
    axes.imshow(chosen % CHOICES, "Pastel1", vmin=0, vmax=8)
    for (customer, feature), option in np.ndenumerate(chosen % CHOICES):
        axes.text(feature, customer, "ABCDE"[option], ha="center", va="center")
    axes.set(xlabel="feature", ylabel="customer", yticks=range(len(chosen)))
    plt.savefig(path)


if __name__ == "__main__":
    table, *_ = data = instance(5)
    chosen, family, result = solve(*data)
    print(f"{len(table):,} combinations in {family.num_nodes:,} nodes; {result.status}:")
    print(f"{result.fun:g} for {len(chosen)} customers")
    if len(sys.argv) > 1:
        draw(chosen, sys.argv[1])
