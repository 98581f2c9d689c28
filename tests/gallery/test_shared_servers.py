"""The servers of the gallery are as few as a model that assigns services to servers finds."""

import numpy as np
import pytest
from ortools.sat.python import cp_model

from gallery import shared_servers


@pytest.mark.parametrize("seed", range(3))
def test_as_few_servers_as_an_assignment(seed):
    needs, pairs, server = data = shared_servers.instance(9, seed)
    model, number = cp_model.CpModel(), len(needs)
    on = [[model.new_bool_var("") for _ in range(number)] for _ in needs]
    used = [model.new_bool_var("") for _ in range(number)]
    for row in on:
        model.add_exactly_one(row)
    for k in range(number):
        for need, most in zip(needs.T.tolist(), server, strict=True):
            model.add(
                sum(each * row[k] for each, row in zip(need, on, strict=True)) <= most * used[k]
            )
        for i, j in pairs.tolist():
            model.add_at_most_one(on[i][k], on[j][k])
    model.minimize(sum(used))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    placed, family, result = shared_servers.solve(*data)
    assert result.success
    assert result.fun == result.dual_bound == solver.objective_value
    assert np.all(placed.sum(axis=0) == 1)
    assert np.all(placed @ needs <= server)
    assert not np.any(placed[:, pairs[:, 0]] & placed[:, pairs[:, 1]])
    assert all(tuple(row.nonzero()[0]) in family for row in placed)
