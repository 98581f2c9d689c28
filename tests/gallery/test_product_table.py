"""The machines of the gallery cost least, with a column for each customer and combination."""

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import block_diag, csr_array, hstack

from gallery import product_table


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.slow), 1, 2])
def test_the_least_cost_with_all_combinations_listed(seed, monkeypatch):
    monkeypatch.setattr(product_table, "CHOICES", 3)
    table, cost, use, least, stock = data = product_table.instance(4, seed)
    has = csr_array(np.eye(cost.size)[table].sum(axis=1))
    good = [np.flatnonzero(has @ value >= enough) for value, enough in zip(use, least, strict=True)]
    best = milp(
        np.concatenate([has[rows] @ cost for rows in good]),
        constraints=[
            LinearConstraint(hstack([has[rows].T for rows in good]), ub=stock),
            LinearConstraint(
                block_diag([csr_array(np.ones((1, len(rows)))) for rows in good]), 1, 1
            ),
        ],
        integrality=1,
        bounds=(0, 1),
        options={"mip_rel_gap": 0},
    )
    chosen, family, result = product_table.solve(*data)
    assert family.count() == len(table)
    assert bool(result.success) == (best.x is not None)
    if best.x is not None:
        assert result.fun == pytest.approx(best.fun)
        assert cost[chosen].sum() == pytest.approx(best.fun)
        assert np.all(np.bincount(chosen.ravel(), minlength=cost.size) <= stock)
        assert all(tuple(row) in family for row in chosen)
