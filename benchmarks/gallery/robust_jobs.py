"""Robust jobs: the worst scenario of a plan is a knapsack program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint

from benchmarks.gallery import rounds
from benchmarks.gallery.compare import Answer, Problem, answer, script


def ours(size: int, limit: float) -> Answer:
    jobs = script("robust_jobs")
    return answer(jobs.solve(*jobs.instance(size), time_limit=limit)[-1])


def knapsack_rows(size: int, limit: float) -> Answer:
    """Row generation; a knapsack program in HiGHS finds the worst scenario."""
    hours, delay, points, profit, week, allowed = script("robust_jobs").instance(size)
    budget = LinearConstraint(points, ub=allowed)

    def oracle(x: NDArray[Any], left: float) -> Iterator[rounds.Row]:
        late = rounds.worst(delay * x, budget, left)
        yield -(hours + delay * np.round(late)), -float(week)

    return _maximised(rounds.solve(-profit.astype(float), oracle, limit))


def table_rows(size: int, limit: float) -> Answer:
    """Row generation; a table over the points (dynamic programming) finds the worst scenario."""
    hours, delay, points, profit, week, allowed = script("robust_jobs").instance(size)

    def oracle(x: NDArray[Any], _: float) -> Iterator[rounds.Row]:
        best = np.zeros(allowed + 1)
        taken = np.zeros((size, allowed + 1), np.bool_)
        for j, (value, weight) in enumerate(zip(delay * x, points, strict=True)):
            moved = np.concatenate((np.full(weight, -np.inf), best[:-weight] + value))
            taken[j] = moved > best
            best = np.maximum(best, moved)
        late, room = np.zeros(size), allowed
        for j in range(size - 1, -1, -1):
            if taken[j, room]:
                late[j], room = 1, room - points[j]
        yield -(hours + delay * late), -float(week)

    return _maximised(rounds.solve(-profit.astype(float), oracle, limit))


def _maximised(found: Answer) -> Answer:
    status, value, bound = found
    return status, None if value is None else -value, None if bound is None else -bound


PROBLEM = Problem(
    "Jobs that fit into the week in every scenario of delays",
    (20, 30, 40, 50, 60, 80, 100),
    ours,
    {"rows by knapsacks": knapsack_rows, "rows by tables": table_rows},
    unit="jobs",
)
