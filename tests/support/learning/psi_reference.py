"""Psi-learning by enumeration: every assignment of rows to regions is an LP or a QP for scipy."""

from itertools import product

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from nzdd.adapters.methods.psi_learning import engine

ENGINE = engine(threads=1)
NORMS = st.sampled_from(["l1", "l2"])
LOSSES = st.sampled_from([0.0, 0.2, 0.5, 1.0, 1.7, 2.0])
PRICES = st.sampled_from([0.1, 1.0, 7.0])
CLOSE = 2e-5


def close(value):
    return pytest.approx(value, rel=CLOSE, abs=CLOSE)


def by_definition(problem, plane):
    facts = problem.features, problem.signs, problem.costs, problem.a, problem.norm
    return definition(*facts, plane.weights, plane.intercept)


def noisy(seed, n=40, d=3):
    """Rows on two sides of a plane, a tenth of them on the wrong one."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, d))
    return x, (x[:, 0] + 0.5 * x[:, 1] > 0) ^ (random.random(n) < 0.1)


def small_sample(seed, n=6, d=2):
    """Random rows of both classes, a third of them on a grid, so that some coincide."""
    random = np.random.default_rng(seed)
    features = random.normal(size=(n, d)) * random.choice([0.5, 2.0])
    if seed % 3 == 0:
        features = np.rint(features)
    positive = features[:, 0] + random.normal(size=n) > 0
    positive[:2] = True, False
    return features, positive


def definition(features, signs, costs, a, norm, w, b):
    """(3.6) written out; margins a hair below 0 count as 0."""
    total = np.abs(w).sum() if norm == "l1" else w @ w / 2
    for row, sign, cost in zip(features, signs, costs, strict=True):
        u = sign * (row @ w + b)
        total += cost * (2 if u < -1e-5 else max(0.0, a - a * u))
    return total


def enumerated_optimum(problem):
    """The optimum over all 3^n assignments (fixed rows have one, correct ones two).

    Where the rows in region 1 alone cost more than the best so far, the rest is not worked out.
    """
    choices = [
        [3] if fixed else [2, 3] if correct else [2, 3, 1]
        for fixed, correct in zip(problem.fixed, problem.correct, strict=True)
    ]
    best = np.inf
    for regions in map(np.array, product(*choices)):
        if 2 * problem.costs[regions == 1].sum() < best:
            value = _best(problem, regions)
            best = best if value is None else min(best, value)
    return best


def _best(problem, regions):
    """The least objective with every margin in its closed region; None where there is none."""
    x, y, d = problem.features, problem.signs, problem.num_features
    two = regions == 2
    cost_two = problem.a * problem.costs * two
    fixed_part = 2 * (problem.costs * (regions == 1)).sum() + cost_two.sum()
    margins = np.column_stack((y[:, None] * x, y))  # of (w, b)
    linear = -cost_two @ margins
    low = np.select([regions == 1, two], [-np.inf, 0.0], 1.0)
    high = np.select([regions == 1, two], [0.0, 1.0], np.inf)
    rows = np.vstack((margins[np.isfinite(high)], -margins[np.isfinite(low)]))
    right = np.concatenate((high[np.isfinite(high)], -low[np.isfinite(low)]))
    if problem.norm == "l1":
        split = np.column_stack((rows[:, :d], -rows[:, :d], rows[:, d]))
        cost = np.concatenate((1 + linear[:d], 1 - linear[:d], linear[d:]))
        answer = linprog(cost, split, right, bounds=[(0, None)] * 2 * d + [(None, None)])
        return answer.fun + fixed_part if answer.status == 0 else None
    start = linprog(np.zeros(d + 1), rows, right, bounds=(None, None))
    if start.status:
        return None
    answer = minimize(
        lambda v: v[:d] @ v[:d] / 2 + linear @ v,
        start.x,
        jac=lambda v: np.append(v[:d], 0.0) + linear,
        constraints={"type": "ineq", "fun": lambda v: right - rows @ v, "jac": lambda v: -rows},
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 300},
    )
    if (rows @ answer.x - right).max(initial=0.0) > 1e-7:
        return None  # it lost its way; the optimum has neighbours in other regions
    return answer.fun + fixed_part
