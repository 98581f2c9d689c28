"""Reduced-cost fixing loses no point that is better than the cutoff."""

import itertools

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nzdd.formulations import Status
from nzdd.formulations.row_generation.branch_and_bound.node import fix_by_reduced_costs
from support.examples import examples
from support.models.mixed_models import mixed_models
from support.models.toy_engine import ToyEngine


@settings(deadline=None, max_examples=examples(300))
@given(mixed_models(), st.sampled_from([0.0, 0.5, 1.0, 2.5]))
def test_every_point_that_costs_less_stays(model, room):
    answer = ToyEngine(model).solve()
    assume(answer.status is Status.OPTIMAL)
    sign = -1 if model.maximize else 1
    lower, upper = fix_by_reduced_costs(
        answer.x,
        sign * answer.reduced_costs,
        model.lower,
        model.upper,
        model.integrality,
        room,
    )
    assert (lower >= model.lower).all()
    assert (upper <= model.upper).all()
    assert (lower == model.lower)[~model.integrality].all()
    assert (upper == model.upper)[~model.integrality].all()
    ends = zip(model.lower, model.upper, strict=True)
    ranges = [range(int(low), int(high) + 1) for low, high in ends]
    points = np.array(list(itertools.islice(itertools.product(*ranges), 2000)), float)
    activity = points @ model.matrix.T.toarray()
    feasible = (activity >= model.row_lower - 1e-9) & (activity <= model.row_upper + 1e-9)
    costs = sign * (points @ model.objective + model.offset - answer.objective)
    better = points[feasible.all(axis=1) & (costs < room - 1e-6)]
    assert (lower <= better).all()
    assert (better <= upper).all()


def test_a_column_leaves_its_bound_as_far_as_the_room_pays_for():
    lower, upper = fix_by_reduced_costs(
        np.array([0.0, 5.0, 0.0, 2.0, 0.0]),
        np.array([1.0, -2.0, 0.0, 0.0, 1.0]),
        np.zeros(5),
        np.array([9.0, 5.0, 9.0, 9.0, np.inf]),
        np.array([True, True, True, True, True]),
        3.5,
    )
    assert lower.tolist() == [0, 4, 0, 0, 0]
    assert upper.tolist() == [3, 5, 9, 9, 3]
    free = np.full(5, -np.inf), np.full(5, np.inf)
    kept = fix_by_reduced_costs(np.zeros(5), np.ones(5), *free, np.ones(5, bool), np.inf)
    assert np.array_equal(kept[0], free[0])
    assert np.array_equal(kept[1], free[1])
