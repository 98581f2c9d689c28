"""The shifts that the gallery plans cost least among all shifts, which are listed here."""

import itertools

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp

from gallery import day_of_shifts as day


def all_shifts(periods):
    """Each shift as a vector of half hours."""
    lengths = [range(low, high + 1) for low, high in zip(day.LEAST, day.MOST, strict=True)]
    for each in itertools.product(*lengths):
        if day.DAY[0] <= sum(each[::2]) <= day.DAY[1]:
            for start in range(periods + 1 - sum(each)):
                works = np.repeat([0, 1, 0, 1, 0, 1], [start, *each])
                yield np.pad(works, (0, periods - works.size))


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
def test_the_least_cost_with_all_shifts_listed(seed):
    needed, wage = data = day.instance(24, seed)
    shifts = np.array(list(all_shifts(24)))
    eye = np.eye(24)
    best = milp(
        np.r_[shifts @ wage, np.full(24, day.MISSING), np.full(24, day.IDLE)],
        constraints=LinearConstraint(np.c_[shifts.T, eye, -eye], needed, needed),
        integrality=np.arange(len(shifts) + 48) < len(shifts),
        options={"mip_rel_gap": 0},
    )
    plan, family, result = day.solve(*data)
    assert set(family) == {tuple((2 * np.arange(24) + shift).tolist()) for shift in shifts}
    assert result.success
    assert result.fun == pytest.approx(best.fun)
    members = plan.members.toarray()[:, 1::2]
    assert plan.costs == pytest.approx(members @ wage)
    spare = plan.number @ members - needed
    extra = day.IDLE * np.maximum(spare, 0) + day.MISSING * np.maximum(-spare, 0)
    assert result.fun == pytest.approx(plan.number @ plan.costs + extra.sum())
