"""Knapsack interdiction: the rival's best answer is a knapsack program.

The instances are drawn as those of Caprara, Carvalho, Lodi and Woeginger, Bilevel knapsack with
interdiction constraints, INFORMS Journal on Computing 28 (2016).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint

from benchmarks.gallery import branch_and_cut, rounds
from benchmarks.gallery.compare import Answer, Problem, answer, script
from benchmarks.gallery.knapsacks import best_packing

Size = tuple[int, int]
Best = Callable[[NDArray[Any], NDArray[Any], int, float], NDArray[Any]]


def ours(size: Size, limit: float) -> Answer:
    problem = script("knapsack_interdiction")
    return answer(problem.solve(*problem.instance(*size), time_limit=limit)[-1])


def by_knapsacks(size: Size, limit: float) -> Answer:
    """Row generation; a knapsack program in HiGHS finds the rival's answer."""
    return _solve(rounds.solve, _program, size, limit)


def by_tables(size: Size, limit: float) -> Answer:
    """Row generation; a table over the weights finds the rival's answer."""
    return _solve(rounds.solve, _table, size, limit)


def in_the_tree(size: Size, limit: float) -> Answer:
    """Branch and cut in SCIP; a table over the weights finds the rival's answer."""
    return _solve(branch_and_cut.solve, _table, size, limit)


def _solve(method: Callable[..., Answer], best: Best, size: Size, limit: float) -> Answer:
    profit, cost, price, budget, ours = script("knapsack_interdiction").instance(*size)
    count = len(profit)

    def oracle(point: NDArray[Any], left: float) -> Iterator[rounds.Row]:
        """The last column t is at least the sum of profit[j] (1 - x[j]) over the packing."""
        packed = profit * np.round(best(profit * (1 - point[:count]), cost, budget, left))
        yield np.append(packed, 1.0), float(packed.sum())

    return method(
        np.append(np.zeros(count), 1.0),
        oracle,
        limit,
        rows=[(np.append(-price.astype(float), 0.0), -float(ours))],
        upper=np.append(np.ones(count), float(profit.sum())),
        integrality=np.append(np.ones(count), 0),
    )


def _program(values: NDArray[Any], cost: NDArray[Any], budget: int, left: float) -> NDArray[Any]:
    found = rounds.worst(values, LinearConstraint(cost, ub=budget), left)
    assert found is not None  # nothing is packed
    return found


def _table(values: NDArray[Any], cost: NDArray[Any], budget: int, _: float) -> NDArray[Any]:
    return best_packing(values, cost, budget)


PROBLEM = Problem(
    "Knapsack interdiction",
    tuple((size, tightness) for tightness in (8, 2, 5) for size in (20, 30, 40, 50)),
    ours,
    {
        "rows by knapsacks, HiGHS": by_knapsacks,
        "rows by tables, HiGHS": by_tables,
        "cuts by tables, SCIP": in_the_tree,
    },
    unit="{} items, {} of 11",
)
