"""Which shifts does a service centre plan, so that few callers wait and few people idle?"""

import sys

import numpy as np

import nzdd
from nzdd.families import from_automaton, linear

# A shift is work, break, work, break, work: the half hours of each, and of work in all.
LEAST, MOST, DAY = (3, 1, 3, 1, 3), (8, 2, 8, 2, 8), (12, 18)
MISSING, IDLE = 40, 4  # what a person too few, or too many, costs in half an hour


def instance(periods=48, seed=0):
    """People needed, and wage, in each half hour of a day."""
    hour = np.arange(periods) * 24 / periods
    mean = 9 * np.exp(-((hour - 10.5) ** 2) / 9) + 7 * np.exp(-((hour - 17) ** 2) / 8) + 1.5
    return np.random.default_rng(seed).poisson(mean), np.where((hour < 6) | (hour >= 20), 14, 10)


def shifts(periods):
    """The family of all shifts, symbols 2 t for half hour t away and 2 t + 1 for work."""
    first = np.cumsum((1, *MOST))  # a state for each half hour in a part; 0 and the last: at home
    table = np.full((first[-1] + 1, 2), -1)  # the state after half an hour away, and at work
    table[0], table[-1, 0] = (0, 1), first[-1]
    for part, (least, begin, end) in enumerate(zip(LEAST, first, first[1:], strict=False)):
        table[begin : end - 1, 1 - part % 2] = range(begin + 1, end)  # on in the same part
        table[begin + least - 1 : end, part % 2] = end  # to the next part
    days = from_automaton(table, periods, range(begin + least - 1, len(table)))
    days = nzdd.ZDD.from_nzdd(days)
    return days & linear([0, 1] * periods, *DAY, order=days.order)


def solve(needed, wage, **options):
    """The shifts that are planned, as `ChosenMembers`, the family of all shifts, the result."""
    family, model = shifts(len(needed)), nzdd.FamilyModel()
    working = model.choose_many(family, np.kron(wage, (0, 1))).symbols[1::2]
    missing, idle = (model.add_columns(len(needed), cost) for cost in (MISSING, IDLE))
    people = np.kron((1, 1, -1), np.eye(len(needed)))
    model.add_rows(people, np.r_[working, missing, idle], needed, needed)
    result = nzdd.solve(model, **options)
    return result.chosen[0], family, result


def draw(needed, plan, path):
    """Draw the curve of demand, and under it a bar for each shift."""
    from matplotlib import pyplot as plt  # the extra "plot"

    figure, (top, below) = plt.subplots(2, sharex=True, figsize=(8, 5), layout="constrained")
    each = np.repeat(plan.members.toarray()[:, 1::2], plan.number, axis=0)
    each = each[np.argsort(each.argmax(axis=1))]
    top.stairs(needed, fill=True, color="0.85", label="needed")
    top.stairs(each.sum(axis=0), color="#0072b2", label="at work")
    top.legend()
    below.imshow(each, "Blues", vmax=1.5, aspect="auto", extent=(0, *each.shape[::-1], 0))
    below.set(xlabel="half hour", ylabel="shift")
    figure.savefig(path)


if __name__ == "__main__":
    needed, wage = data = instance()
    plan, family, result = solve(*data)
    print(f"{plan.number.sum()} of {family.count()} shifts in {family.num_nodes} nodes;")
    print(f"{result.status}: {result.fun:g}, at least {result.dual_bound:g}")
    if len(sys.argv) > 1:
        draw(needed, plan, sys.argv[1])
