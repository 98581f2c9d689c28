"""The monitors of the gallery cost least among all that see every route twice."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp

from gallery import monitors


@pytest.mark.parametrize("seed", range(3))
def test_the_least_price_with_all_routes_listed(seed):
    graph, price, night, pairs = data = monitors.instance(4, seed)
    number = {frozenset(street): j for j, street in enumerate(graph.edges)}
    rows = []
    for crossings in nx.all_simple_paths(graph, (0, 0), (3, 3)):
        route = {number[frozenset(street)] for street in pairwise(crossings)}
        if nx.path_weight(graph, crossings, "minutes") <= night:
            rows += [route] if not any(set(pair) <= route for pair in pairs) else []
    matrix = np.array([[j in route for j in range(len(price))] for route in rows], float)
    best = milp(price, constraints=LinearConstraint(matrix, lb=2), integrality=1, bounds=(0, 1))
    watched, routes, result = monitors.solve(*data)
    assert routes.count() == len(rows)
    assert result.success
    assert result.fun == price[watched].sum() == pytest.approx(best.fun)
