"""The rolls that the gallery cuts cost least among all patterns, which are listed here."""

import itertools

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp

from gallery import cutting_stock


@pytest.mark.parametrize("seed", range(3))
def test_the_least_cost_with_all_patterns_listed(seed):
    width, order, store, rolls = data = cutting_stock.instance(5, seed)
    patterns, cost, kind = [], [], []
    for number, (wide, price, _) in enumerate(rolls):
        for cut in itertools.product(*(range(wide // each + 1) for each in width)):
            if np.dot(cut, width) <= wide:
                patterns.append(cut)
                cost.append(price)
                kind.append(number)
    of_kind = np.array([[k == number for k in kind] for number in range(len(rolls))], float)
    best = milp(
        cost,
        constraints=[
            LinearConstraint(np.array(patterns, float).T, order, order + store),
            LinearConstraint(of_kind, 0, [number for *_, number in rolls]),
        ],
        integrality=1,
        options={"mip_rel_gap": 0},
    )
    chosen, result = cutting_stock.solve(*data)
    assert result.success
    assert result.fun == result.dual_bound == pytest.approx(best.fun)
    cut = sum(kind.number @ kind.members.toarray() for kind in chosen)
    assert np.all((order <= cut) & (cut <= order + store))
    for kind, (wide, _, number) in zip(chosen, rolls, strict=True):
        assert np.all(kind.members @ width <= wide)
        assert kind.number.sum() <= number
