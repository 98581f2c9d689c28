"""The courses that the gallery offers are the cheapest ones of all rounds within the limits."""

import networkx as nx
import pytest

from gallery import race_course


@pytest.mark.parametrize(
    "seed", [3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 4))]
)
def test_the_cheapest_courses_by_enumeration(seed):
    _, ends, cost, market, limits = data = race_course.instance(5, seed)
    street = {frozenset(pair): j for j, pair in enumerate(ends.tolist())}
    costs = []
    for corners in nx.simple_cycles(nx.Graph(ends.tolist())):
        pairs = zip(corners, corners[1:] + corners[:1], strict=True)
        row = [street[frozenset(pair)] for pair in pairs]
        sums = [(each[row].sum(), low, high) for each, low, high in limits]
        if market in corners and all(
            (low is None or low <= total) and (high is None or total <= high)
            for total, low, high in sums
        ):
            costs.append(cost[row].sum())
    courses, cheapest = race_course.solve(*data)
    assert courses.count() == len(costs) > 0
    assert cheapest.lengths.tolist() == sorted(costs)[:20]
