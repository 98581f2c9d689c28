"""The jobs that the gallery promises are the best that fit into the week in every scenario."""

import itertools

import numpy as np
import pytest

from gallery import robust_jobs


@pytest.mark.parametrize("seed", range(3))
def test_the_best_jobs_by_enumeration(seed):
    hours, delay, points, profit, pairs, week, allowed = data = robust_jobs.instance(9, seed)
    subsets = np.array(list(itertools.product((0, 1), repeat=9)))
    together = (subsets[:, pairs].sum(axis=2) == 2).any(axis=1)
    scenarios = subsets[(subsets @ points <= allowed) & ~together]
    worst = subsets @ hours + ((subsets * delay) @ scenarios.T).max(axis=1)
    best = (subsets @ profit)[worst <= week].max()
    promised, family, result = robust_jobs.solve(*data)
    assert family.count() == len(scenarios)
    assert result.success
    assert result.fun == profit[promised].sum() == best
