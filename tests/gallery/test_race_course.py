"""The courses that the gallery offers are the cheapest ones of all rounds within the limits."""

import networkx as nx
import numpy as np
import pytest

from gallery import race_course


@pytest.mark.parametrize("seed", range(2, 5))
def test_the_cheapest_courses_by_enumeration(seed):
    _, ends, length, climb, cost, market, sights, hospitals = data = race_course.instance(5, seed)
    street = {frozenset(pair): j for j, pair in enumerate(ends.tolist())}
    costs = []
    for corners in nx.simple_cycles(nx.Graph(ends.tolist())):
        pairs = zip(corners, corners[1:] + corners[:1], strict=True)
        row = [street[frozenset(pair)] for pair in pairs]
        if (
            market in corners
            and abs(length[row].sum() - race_course.GOAL) <= 2
            and climb[row].sum() <= race_course.CLIMB
            and all(np.isin(some, row).any() for some in sights)
            and not any(np.isin(both, row).all() for both in hospitals)
        ):
            costs.append(cost[row].sum())
    courses, cheapest = race_course.solve(*data)
    assert courses.count() == len(costs) > 0
    assert cheapest.lengths.tolist() == sorted(costs)[: race_course.COURSES]
