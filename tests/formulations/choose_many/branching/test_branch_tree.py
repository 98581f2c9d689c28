"""Branching on small random problems, against all members as columns."""

from fractions import Fraction

import numpy as np
import pytest

from nzdd import FamilyModel, Status
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.families import patterns
from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.prices import Prices
from nzdd.formulations.choose_many.branching.branch_tree import Tree
from nzdd.formulations.iteration.limits import Limits
from support.models.many_problems import random_problem

NODES = 300


def searched(many, target):
    """What branching says of points of at most a target."""
    prices = Prices(DualProgram.of(many), GlopEngine, Limits())
    answer = prices.solve()
    if answer.status is not Status.OPTIMAL or prices.program.boxed(answer):
        return None
    masks = tuple(np.ones(choice.graph.num_edges, np.bool_) for choice in many.choices)
    tree = Tree.of(many, Fraction(target), prices, masks)
    return tree.run(NODES), tree


@pytest.mark.parametrize(
    "seed",
    [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 16))],
)
def test_it_finds_the_optimum_and_nothing_better(seed):
    random = np.random.default_rng(seed)
    told = 0
    for _ in range(5):
        model, status, optimum = random_problem(random)
        if status != 0 or model.many is None or not model.many.many.integral:
            continue
        many, sign = model.many.many, -1.0 if model.maximize else 1.0
        best = round((optimum - model.linear.offset) * sign / model.many.unit)
        for target in (best - 1, best, best + 1):
            answer = searched(many, target)
            if answer is None or answer[0] is Status.NO_SOLUTION_FOUND:
                continue
            told += 1
            assert (answer[0] is Status.OPTIMAL) == (target >= best), (target, best)
            if answer[0] is Status.OPTIMAL:
                point = answer[1].point
                assert point.value <= target + 1e-6
                assert many.core.violation(point.x).scaled <= 1e-6
    assert told


def test_bins_without_waste():
    weights = np.array([6, 6, 6, 10, 10, 10, 12, 15, 15])
    model = FamilyModel()
    counts = model.choose_many(patterns(weights, 30, 1), cost=1.0)
    model.add_rows(np.eye(9), counts.symbols, 1, 1)
    many = model.many.many
    bound = -(-int(weights.sum()) // 30)
    answers = {target: searched(many, target) for target in range(bound - 1, bound + 3)}
    found = [target for target, (status, _) in answers.items() if status is Status.OPTIMAL]
    least = min(found)
    assert all(answers[target][0] is Status.INFEASIBLE for target in answers if target < least)
    assert least == brute_force(weights.tolist(), 30)


def brute_force(weights, capacity):
    """The least number of bins, by placing one item after the other."""
    best = len(weights)

    def place(at, loads):
        nonlocal best
        if len(loads) >= best:
            return
        if at == len(weights):
            best = len(loads)
            return
        for bin_ in range(len(loads) + 1):
            load = loads[bin_] if bin_ < len(loads) else 0
            if load + weights[at] <= capacity:
                place(at + 1, [*loads[:bin_], load + weights[at], *loads[bin_ + 1 :]])

    place(0, [])
    return best
