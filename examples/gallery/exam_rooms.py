"""In how few slots, and large enough rooms, are all exams? None clash for any student."""

import sys

import numpy as np

import nzdd
from nzdd.families import independent_sets, linear


def instance(exams, seed=0):
    """Pairs of exams with a common student, the students of each exam, the seats of each room."""
    random = np.random.default_rng(seed)
    pairs = np.argwhere(np.triu(random.random((exams, exams)) < 0.3, 1))
    return pairs, random.integers(5, 91, exams), np.array((20, 30, 30, 60, 90))


def solve(pairs, students, seats, **options):
    """The slot of each exam, the family of all sets of exams for one slot, the result."""
    family = independent_sets(pairs, num_vertices=len(students))
    order = family.order.all_symbols(len(students))
    for least in np.unique((0, *seats[:-1])):  # the exams above a size have as many rooms above it
        larger = (students > least).astype(int)
        family &= linear(larger, high=int((seats > least).sum()), order=order)
    result = nzdd.cover(family, **options)  # without some exams a slot is still one
    return result.chosen[0].members.toarray().argmax(axis=0), family, result


def rooms(slot, students, seats):
    """The room of each exam, the largest exams of a slot in its largest rooms."""
    room, order = np.zeros_like(slot), np.argsort(-seats, kind="stable")
    for each in range(slot.max() + 1):
        exams = np.flatnonzero(slot == each)
        room[exams[np.argsort(-students[exams])]] = order[: exams.size]
    return room


def draw(slot, room, students, seats, path):
    """Draw a table of slots and rooms, how full the rooms are in blue."""
    from matplotlib import pyplot as plt  # the extra "plot"

    axes = plt.figure(figsize=(7, 4), layout="constrained").gca()
    for exam, (x, y) in enumerate(zip(slot, room, strict=True)):
        axes.bar(x, 0.9 * students[exam] / seats[y], 0.9, y - 0.45, color="#56b4e9")
        axes.text(x, y, exam, ha="center", va="center")
    axes.set(xticks=range(slot.max() + 1), xlabel="slot", ylabel="seats of the room")
    axes.set_yticks(range(len(seats)), seats)
    plt.savefig(path)


if __name__ == "__main__":
    pairs, students, seats = data = instance(45)
    slot, family, result = solve(*data)
    print(f"{family.count():,} sets of exams fit into a slot, in {family.num_nodes:,} nodes")
    print(f"{result.status}: {result.fun:g} slots, at least {result.dual_bound:g}")
    if len(sys.argv) > 1:
        draw(slot, rooms(slot, students, seats), students, seats, sys.argv[1])
