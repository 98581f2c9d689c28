"""Vehicle routes beside a search of all, and what limits leave."""

import signal
import threading
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from support.examples import examples
from support.vehicle_routing import best_routes, random_problem


def check(result, far, loads, capacity, least, most):
    """The routes are routes, and the numbers of the result are theirs."""
    routes = result.report.routes
    assert least <= len(routes) <= most
    assert sorted(np.concatenate(routes).tolist()) == list(range(1, len(loads)))
    assert all(loads[route].sum() <= capacity for route in routes)
    stops = [[0, *route.tolist(), 0] for route in routes]
    legs = [pair for stop in stops for pair in pairwise(stop)]
    assert result.fun == pytest.approx(sum(far[leg] for leg in legs))
    taken = result.x.reshape(len(loads), len(loads))
    assert {tuple(leg) for leg in np.argwhere(taken).tolist()} == {leg for leg in legs if leg[1]}
    assert result.chosen[0].costs.sum() == pytest.approx(result.fun)


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 2**32 - 1), st.booleans(), st.sampled_from([None, 1, 2, 3, (2, 3)]))
def test_they_are_the_best_of_all(seed, symmetric, vehicles):
    random = np.random.default_rng(seed)
    far, loads, capacity = random_problem(random, symmetric=symmetric)
    least, most = (1, 5) if vehicles is None else np.broadcast_to(vehicles, 2).tolist()
    result = nzdd.vehicle_routes(far, loads, capacity, vehicles, time_limit=60)
    best = best_routes(far.tolist(), loads.tolist(), capacity, least, most)
    if best is None:
        assert result.status in {nzdd.Status.INFEASIBLE, nzdd.Status.NO_SOLUTION_FOUND}
        return
    assert result.dual_bound is None or result.dual_bound <= best
    if result.fun is not None:
        check(result, far, loads, capacity, least, most)
        assert result.fun == best if result.success else result.fun >= best


@pytest.mark.parametrize("seed", range(3))
def test_decimals_are_no_integers(seed):
    random = np.random.default_rng(seed)
    far, loads, capacity = random_problem(random)
    result = nzdd.vehicle_routes(far / 7, loads, capacity, time_limit=60)
    assert result.success
    assert result.fun == pytest.approx(best_routes(far.tolist(), loads.tolist(), capacity) / 7)


def test_equal_routes_are_equal_in_each_run():
    """By their first customers, from the smaller end where distances are symmetric."""
    far, loads, capacity = random_problem(np.random.default_rng(5))
    routes = nzdd.vehicle_routes(far, loads, capacity, time_limit=5).report.routes
    assert [route[0] for route in routes] == sorted(route[0] for route in routes)
    assert all(route[0] <= route[-1] for route in routes)


def test_what_stands_on_the_diagonal_does_not_count():
    far, loads, capacity = random_problem(np.random.default_rng(1))
    same = np.where(np.eye(len(loads)) > 0, np.inf, far)
    one, other = (nzdd.vehicle_routes(d, loads, capacity, time_limit=60) for d in (far, same))
    assert one.success
    assert one.fun == other.fun


def test_too_few_vehicles_are_infeasible():
    far = np.ones((4, 4))
    result = nzdd.vehicle_routes(far, [0, 2, 2, 2], 3, 2, time_limit=60)
    assert result.status is nzdd.Status.INFEASIBLE
    assert result.x is None
    assert result.report.routes == ()


def many(customers, seed=0):
    random = np.random.default_rng(seed)
    place = random.integers(0, 100, (customers + 1, 2))
    far = np.rint(np.hypot(*(place[:, None] - place).transpose(2, 0, 1)))
    return far, np.r_[0, random.integers(1, 20, customers)], 60


def test_a_limit_leaves_routes_and_a_bound():
    far, loads, capacity = many(40)
    for seconds in (0.7, 3.0, 12.0, 48.0):  # a busy machine needs more of them for a bound
        result = nzdd.vehicle_routes(far, loads, capacity, time_limit=seconds)
        if result.dual_bound is not None:
            break
    assert result.status is nzdd.Status.FEASIBLE
    assert result.limit == "time"
    assert 0 < result.dual_bound <= result.fun <= result.report.searched
    check(result, far, loads, capacity, 1, 40)


def test_too_many_states_leave_routes_without_a_bound():
    far, loads, capacity = many(12)
    result = nzdd.vehicle_routes(far, loads, capacity, max_states=5, time_limit=5)
    assert (result.status, result.dual_bound) == (nzdd.Status.FEASIBLE, None)
    assert "more than 5 states" in result.message
    check(result, far, loads, capacity, 1, 12)


def test_with_many_states_loads_are_rounded_and_the_bound_holds():
    far, loads, capacity = random_problem(np.random.default_rng(2))
    loads, capacity = 1000 * loads + np.r_[0, 1:6], 1000 * capacity + 3
    best = best_routes(far.tolist(), loads.tolist(), capacity)
    result = nzdd.vehicle_routes(far, loads, capacity, max_states=30, time_limit=60)
    assert result.report.rounded
    assert result.dual_bound <= best <= result.fun
    assert result.success or "rounded loads" in result.message


def test_routes_that_are_given_no_time_are_none():
    result = nzdd.vehicle_routes(*many(10), time_limit=0)
    assert result.status is nzdd.Status.NO_SOLUTION_FOUND
    assert (result.x, result.limit) == (None, "time")


def pressing(when=lambda *_: True):
    """A callback that presses Ctrl-C once, when something holds."""
    pressed = []

    def call(*arguments):
        if not pressed and when(*arguments):
            pressed.append(True)
            signal.raise_signal(signal.SIGINT)

    return call


def test_ctrl_c_in_the_local_search_leaves_its_routes():
    far, loads, capacity = many(60)  # nine seconds of it
    solve = nzdd.vehicle_routes  # loaded before the time counts
    timer = threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    result = solve(far, loads, capacity)
    timer.join()
    assert (result.limit, result.dual_bound) == ("interrupted", None)
    check(result, far, loads, capacity, 1, 60)


@pytest.mark.parametrize(
    ("option", "bounded"),
    [
        ({"progress": pressing()}, False),
        ({"on_step": pressing(lambda step: step.lower > 0)}, True),
    ],
)
def test_ctrl_c_later_leaves_the_best_so_far(option, bounded):
    far, loads, capacity = many(14)
    result = nzdd.vehicle_routes(far, loads, capacity, **option)
    assert (result.limit, result.dual_bound is not None) == ("interrupted", bounded)
    check(result, far, loads, capacity, 1, 14)


def test_an_event_ends_it():
    event = threading.Event()
    event.set()
    result = nzdd.vehicle_routes(*many(60), interrupt=event)
    assert result.limit == "interrupted"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"distances": np.ones((2, 2))}, r"distances has shape \(2, 2\), and there are 3 loads"),
        ({"distances": -np.ones((3, 3))}, "from place 0 to 1 is -1; it must be finite and not neg"),
        ({"loads": [0, 1.5, 1]}, "loads must be integers; multiply loads and capacity"),
        ({"loads": [1, 1, 1]}, "the load of the depot, the first place, is 1"),
        ({"loads": [0, 1, 9]}, "customer 2 has load 9, which exceeds the capacity 4"),
        ({"loads": [0]}, "give 0 for the depot, then one a customer"),
        ({"loads": [0, -1, 2]}, "loads has -1; each must be from 0"),
        ({"capacity": 0}, r"capacity is 0; give an integer from 1 to 2\^40"),
        ({"capacity": 2**41}, r"capacity is 2199023255552; give an integer from 1 to 2\^40"),
        ({"capacity": 2.5}, "capacity is 2.5; give an integer"),
        ({"vehicles": 0}, "vehicles is 0; give an integer from 1 on"),
        ({"vehicles": (3, 1)}, "at least 3, but at most 1"),
        ({"vehicles": 3}, "at least 3, but there are 2 customers"),
        ({"time_limits": 3}, "is time_limit meant"),
        ({"max_states": 0}, "max_states"),
    ],
)
def test_what_is_wrong_is_named(change, message):
    given = {"distances": np.ones((3, 3)), "loads": [0, 1, 1], "capacity": 4} | change
    with pytest.raises((ValueError, TypeError), match=message):
        nzdd.vehicle_routes(**given)
