"""Local searches for routes, and the relaxation that starts where the one before ended."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.adapters.methods.routing import guided_search, iterated_search
from nzdd.adapters.methods.routing.local_search import good_routes
from nzdd.adapters.methods.routing.packed_routes import packed_routes
from nzdd.adapters.methods.routing.relaxation import Relaxation
from nzdd.adapters.methods.routing.route_search import routes_model
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.routing.capacity_cuts import CapacityCuts
from nzdd.formulations.routing.ng_routes import ng_routes
from nzdd.formulations.routing.routing_problem import RoutingProblem
from support.examples import examples
from support.vehicle_routing import best_routes, random_problem


def full_vehicles(number, stops, seed=0):
    """Vehicles that are full, each with so many stops, in a plane."""
    random = np.random.default_rng(seed)
    loads = [random.multinomial(100 - stops, np.ones(stops) / stops) + 1 for _ in range(number)]
    loads = np.append(0, random.permutation(np.concatenate(loads)))
    places = random.integers(0, 100, (loads.size, 2))
    far = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    return RoutingProblem.of(far, loads, 100, number)


@pytest.mark.parametrize("search", [guided_search, iterated_search])
@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 2))])
def test_searches_find_the_shortest_routes_of_few_customers(search, seed):
    if search is iterated_search and not iterated_search.is_there():
        pytest.skip("PyVRP is not installed")
    far, loads, capacity = random_problem(np.random.default_rng(seed))
    problem = RoutingProblem.of(far, loads, capacity)
    routes = search.routes(problem, Limits(0.2))
    assert problem.is_solved_by(routes)
    assert problem.length(routes) == best_routes(far.tolist(), loads.tolist(), capacity)


@pytest.mark.parametrize("there", [True, False])
def test_vehicles_that_are_full_get_routes(monkeypatch, there):
    if not there:
        monkeypatch.setitem(sys.modules, "pyvrp", None)  # as if it were not installed
        assert not iterated_search.is_there()
    problem = full_vehicles(6, 5)
    seconds = (0.25, 1.0, 4.0, 16.0)  # a busy machine may need more of them
    found = (good_routes(problem, Limits(each)) for each in seconds)
    assert problem.is_solved_by(next(filter(None, found)))


@settings(deadline=None, max_examples=examples(10))
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_packed_routes_need_as_few_vehicles_as_a_packing(number, stops, seed):
    problem = full_vehicles(number, stops, seed)
    assert problem.is_solved_by(packed_routes(problem, Limits(20.0)))


def test_a_packing_that_needs_more_vehicles_is_none():
    far = np.ones((4, 4))
    assert packed_routes(RoutingProblem.of(far, [0, 2, 2, 2], 3, 2), Limits(5.0)) is None
    routes = packed_routes(RoutingProblem.of(far, [0, 2, 2, 0], 3, 2), Limits(5.0))
    assert sorted(np.concatenate(routes).tolist()) == [1, 2, 3]  # also those without a load


def test_too_few_routes_are_cut_where_the_way_home_is_short():
    """On a line with the depot at its end, one route is the shortest, and three cost the most."""
    far = np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0)))
    routes = good_routes(RoutingProblem.of(far, [0, 1, 1, 1], 9, 2), Limits(0.2))
    assert sorted(map(sorted, (route.tolist() for route in routes))) == [[1], [2, 3]]
    assert len(good_routes(RoutingProblem.of(far, [0, 1, 1, 1], 9, 3), Limits(0.2))) == 3
    assert good_routes(RoutingProblem.of(far, [0, 1, 1, 1], 9, 1), Limits(0.0)) is None


@settings(deadline=None, max_examples=examples(15))
@given(st.integers(0, 2**32 - 1), st.booleans(), st.sampled_from([None, 2, 3, (2, 3)]))
def test_each_relaxation_is_that_of_its_model(seed, symmetric, vehicles):
    random = np.random.default_rng(seed)
    far, loads, capacity = random_problem(random, symmetric=symmetric)
    problem = RoutingProblem.of(far, loads, capacity, vehicles)
    relaxation, cuts = Relaxation(Limits(60.0)), CapacityCuts.none(problem)
    for near in (1, 1, 3):
        model = routes_model(problem, ng_routes(problem, near), cuts, integrality=False)
        expected = nzdd.solve(model)
        found = relaxation.solve(model)
        if not expected.success:
            assert found is None
            return
        assert found.value == pytest.approx(expected.fun)
        assert found.bound <= expected.fun + 1e-9
        assert found.bound == pytest.approx(expected.fun, rel=1e-6)
        assert found.legs @ far.ravel() + home(found.legs, far) == pytest.approx(found.value)
        sets = random.random((2, problem.size)) < 0.5
        sets[:, 0] = False
        needed = np.ceil(sets @ loads / capacity)
        cuts = CapacityCuts(np.vstack((cuts.sets, sets)), np.append(cuts.vehicles, needed))


def home(legs, far):
    """The length of the last legs: what comes into a place and does not leave it."""
    legs = legs.reshape(far.shape)
    return float((legs.sum(axis=0) - legs.sum(axis=1))[1:] @ far[1:, 0])
