"""Which shifts does a service centre plan, so that few callers wait and few people idle?

A shift is three parts of work, with breaks between them whose lengths may be chosen.
"""

import sys

import numpy as np

import nzdd
from nzdd.families import from_states

# At home, work, break, work, break, work, at home: the half hours of each, and of work in all.
LEAST, MOST, DAY = (0, 3, 1, 3, 1, 3, 0), (np.inf, 8, 2, 8, 2, 8, np.inf), (12, 18)
MISSING, IDLE = 40, 4  # what a person too few, or too many, costs in half an hour


def instance(periods=48, seed=0):
    """People needed, and wage, in each half hour of a day."""
    hour = np.arange(periods) * 24 / periods
    mean = 9 * np.exp(-((hour - 10.5) ** 2) / 9) + 7 * np.exp(-((hour - 17) ** 2) / 8) + 1.5
    return np.random.default_rng(seed).poisson(mean), np.where((hour < 6) | (hour >= 20), 14, 10)


def shifts(wage):
    """The family of all shifts, symbol t for work in half hour t, and the costs of its edges."""

    least, most, home = np.array(LEAST), np.array(MOST), len(LEAST) - 1

    def step(time, states):  # a state: the part of the shift, half hours in it, work so far
        part, here, work = np.tile(states, (2, 1)).T  # first all who stay in their part
        stays = np.arange(part.size) < len(states)
        fits = np.where(stays, here < most[part], (here >= least[part]) & (part < home))
        part, here = part + ~stays, np.where(stays, here + 1, 1)
        works, away = part % 2 == 1, (part > 0) & (part < home)
        work = work + works
        fits &= (work <= DAY[1]) & ((part < home) | (work >= DAY[0]))
        index = np.tile(np.arange(len(states)), 2)
        after = np.c_[part, here * away, work]
        cost = np.where(works, wage[time], 0)
        return index[fits], np.where(works, time, -1)[fits], after[fits], cost[fits]

    def ends(states):
        part, here, work = states.T
        return (part == home) | (part == home - 1) & (here >= least[-2]) & (work >= DAY[0])

    return from_states(step, (0, 0, 0), len(wage), ends, symbols=len(wage))


def solve(needed, wage, **options):
    """The shifts that are planned, as `ChosenMembers`, the family of all shifts, the result."""
    family, costs = shifts(wage)
    model = nzdd.FamilyModel()
    working = model.choose_many(family, edge_costs=costs).symbols
    missing = model.add_columns(len(needed), MISSING)
    idle = model.add_columns(len(needed), IDLE)
    people = np.kron((1, 1, -1), np.eye(len(needed)))
    model.add_rows(people, np.r_[working, missing, idle], needed, needed)
    result = nzdd.solve(model, **options)
    return result.chosen[0], family, result


def draw(needed, plan, path):
    """Draw the curve of demand, and under it a bar for each shift."""
    from matplotlib import pyplot as plt  # the extra "plot"

    figure, (top, below) = plt.subplots(2, sharex=True, figsize=(8, 5), layout="constrained")
    top.stairs(needed, fill=True, color="0.85", label="needed")
    top.stairs(plan.number @ plan.members.toarray(), color="#0072b2", label="at work")
    top.legend()
    each = np.repeat(plan.members.toarray(), plan.number, axis=0)
    each = each[np.argsort(each.argmax(axis=1))]
    below.imshow(each, "Blues", vmax=1.5, aspect="auto", extent=(0, *each.shape[::-1], 0))
    below.set(xlabel="half hour", ylabel="shift")
    figure.savefig(path)


if __name__ == "__main__":
    needed, wage = data = instance()
    plan, family, result = solve(*data)
    print(f"{plan.number.sum()} of {family.count()} shifts in {family.num_edges} edges;")
    print(f"{result.status}: {result.fun:g}, at least {result.dual_bound:g}")
    if len(sys.argv) > 1:
        draw(needed, plan, sys.argv[1])
