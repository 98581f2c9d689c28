"""Each graph has all routes that may be taken, and ends with those that fit."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from nzdd.formulations.routing.route_graphs import RouteGraphs
from nzdd.formulations.routing.routing_problem import RoutingProblem
from support.examples import examples
from support.vehicle_routing import is_in_time, random_hours, random_problem

ROUTES = [np.array(route) for k in range(1, 6) for route in permutations(range(1, 6), k)]


def has(graph, problem):
    """Which of the routes have a path."""
    rows = np.zeros((len(ROUTES), problem.size**2), int)
    for row, route in zip(rows, ROUTES, strict=True):
        row[problem.legs(route)] = 1
    return np.diff(graph.paths_of(csr_array(rows)).offsets) > 0


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 2**32 - 1), st.sampled_from([25, 40, 10**6]), st.booleans())
def test_all_routes_of_the_legs_that_are_left_are_there(seed, max_states, timed):
    random = np.random.default_rng(seed)
    far, loads, capacity = random_problem(random, symmetric=bool(seed % 2))
    loads, capacity = 64 * loads + random.integers(0, 64, 6) * (loads > 0), 64 * capacity + 63
    hours = dict(zip(("windows", "times", "service"), random_hours(random, far), strict=True))
    problem = RoutingProblem.of(far, loads, capacity, **hours if timed else {})
    fit = np.array([loads[route].sum() <= capacity for route in ROUTES])
    if timed:
        fit &= [is_in_time(route.tolist(), *hours.values()) for route in ROUTES]
    graphs = RouteGraphs(problem, max_states)
    try:
        graph = graphs.first()
    except MemoryError:
        assert max_states < 10**6
        return
    before = graphs.near, graphs.units
    while graph is not None:
        left = np.array([graphs.legs.ravel()[problem.legs(route)].all() for route in ROUTES])
        found = has(graph, problem)
        assert found[fit & left].all()
        assert graphs.rounded or not found[~fit].any()
        graphs.legs &= random.random((6, 6)) < 0.95
        graph = graphs.finer(bool(random.integers(2)))
        assert graph is None or (graphs.near, graphs.units) != before
        before = graphs.near, graphs.units
    assert max_states < 10**6 or not graphs.rounded


@pytest.mark.parametrize(("overfull", "units"), [(True, (4, 8)), (False, (8, 4))])
def test_what_is_overfull_is_less_rounded_first(overfull, units):
    far, hours = np.ones((8, 8)) - np.eye(8), np.tile([0, 5000], (8, 1))
    loads = np.where(np.arange(8) > 0, 1000 + 37 * np.arange(8), 0)
    problem = RoutingProblem.of(far, loads, 4000, windows=hours, service=1111)
    graphs = RouteGraphs(problem, 10**5)
    graphs.near, graphs.units = 3, (8, 8)  # as if there had been no room for more
    assert graphs.finer(overfull) is not None
    assert graphs.units == units
