"""The capacities of the gallery cost least among all that carry the demand after all failures."""

import itertools

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from gallery import secure_capacity


@pytest.mark.parametrize(
    ("failures", "seed"), [(1, 0), (1, 1), pytest.param(2, 1, marks=pytest.mark.slow)]
)
def test_the_least_price_with_all_cuts_listed(failures, seed):
    graph, price = secure_capacity.instance(8, seed)
    tail, head = ends = np.array(graph.edges).T
    inside = np.array([(1, *side, 0) for side in itertools.product((0, 1), repeat=6)])
    cuts = inside[:, tail] != inside[:, head]
    lines = range(len(price))
    cases = list(itertools.combinations(lines, failures))
    rows = np.vstack([cuts & ~np.isin(lines, failed) for failed in cases])
    best = milp(
        price,
        constraints=LinearConstraint(np.unique(rows, axis=0).astype(float), lb=6),
        integrality=1,
        bounds=(0, 6),
    )
    capacity, _, result = secure_capacity.solve(graph, price, failures)
    assert result.success
    assert result.fun == price @ capacity == pytest.approx(best.fun)
    for failed in cases:
        left = np.where(np.isin(lines, failed), 0, capacity).astype(np.int32)
        both = np.concatenate((ends, ends[::-1]), axis=1)
        network = csr_array((np.tile(left, 2), tuple(both)), (8, 8))
        assert maximum_flow(network, 0, 7).flow_value >= 6
