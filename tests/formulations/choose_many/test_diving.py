"""Dives end at points, and what they leave of a model is as hard as what was there."""

import numpy as np
import pytest

from nzdd import FamilyModel
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.families import patterns, power_set
from nzdd.formulations.choose_many.arc_flow import ArcFlow
from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.prices import Prices
from nzdd.formulations.choose_many.diving import fix_members
from nzdd.formulations.choose_many.residual import after, narrowed, useful_counts
from nzdd.formulations.iteration.limits import Limits
from support.examples import examples


def stock(seed, *, exactly=False):
    """A cutting-stock problem, demands to be met or met exactly."""
    random = np.random.default_rng(seed)
    size = int(random.integers(3, 7))
    weights, demand = random.integers(2, 9, size), random.integers(1, 6, size)
    model = FamilyModel()
    counts = model.choose_many(patterns(weights, 13, demand), cost=1.0)
    model.add_rows(np.eye(size), counts.symbols, demand, demand if exactly else np.inf)
    return model.many.many, demand


def best(many):
    """The optimum, by a solver on the flow through all edges."""
    graphs = tuple(choice.graph for choice in many.choices)
    return round(solve_once(ArcFlow.of(many, graphs).model, "highs", {}).fun)


def dive(many, **options):
    prices = Prices(DualProgram.of(many), GlopEngine, Limits())
    prices.solve()
    return fix_members(many, prices, **options)


@pytest.mark.parametrize("exactly", [False, True])
@pytest.mark.parametrize("seed", range(examples(50)))
def test_a_dive_ends_at_a_point(seed, exactly):
    many, _ = stock(seed, exactly=exactly)
    optimum = best(many)
    for random in (None, np.random.default_rng(seed)):
        found = dive(many, random=random)
        assert found.done
        assert many.core.violation(found.point.x).scaled <= 1e-9
        assert optimum <= found.point.value <= optimum + 1


@pytest.mark.parametrize("seed", range(examples(50)))
def test_members_that_are_fixed_can_be_completed_within_the_target(seed):
    """Below the optimum a dive gives up; at it, what is left has room for the rest."""
    many, _ = stock(seed)
    optimum = best(many)
    missed = dive(many, random=np.random.default_rng(seed), target=optimum - 1)
    assert not missed.done
    part = dive(many, random=np.random.default_rng(seed), target=optimum, enough=optimum / 2)
    least = ArcFlow.of(part.rest, tuple(choice.whole for choice in part.rest.choices))
    relaxed = solve_once(least.model.relaxed(), "glop", {}).fun
    assert part.point.value + relaxed <= optimum + 1e-6


@pytest.mark.parametrize("seed", range(examples(50)))
def test_members_of_which_all_is_of_use_are_enough(seed):
    """Patterns contain their parts, so that the optimum stays, whatever is fixed."""
    many, demand = stock(seed)
    random = np.random.default_rng(seed)
    taken = np.zeros(many.core.num_columns)
    taken[many.choices[0].symbols] = random.integers(0, demand + 1)
    rest = after(many, taken)
    assert (useful_counts(rest)[0] == demand - taken[many.choices[0].symbols]).all()
    assert best(narrowed(rest)) == best(rest)


def test_what_gains_by_itself_is_always_of_use():
    """Symbols that a row limits are of use as far as there is room; what gains, without end."""
    model = FamilyModel(maximize=True)
    counts = model.choose_many(power_set(3), [1.0, 0.0, 2.0], cost=-1.0)
    model.add_rows(np.array([[2.0, 0.0, 0.0], [0.0, -1.0, 0.0]]), counts.symbols, [-9, -4], [5, 9])
    useful = useful_counts(model.many.many)[0].tolist()
    assert useful[0] == 2  # 2 x is 5 at most
    assert useful[1] > 10**9  # a row is helped by it
    assert useful[2] > 10**9  # it gains, and nothing limits it
