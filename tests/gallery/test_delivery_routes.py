"""The routes of the gallery are the shortest of all, by permutations and sets of customers."""

import itertools
import math

import pytest

from gallery import delivery_routes


def length_of(route, place, load, opens, closes, capacity):
    """The length of a route from the depot and back, infinite if it is late or too heavy."""
    time, length = 0, 0
    for here, there in itertools.pairwise((0, *route)):
        leg = round(math.dist(place[here], place[there]))
        time, length = max(time + leg, opens[there]), length + leg
        if time > closes[there]:
            return math.inf
    heavy = sum(load[list(route)]) > capacity
    return math.inf if heavy else length + round(math.dist(place[route[-1]], place[0]))


def least(left, of_set):
    """The least cost of a partition of some customers into routes."""
    if not left:
        return 0
    first, rest = min(left), left - {min(left)}
    return min(
        of_set[frozenset((first, *others))] + least(rest - set(others), of_set)
        for size in range(len(rest) + 1)
        for others in itertools.combinations(sorted(rest), size)
    )


@pytest.mark.parametrize("near", [0, 5])
@pytest.mark.parametrize("seed", range(3))
def test_the_least_cost_with_all_routes_listed(seed, near, monkeypatch):
    monkeypatch.setattr(delivery_routes, "NEAR", near)
    data = delivery_routes.instance(6, seed)
    of_set = {}
    for size in range(1, 7):
        for some in itertools.combinations(range(1, 7), size):
            lengths = [length_of(route, *data) for route in itertools.permutations(some)]
            of_set[frozenset(some)] = min(lengths) + delivery_routes.VEHICLE
    best = least(frozenset(range(1, 7)), of_set)
    routes, result = delivery_routes.solve(*data)
    assert result.success
    assert result.fun == best
    assert sorted(itertools.chain(*routes)) == list(range(1, 7))
    assert sum(length_of(route, *data) + delivery_routes.VEHICLE for route in routes) == best
