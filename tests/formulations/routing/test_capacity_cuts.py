"""Cuts hold for all routes, and cut off what they were found for."""

import numpy as np
import pytest

from nzdd.formulations.routing.capacity_cuts import CapacityCuts
from nzdd.formulations.routing.routing_problem import RoutingProblem
from support.vehicle_routing import random_problem


def legs_of(problem, routes):
    taken = np.zeros(problem.size**2)
    for route in routes:
        taken[problem.legs(np.array(route))] += 1
    return taken


def some_routes(problem, random):
    """Customers in any order, a new route where the next one does not fit."""
    routes = [[]]
    for customer in (1 + random.permutation(problem.size - 1)).tolist():
        if problem.loads[[*routes[-1], customer]].sum() > problem.capacity:
            routes.append([])
        routes[-1].append(customer)
    return routes


@pytest.mark.parametrize("seed", range(20))
def test_no_routes_violate_a_cut_and_their_point_does(seed):
    random = np.random.default_rng(seed)
    problem = RoutingProblem.of(*random_problem(random, 8))
    point = np.zeros(problem.size**2)
    for first in range(1, problem.size):  # a round trip between two customers and nobody else
        other = first % (problem.size - 1) + 1
        point[[first * problem.size + other, other * problem.size + first]] += 0.5
    cuts = CapacityCuts.none(problem).more(point.reshape(problem.size, -1), problem)
    rows = cuts.rows()
    assert rows.shape[0] == len(cuts.vehicles) > 0
    assert (rows @ point < cuts.vehicles - 0.01).all()
    for _ in range(20):
        assert (rows @ legs_of(problem, some_routes(problem, random)) >= cuts.vehicles).all()


def test_whole_routes_need_no_cuts():
    random = np.random.default_rng(1)
    problem = RoutingProblem.of(*random_problem(random, 8))
    none = CapacityCuts.none(problem)
    legs = legs_of(problem, some_routes(problem, random)).reshape(problem.size, -1)
    assert none.more(legs, problem) is none
    assert none.rows().shape == (0, problem.size**2)


def test_a_cut_comes_once():
    random = np.random.default_rng(2)
    problem = RoutingProblem.of(*random_problem(random, 8))
    cuts = CapacityCuts.none(problem)
    for _ in range(30):
        more = cuts.more(np.zeros((problem.size, problem.size)), problem)
        if more is cuts:
            break
        cuts = more
    assert len(np.unique(cuts.sets, axis=0)) == len(cuts.sets)
    assert more is cuts or len(cuts.sets) <= 2**8
