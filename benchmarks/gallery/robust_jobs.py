"""Robust jobs: the worst scenario of a plan is a knapsack program with conflicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint

from benchmarks.gallery import branch_and_cut, rounds
from benchmarks.gallery.compare import Answer, Problem, answer, script


def ours(size: int, limit: float) -> Answer:
    jobs = script("robust_jobs")
    return answer(jobs.solve(*jobs.instance(size), time_limit=limit)[-1])


def in_rounds(size: int, limit: float) -> Answer:
    """Row generation in HiGHS; a knapsack program in HiGHS finds the worst scenario."""
    return _solve(rounds.solve, size, limit)


def in_the_tree(size: int, limit: float) -> Answer:
    """Branch and cut in SCIP; a knapsack program in HiGHS finds the worst scenario."""
    return _solve(branch_and_cut.solve, size, limit)


def _solve(method: Callable[..., Answer], size: int, limit: float) -> Answer:
    hours, delay, points, profit, pairs, week, allowed = script("robust_jobs").instance(size)
    budgets = np.zeros((1 + len(pairs), size))
    budgets[0] = points
    np.put_along_axis(budgets[1:], np.array(pairs), 1.0, axis=1)
    scenario = LinearConstraint(budgets, ub=np.append(allowed, np.ones(len(pairs))))

    def oracle(x: NDArray[Any], left: float) -> Iterator[rounds.Row]:
        late = rounds.worst(delay * x, scenario, left)
        assert late is not None  # nothing is delayed
        yield -(hours + delay * late.round()), -float(week)

    status, value, bound = method(-profit.astype(float), oracle, limit)
    return status, None if value is None else -value, None if bound is None else -bound


PROBLEM = Problem(
    "Jobs that fit into the week in every scenario of delays",
    (10, 20, 30, 40, 50, 60, 70, 80),
    ours,
    {"rows by programs, HiGHS": in_rounds, "cuts by programs, SCIP": in_the_tree},
    unit="jobs",
)
