"""A point of one solver and the bound of another prove an optimum, and nothing else does."""

import itertools
import time
from dataclasses import replace
from threading import Event, Thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nzdd
from nzdd.adapters.methods.race import race
from nzdd.adapters.methods.shared_bounds import SharedBounds
from nzdd.adapters.workers.pool import InterruptedWorker
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LazyModel, LinearModel, Result, Status

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
        shared.listener("direct", str(number % 2))(x, None if bound is None else sign * bound + 7.0)
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
    hear = shared.listener("direct", "a")
    hear(np.array([0.0, 1.0, 1.0]), 3.5)
    assert shared.answer() is None
    hear(None, 4.0 - 1e-7)
    assert shared.answer().status is Status.OPTIMAL


def test_points_are_checked_on_implicit_rows():
    rows = ConstraintDiagram.from_zdd(sets_of_size(3, 2), 1)
    core = LinearModel(COVER.objective, upper=1, integrality=True)
    shared = SharedBounds(LazyModel(core, (rows,)), 0)
    hear = shared.listener("direct", "a")
    hear(np.zeros(3), 0.0)
    assert shared.answer() is None
    hear(FEASIBLE[0], 4.0)
    assert shared.answer().x.tolist() == [0, 1, 1]


def test_what_is_better_than_all_before_is_handed_on():
    shared, heard = SharedBounds(COVER, 1e-6), []
    first, second = (
        shared.listener("direct", name, lambda *found: heard.append(found)) for name in "ab"
    )
    first(FEASIBLE[1], 1.0)
    second(FEASIBLE[-1], 1.0)  # nothing of it is new
    second(np.zeros(3), None)  # not feasible
    first(FEASIBLE[-1], 2.0)
    second(FEASIBLE[0], 2.0)
    assert [(None if x is None else x.tolist(), bound) for x, bound in heard] == [
        (FEASIBLE[1].tolist(), 1.0),
        (None, 2.0),
        (FEASIBLE[0].tolist(), None),
    ]


def test_functions_of_the_user_are_called_one_at_a_time():
    shared, inside, most = SharedBounds(COVER, 1e-6), [], []

    def then(x, bound):
        inside.append(bound)
        time.sleep(0.01)
        most.append(len(inside))
        inside.pop()

    def report(bounds):
        hear = shared.listener("direct", "a", then)
        for bound in bounds:
            hear(None, bound)

    threads = [Thread(target=report, args=(range(start, 40, 5),)) for start in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(most) == {1}


def test_a_point_that_is_better_than_the_bound_proves_nothing():
    shared = SharedBounds(COVER, 1e-6)
    shared.listener("direct", "a")(FEASIBLE[0], None)
    shared.listener("direct", "b")(None, 6.0)
    assert shared.answer() is None


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "claim",
    [
        Result(Status.INFEASIBLE, solver="b"),
        Result(Status.OPTIMAL, x=np.ones(3), fun=7.0, dual_bound=7.0, solver="b"),
    ],
)
def test_a_point_refutes_a_claim(claim, turned):
    sign = -1.0 if turned else 1.0
    model = COVER.replace(objective=sign * COVER.objective, maximize=turned)
    if claim.fun is not None:
        claim = replace(claim, fun=sign * claim.fun, dual_bound=sign * claim.dual_bound)
    shared = SharedBounds(model, 1e-6)
    assert shared.unless_refuted(claim) is claim
    shared.listener("direct", "a")(FEASIBLE[-1], None)
    worst = replace(claim, status=Status.OPTIMAL, x=FEASIBLE[-1], fun=sign * 7.0)
    assert shared.unless_refuted(worst) is worst
    shared.listener("direct", "a")(FEASIBLE[0], None)
    nothing = Result(Status.NO_SOLUTION_FOUND, dual_bound=sign * 2.0, limit="time", solver="c")
    others = [lambda event: claim, lambda event: nothing]
    result = race(others, maximize=turned, shared=shared)
    assert (result.status, result.fun, result.dual_bound) == (
        Status.FEASIBLE,
        sign * 4.0,
        sign * 2.0,
    )
    assert result.solver == "a"
    assert "b calls" in result.message
    assert "this point of a refutes it" in result.message


def test_two_racers_that_never_end_finish_together():
    shared, abandoned = SharedBounds(COVER, 1e-6), []

    def racer(method, name, x, bound):
        hear = shared.listener(method, name)

        def run(event):
            event.kill = event.set  # as in a worker process
            hear(x, bound)
            event.wait(30)
            abandoned.append(event.abandoned)
            raise InterruptedWorker

        return run

    racers = [racer("direct", "finder", FEASIBLE[0], 1.0), racer("lazy", "prover", None, 3.1)]
    result = race(racers, maximize=False, shared=shared)
    assert (result.status, result.fun, result.dual_bound) == (Status.OPTIMAL, 4.0, 4.0)
    assert (result.method, result.solver) == ("direct and lazy", "finder and prover")
    assert "from direct finder, its bound from lazy prover" in result.message
    assert result.seconds["solve"] >= 0
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
