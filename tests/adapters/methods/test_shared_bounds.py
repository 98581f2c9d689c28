"""A point of one solver and the bound of another prove an optimum, and nothing else does."""

import itertools
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nzdd
from nzdd.adapters.methods.race import race
from nzdd.adapters.methods.shared_bounds import SharedBounds
from nzdd.adapters.workers.pool import InterruptedWorker
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LazyModel, LinearModel, Status

COVER = LinearModel([3, 2, 2], [[1, 1, 0], [0, 1, 1], [1, 0, 1]], 1, upper=1, integrality=True)
POINTS = [np.array(x, float) for x in itertools.product((0, 1), repeat=3)]
FEASIBLE = [x for x in POINTS if x.sum() >= 2]


@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from(POINTS), st.none()),
            st.tuples(st.none(), st.floats(-1, 4)),
        ),
        max_size=8,
    ),
    st.booleans(),
)
def test_only_a_point_that_meets_a_bound_is_an_answer(found, turned):
    """All true bounds are at most 4; costs are integers, so that one above 3 proves 4."""
    sign = -1.0 if turned else 1.0
    model = COVER.replace(objective=sign * COVER.objective, maximize=turned, offset=7.0)
    shared = SharedBounds(model, 1e-6)
    for number, (x, bound) in enumerate(found):
        shared.listener(str(number % 2))(x, None if bound is None else sign * bound + 7.0)
    values = [COVER.objective_value(x) for x, _ in found if x is not None and x.sum() >= 2]
    proven = max((np.ceil(bound - 4e-6) for _, bound in found if bound is not None), default=-9)
    answer = shared.answer()
    if values and min(values) <= proven:
        assert answer.status is Status.OPTIMAL
        assert answer.fun == model.objective_value(answer.x) == sign * 4.0 + 7.0
        assert answer.dual_bound == answer.fun
    else:
        assert answer is None


def test_without_a_grid_of_values_bounds_are_as_they_came():
    model = COVER.replace(integrality=[1, 1, 0])
    shared = SharedBounds(model, 1e-6)
    hear = shared.listener("a")
    hear(np.array([0.0, 1.0, 1.0]), 3.5)
    assert shared.answer() is None
    hear(None, 4.0 - 1e-7)
    assert shared.answer().status is Status.OPTIMAL


def test_points_are_checked_on_implicit_rows():
    rows = ConstraintDiagram.from_zdd(sets_of_size(3, 2), 1)
    core = LinearModel(COVER.objective, upper=1, integrality=True)
    shared = SharedBounds(LazyModel(core, (rows,)), 0)
    hear = shared.listener("a")
    hear(np.zeros(3), 0.0)
    assert shared.answer() is None
    hear(FEASIBLE[0], 4.0)
    assert shared.answer().x.tolist() == [0, 1, 1]


def test_what_is_heard_is_handed_on():
    heard = []
    hear = SharedBounds(COVER, 1e-6).listener("a", lambda *found: heard.append(found))
    hear(None, 1.0)
    assert heard == [(None, 1.0)]


def test_two_racers_that_never_end_finish_together():
    shared, abandoned = SharedBounds(COVER, 1e-6), []

    def racer(name, x, bound):
        hear = shared.listener(name)

        def run(event):
            hear(x, bound)
            event.wait(30)
            abandoned.append(event.abandoned)
            raise InterruptedWorker

        return run

    racers = [racer("finder", FEASIBLE[0], 1.0), racer("prover", None, 3.1)]
    result = race(racers, maximize=False, shared=shared)
    assert (result.status, result.fun, result.dual_bound) == (Status.OPTIMAL, 4.0, 4.0)
    assert result.solver == "finder and prover"
    assert "from finder, its bound from prover" in result.message
    assert abandoned == [True, True]


@pytest.mark.parametrize("method", ["direct", "extended", "lazy", "auto"])
def test_solves_tell_points_and_bounds_of_the_model_that_came_in(method):
    rng = np.random.default_rng(3)
    matrix = (rng.random((150, 30)) < 0.15).astype(float)
    matrix[np.arange(150), rng.integers(0, 30, 150)] = 1
    model = LinearModel(rng.integers(3, 20, 30), matrix, 1, upper=1, integrality=True)
    points, bounds = [], []

    def hear(x, bound):
        points.extend([] if x is None else [x])
        bounds.extend([] if bound is None else [bound])

    result = nzdd.solve(model, method, on_found=hear)
    assert result.status is Status.OPTIMAL
    assert points
    for x in points:
        assert model.violation(x).within(1e-6)
        assert model.objective_value(x) >= result.fun - 1e-6
    assert all(bound <= result.fun + 1e-6 for bound in bounds)


def test_on_found_must_be_a_function():
    with pytest.raises(TypeError, match="on_found is 3; give a function of a point and a bound"):
        nzdd.solve(COVER, on_found=3)


def test_an_interrupted_race_ends():
    stop = Event()
    stop.set()
    result = nzdd.solve(COVER, "auto", hint=np.ones(3), interrupt=stop)
    assert result.status in {Status.OPTIMAL, Status.FEASIBLE}
