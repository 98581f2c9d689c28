"""Vehicle routes with hours beside a search of all, and times that cannot be kept."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.adapters.files.formats import read_routing
from nzdd.adapters.methods.routing import guided_search, iterated_search
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.routing.routing_problem import RoutingProblem
from support.examples import examples
from support.vehicle_routing import best_routes, is_in_time, random_hours, random_problem

EXAMPLES = Path(__file__).parents[3] / "examples/solomon"
SLOWER = [("c101", 191.3), ("r102", 547.1)]


def problem_of(seed):
    """Distances, loads, a capacity, hours, and which orders of customers keep them."""
    random = np.random.default_rng(seed)
    far, loads, capacity = random_problem(random, symmetric=bool(seed % 2))
    hours = random_hours(random, far)
    return far, loads, capacity, hours, lambda order: is_in_time(order, *hours)


@settings(deadline=None, max_examples=examples(15))
@given(st.integers(0, 2**32 - 1), st.sampled_from([None, 2, (2, 3)]), st.sampled_from([None, 12]))
def test_they_are_the_best_of_all(seed, vehicles, max_states):
    """With few states hours are rounded for the bound, which holds."""
    far, loads, capacity, hours, admits = problem_of(seed)
    least, most = (1, 5) if vehicles is None else np.broadcast_to(vehicles, 2).tolist()
    given = dict(zip(("windows", "times", "service"), hours, strict=True))
    result = nzdd.vehicle_routes(
        far, loads, capacity, vehicles, **given, max_states=max_states, time_limit=60
    )
    best = best_routes(far.tolist(), loads.tolist(), capacity, least, most, admits)
    if best is None:
        assert result.fun is None
        return
    assert result.status is not nzdd.Status.INFEASIBLE
    assert result.dual_bound is None or result.dual_bound <= best
    if result.fun is not None:
        routes = [route.tolist() for route in result.report.routes]
        assert all(map(admits, routes))
        assert sorted(place for route in routes for place in route) == [1, 2, 3, 4, 5]
        assert result.fun == best if result.success else result.fun >= best
    if max_states is None:
        assert result.success or result.fun is None


@settings(deadline=None, max_examples=examples(15))
@given(st.integers(0, 2**32 - 1), st.sampled_from([2, 4, 16]))
def test_what_is_rounded_admits_the_same_routes_and_more(seed, steps):
    far, loads, capacity, hours, admits = problem_of(seed)
    names = ("windows", "times", "service")
    exact = RoutingProblem.of(far, loads, capacity, **dict(zip(names, hours, strict=True)))
    coarse = exact.rounded(*exact.units(steps))
    random = np.random.default_rng(seed)
    for _ in range(30):
        route = random.permutation(np.arange(1, 6))[: random.integers(1, 6)]
        assert exact.hours.admits(route) == admits(route.tolist())
        if admits(route.tolist()) and loads[route].sum() <= capacity:
            assert coarse.hours.admits(route)
            assert coarse.loads[route].sum() <= coarse.capacity


@pytest.mark.parametrize("search", [guided_search, iterated_search])
def test_both_searches_keep_hours(search):
    if search is iterated_search:
        pytest.importorskip("pyvrp")
    far, loads, capacity, hours, admits = problem_of(11)
    names = ("windows", "times", "service")
    problem = RoutingProblem.of(far, loads, capacity, **dict(zip(names, hours, strict=True)))
    routes = search.routes(problem, Limits(0.2))
    assert problem.is_solved_by(routes)
    assert all(admits(route.tolist()) for route in routes)
    best = best_routes(far.tolist(), loads.tolist(), capacity, admits=admits)
    assert problem.length(routes) >= best


@pytest.mark.parametrize(
    ("name", "optimum"),
    [("r101", 617.1), *(pytest.param(*each, marks=pytest.mark.slow) for each in SLOWER)],
)
def test_the_first_customers_of_solomon_have_the_published_optimum(name, optimum, tmp_path):
    lines = (EXAMPLES / f"{name}.txt").read_text().splitlines()[:-75]
    (tmp_path / "x.txt").write_text("\n".join(lines))
    file = read_routing(tmp_path / "x.txt")
    result = nzdd.vehicle_routes(**file.arguments, time_limit=60)
    assert file.problem.size == 26
    assert result.success
    assert result.fun == result.dual_bound == optimum


def test_a_way_round_may_be_sooner():
    """No vehicle is at customer 2 in time but by way of customer 1."""
    times = np.array([[0, 1, 9], [1, 0, 1], [9, 1, 0]])
    hours = [(0, 4), (0, 4), (0, 2)]
    result = nzdd.vehicle_routes(times, [0, 1, 1], 2, windows=hours, time_limit=60)
    assert (result.status, result.report.routes) == (nzdd.Status.INFEASIBLE, ())
    hours[0] = (0, 11)
    result = nzdd.vehicle_routes(times, [0, 1, 1], 2, windows=hours, time_limit=60)
    assert [route.tolist() for route in result.report.routes] == [[1, 2]]


def test_too_few_vehicles_are_infeasible():
    hours = [(0, 9), (4, 4), (4, 4)]
    result = nzdd.vehicle_routes(np.ones((3, 3)), [0, 1, 1], 2, 1, windows=hours, time_limit=60)
    assert result.status is nzdd.Status.INFEASIBLE
    assert "or cannot be there in time" in result.message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"windows": [(0, 9)]}, r"windows has shape \(1, 2\); give the earliest and the latest"),
        ({"windows": [(0, 9), (3, 2), (0, 9)]}, "place 1 opens at 3 and closes at 2; the first"),
        ({"windows": [(0, 9), (0, 0), (0, 9)]}, "customer 1 must be served by 0, and no vehicle"),
        ({"windows": [(0, 9), (0, 9), (9, 9)]}, "back by 9, and none can be back from customer 2"),
        ({"windows": [(0, 9), (0, 9.5), (0, 9)]}, "windows must be integers; give times"),
        ({"times": np.ones((2, 2))}, r"times has shape \(2, 2\); give the time between each pair"),
        ({"service": [1, 2]}, r"service has shape \(2,\); give one number, or one a place"),
        ({"windows": None, "service": 1}, "service is given without windows; give the hours"),
        ({"windows": None, "times": np.ones((3, 3))}, "times is given without windows"),
    ],
)
def test_what_is_wrong_is_named(change, message):
    given = {"windows": [(0, 9)] * 3} | change
    with pytest.raises(ValueError, match=message):
        nzdd.vehicle_routes(np.ones((3, 3)), [0, 1, 1], 4, **given)
