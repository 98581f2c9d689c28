"""The strengths that the gallery chooses are the cheapest for all breaks, which are listed here."""

import itertools

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp

from gallery import reliable_supply


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
def test_the_cheapest_strengths_with_all_breaks_listed(seed):
    most = 4
    ends, trench, cost, digits = data = reliable_supply.instance(2, seed)
    number, town = cost.size, int(ends.max())
    rows = []
    for size in range(1, most + 1):
        for broken in itertools.combinations(range(number), size):
            left = nx.Graph(ends[~np.isin(trench, broken)].tolist())
            left.add_nodes_from((0, town))
            if not nx.has_path(left, 0, town):
                rows.append(
                    np.where(np.isin(np.arange(number), broken)[:, None], digits, 0).ravel()
                )
    one = np.kron(np.eye(number), np.ones(3))
    listed = milp(
        np.outer(cost, range(3)).ravel(),
        constraints=[
            LinearConstraint(one, 1, 1),
            LinearConstraint(np.array(rows), reliable_supply.DIGITS),
        ],
        integrality=1,
        bounds=(0, 1),
    )
    _, family, result = reliable_supply.solve(*data, most)
    links = len(ends)
    ways = {tuple(symbol - links for symbol in row if symbol >= links) for row in family}
    assert {tuple(np.flatnonzero(row.reshape(-1, 3)[:, 0])) for row in rows} == ways
    assert bool(result.success) == (listed.x is not None)
    if listed.x is not None:
        assert result.fun == pytest.approx(listed.fun)
