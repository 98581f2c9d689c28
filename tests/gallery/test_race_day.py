"""The courses that the gallery chooses close the cheapest streets of all triples of rounds."""

import itertools

import networkx as nx
import numpy as np
import pytest

from gallery import race_day

RACES = (120, 180, 200)


@pytest.mark.parametrize("seed", range(3))
def test_the_cheapest_streets_by_enumeration(seed):
    _, ends, length, climb, cost, market, _ = data = race_day.instance(4, seed)
    street = {frozenset(pair): j for j, pair in enumerate(ends.tolist())}
    rounds = [
        [street[frozenset(pair)] for pair in zip(corners, corners[1:] + corners[:1], strict=True)]
        for corners in nx.simple_cycles(nx.Graph(ends.tolist()))
        if market in corners
    ]
    courses = [
        [
            row
            for row in rounds
            if abs(length[row].sum() - goal) <= 4 and climb[row].sum() <= goal // 4
        ]
        for goal in RACES
    ]
    if not all(courses):
        with pytest.raises(ValueError, match="the family is empty"):
            race_day.solve(*data[:-1], RACES)
        return
    best = min(cost[list(set().union(*rows))].sum() for rows in itertools.product(*courses))
    taken, families, result = race_day.solve(*data[:-1], RACES)
    assert [family.count() for family in families] == list(map(len, courses))
    assert result.success
    assert result.fun == pytest.approx(best)
    assert cost[np.any(taken, axis=0)].sum() == best
