"""Graphs of routes hold all routes, and no walk that comes back to somebody it remembers."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from nzdd.formulations.routing.ng_routes import ng_routes
from nzdd.formulations.routing.route_graphs import RouteGraphs
from nzdd.formulations.routing.routing_problem import RoutingProblem
from support.examples import examples
from support.vehicle_routing import is_in_time, random_hours, random_problem


def lengths(graph, problem, walks):
    """The cost of a path with the legs of each walk; NaN where there is none."""
    rows = np.zeros((len(walks), problem.size**2), int)
    for row, walk in zip(rows, walks, strict=True):
        np.add.at(row, problem.legs(np.array(walk)), 1)
    paths = graph.edges_of(graph.paths_of(csr_array(rows)))
    return np.where(paths.sum(axis=1) > 0, paths @ graph.costs, np.nan)


def legs_of(walk):
    return tuple(sorted(zip((0, *walk[:-1]), walk, strict=True)))


def is_remembered(problem, walk, near):
    """Whether a walk comes back to a customer whom each one since then has near itself."""
    far = problem.distances[1:, 1:] - np.eye(problem.size - 1)
    nearest = np.argsort(far, axis=1, kind="stable")[:, :near] + 1
    remembered = set()
    for customer in walk:
        if customer in remembered:
            return True
        remembered = {*(remembered & set(nearest[customer - 1].tolist())), customer}
    return False


@settings(deadline=None, max_examples=examples(60))
@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_they_are_the_walks_that_fit_and_forget(seed, near):
    far, loads, capacity = random_problem(np.random.default_rng(seed), 4)
    problem = RoutingProblem.of(far, np.where(loads, loads, 1) * [0, 1, 1, 1, 1], capacity)
    walks = [walk for length in range(1, 5) for walk in product(range(1, 5), repeat=length)]
    fit = [walk for walk in walks if problem.loads[list(walk)].sum() <= capacity]
    members = {legs_of(walk) for walk in fit if not is_remembered(problem, walk, near)}
    legs = np.random.default_rng(seed).random((5, 5)) < 0.8
    found = lengths(ng_routes(problem, near, legs=legs), problem, walks)
    for walk, length in zip(walks, found.tolist(), strict=True):
        allowed = legs[(0, *walk[:-1]), walk].all()
        assert (allowed and legs_of(walk) in members) == (not np.isnan(length))
        if not np.isnan(length) and len(set(walk)) == len(walk):
            assert length == pytest.approx(problem.length([np.array(walk)]))


@pytest.mark.parametrize("seed", range(5))
def test_customers_without_a_load_are_on_routes_too(seed):
    far, loads, capacity = random_problem(np.random.default_rng(seed))
    loads[[2, 4]] = 0
    problem = RoutingProblem.of(far, loads, capacity)
    routes = [route for k in range(1, 6) for route in permutations(range(1, 6), k)]
    found = lengths(ng_routes(problem, 2), problem, routes)
    for route, length in zip(routes, found.tolist(), strict=True):
        assert np.isnan(length) == (loads[list(route)].sum() > capacity)


@settings(deadline=None, max_examples=examples(10))
@given(st.integers(0, 2**32 - 1))
def test_all_routes_in_time_are_there_and_no_others(seed):
    random = np.random.default_rng(seed)
    far, _, _ = random_problem(random, symmetric=bool(seed % 2))
    hours = random_hours(random, far)
    names = ("windows", "times", "service")
    problem = RoutingProblem.of(far, np.zeros(6), 1, **dict(zip(names, hours, strict=True)))
    routes = [route for k in range(1, 6) for route in permutations(range(1, 6), k)]
    found = lengths(ng_routes(problem, 3), problem, routes)
    for route, length in zip(routes, found.tolist(), strict=True):
        assert np.isnan(length) == (not is_in_time(route, *hours))
        assert np.isnan(length) or length == problem.length([np.array(route)])


def test_a_hundred_customers_share_the_bits_of_a_word():
    place = np.random.default_rng(0).integers(0, 1000, (101, 2))
    far = np.abs(place[:, None] - place).sum(axis=2)
    problem = RoutingProblem.of(far, np.r_[0, np.ones(100, int)], 3)
    graphs = RouteGraphs(problem, 10**6)
    graphs.first()
    graph, near = graphs.finer(False), graphs.near
    nearest = np.argsort(far[1:, 1:], axis=1) + 1
    back = [(k, int(nearest[k - 1, 1]), k) for k in range(1, 101)]
    away = [(k, int(nearest[k - 1, -1]), k) for k in range(1, 101)]
    assert near == 6
    assert [is_remembered(problem, walk, near) for walk in back] == np.isnan(
        lengths(graph, problem, back)
    ).tolist()
    assert not np.isnan(lengths(graph, problem, away)).any()


def test_more_than_a_word_of_customers_may_be_near_each_other():
    """Those without a bit are never remembered, and no route is lost."""
    far = np.arange(71)[:, None] * np.ones(71)
    problem = RoutingProblem.of(far, np.r_[0, np.ones(70, int)], 2)
    graph = ng_routes(problem, 70)
    away = [(k, 1 + k % 70) for k in range(1, 71)]
    back = [(k, k) for k in range(1, 71)]
    assert not np.isnan(lengths(graph, problem, away)).any()
    assert np.isnan(lengths(graph, problem, back)).sum() == 63
