"""No closed regions leave the rival less than those that the gallery closes."""

import itertools

import numpy as np
import pytest

from gallery import knapsack_interdiction


@pytest.mark.parametrize(("tightness", "seed"), [(3, 0), (5, 1), (7, 2)])
def test_the_least_value_by_enumeration(tightness, seed):
    data = knapsack_interdiction.instance(9, tightness, seed)
    profit, cost, price, budget, ours = data
    subsets = np.array(list(itertools.product((0, 1), repeat=9)))
    packings = subsets[subsets @ cost <= budget]
    left = (((1 - subsets) * profit) @ packings.T).max(axis=1)
    closed, family, result = knapsack_interdiction.solve(*data)
    assert family.count() == len(packings)
    assert result.success
    assert result.fun == pytest.approx(left[subsets @ price <= ours].min())
    assert price[closed].sum() <= ours
