"""Bounds and fixed edges in exact integers, against all members listed."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import nzdd
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.families import patterns
from nzdd.formulations import FamilyModel
from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.exact_prices import exact_prices
from nzdd.formulations.choose_many.bounds.fixing import Fixing
from nzdd.formulations.choose_many.bounds.prices import Prices
from nzdd.formulations.iteration.limits import Limits
from support.sets.paths import listed


def small_problem(seed):
    """Cover of a few items by patterns, with costs of members and of items."""
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 4))
    graph = patterns(random.integers(2, 7, size), 8, 2)
    model, cost = FamilyModel(), float(random.integers(1, 4))
    costs = random.integers(0, 3, size).astype(float)
    if seed % 3 == 0:
        costs = costs / 3  # not integers, so that products are rounded
    counts = model.choose_many(graph, costs, cost=cost)
    demand = random.integers(0, 4, size)
    model.add_rows(np.eye(size), counts.symbols, lower=demand)
    members, _ = listed(graph, 0.0)
    return model, members, demand, cost + members @ costs


def optimum(members, demand, costs):
    """The least cost, by dynamic programming over what is still demanded."""
    best = {tuple([0] * len(demand)): 0.0}
    for state in product(*(range(amount + 1) for amount in demand)):
        if state in best:
            continue
        rests = [tuple(np.maximum(0, np.array(state) - member).astype(int)) for member in members]
        best[state] = min(
            (best[rest] + cost for rest, cost in zip(rests, costs, strict=True) if rest != state)
        )
    return best[tuple(demand)]


@pytest.mark.parametrize("seed", range(40))
def test_exact_prices_bound_the_optimum_whatever_they_are_near(seed):
    model, members, demand, costs = small_problem(seed)
    many = model.many.many
    program = DualProgram.of(many)
    best = optimum(members, demand.tolist(), costs)
    relaxed = Prices(program, GlopEngine, Limits()).solve()
    random = np.random.default_rng(seed)
    away = random.normal(size=relaxed.x.size)  # of either sign, though demands are at least met
    for near in (relaxed.x, relaxed.x * 1.3, relaxed.x - 1e-9, away, relaxed.x * 0):
        prices = exact_prices(program, near)
        lengths, each = prices.lengths[0], prices.each[0]
        graph = many.choices[0].graph
        assert (
            int(graph.shortest_length(lengths)) + each >= 0
        )  # no member is worth more than it costs
        assert float(prices.value) <= best + 1e-9
        fixing = Fixing(program, [prices])
        (left,) = fixing.left(Fraction(best) + Fraction(1, 10**9))
        kept = graph.kept(left)
        some, _ = listed(kept, 0.0)
        again = [
            float(cost)
            for member, cost in zip(members, costs, strict=True)
            if member.tolist() in some.tolist()
        ]
        chosen = np.array([member for member in members if member.tolist() in some.tolist()])
        assert optimum(chosen, demand.tolist(), again) == pytest.approx(best)
    near_relaxation = exact_prices(program, relaxed.x)
    assert float(near_relaxation.value) == pytest.approx(relaxed.objective, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("integrality", [True, False])
def test_members_of_a_limited_number_may_gain_as_often_as_that(integrality):
    """Where members are chosen by parts, a limit of 2.5 is two and a half of them."""
    model = FamilyModel()
    counts = model.choose_many(patterns([1, 1], 1, 1), total=(0, 2.5), integrality=integrality)
    short = model.add_columns(2, 1.0)
    model.add_rows(np.hstack((np.eye(2), np.eye(2))), np.append(counts.symbols, short), lower=2)
    program = DualProgram.of(model.many.many)
    optimum = 2.0 if integrality else 1.5
    near = np.zeros(program.lazy.core.num_columns)  # all the gain is of members, none of the limit
    for near[:2] in ((1.0, 1.0), (0.5, 1.0), (0.5, 0.5)):
        assert float(exact_prices(program, near).value) <= optimum + 1e-9
    assert nzdd.solve(model).fun == pytest.approx(optimum)


def test_the_bound_is_exact_where_the_relaxation_is_an_integer():
    """A bound of 2.9999999 would need a proof that 3 - 1 is not possible."""
    result = nzdd.cover(patterns([5, 3], 8), [3, 3])
    assert (result.fun, result.dual_bound) == (3.0, 3.0)
