"""Models for branch and bound, and what is true of every answer of it."""

import itertools

import numpy as np
import pytest

from nzdd.formulations import LinearModel, Status
from nzdd.formulations.models.result import checked
from support.examples import examples
from support.models.milp_reference import milp_answer

CLOSE = 2e-5


def after(polls):
    """A `stop` that says yes from some call on."""
    count = itertools.count()
    return lambda: next(count) >= polls


def later_and_later():
    """Numbers of calls after which a `stop` says yes: every small one, then in growing steps."""
    polls = 0
    while True:
        yield polls
        polls += max(1, polls // examples(50))


def check_point(model, result):
    """A point is feasible, and the bound on its right side."""
    sign = -1 if model.maximize else 1
    if result.x is not None:
        assert checked(model, result).status is result.status
        assert result.fun == model.objective_value(result.x)
    if result.x is not None and result.dual_bound is not None:
        assert sign * result.dual_bound <= sign * result.fun
    if result.status is Status.OPTIMAL:
        assert result.gap <= 1e-6
        assert result.limit is None


def check_bracket(model, result, optimum):
    """The optimum lies between the bound and the incumbent."""
    sign = -1 if model.maximize else 1
    if result.dual_bound is not None:
        assert sign * result.dual_bound <= sign * optimum + CLOSE
    if result.fun is not None:
        assert sign * result.fun >= sign * optimum - CLOSE


def check_answer(model, result):
    """The answer is that of another solver."""
    check_point(model, result)
    status, optimum = milp_answer(model)
    if status == 0:
        assert result.status is Status.OPTIMAL
        assert result.fun == pytest.approx(optimum, abs=CLOSE)
    else:
        assert status == 2
        assert result.status is Status.INFEASIBLE
        assert result.x is None
        assert result.dual_bound is None


def knapsack(seed, columns=35, rows=3):
    random = np.random.default_rng(seed)
    weights = random.integers(5, 60, (rows, columns))
    return LinearModel(
        weights.mean(axis=0).round() + random.integers(0, 9, columns),
        weights,
        row_upper=weights.sum(axis=1) // 3,
        upper=random.integers(1, 3, columns),
        integrality=True,
        maximize=True,
    )


def cover(seed, columns=40, rows=150, weighted=True):
    random = np.random.default_rng(seed)
    matrix = random.random((rows, columns)) < 0.15
    matrix[np.arange(rows), random.integers(0, columns, rows)] = True
    costs = random.integers(1, 30, columns) if weighted else np.ones(columns)
    return LinearModel(costs, matrix, row_lower=1, upper=1, integrality=True)


def mixed(seed, columns=30, rows=60):
    """Lot sizing without a name: covering rows over continuous columns that integers switch on."""
    random = np.random.default_rng(seed)
    half = columns // 2
    demand = random.random((rows, half)) < 0.2
    demand[np.arange(rows), random.integers(0, half, rows)] = True
    size = random.integers(2, 9, half)
    switches = np.hstack((-np.eye(half), np.diag(size)))
    return LinearModel(
        np.concatenate((random.random(half), random.integers(5, 20, half) + 0.25)),
        np.vstack((np.hstack((demand, np.zeros((rows, half)))), switches)),
        np.concatenate((random.integers(1, 12, rows), np.zeros(half))),
        upper=np.concatenate((np.full(half, np.inf), np.full(half, 4))),
        integrality=np.arange(columns) >= half,
    )


def larger(name, make, seeds):
    """Models for as many tests, which are slow from the third one on."""
    return [
        pytest.param(make(seed), id=f"{name} {seed}", marks=pytest.mark.slow if seed > 1 else ())
        for seed in range(seeds)
    ]


LARGER = [
    *larger("knapsack", knapsack, 4),
    *larger("cover", cover, 4),
    *larger("unit cover", lambda seed: cover(seed, 30, 80, weighted=False), 2),
    *larger("mixed", mixed, 4),
]


def packing(seed, columns=6, rows=5):
    """Columns that only the rows bound."""
    random = np.random.default_rng(seed)
    return LinearModel(
        random.integers(5, 30, columns),
        random.integers(-2, 12, (rows, columns)),
        row_upper=random.integers(20, 90, rows),
        integrality=True,
        maximize=True,
    )
