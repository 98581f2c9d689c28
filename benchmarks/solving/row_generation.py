"""Row generation without diagrams: a solver, and another separation oracle."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

from benchmarks.solving import programs
from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.families import simple_paths

Row = NDArray[np.float64]
Oracle = Callable[[Row], Iterator[Row]]
MANY_PATHS = 20


def monitors(side: int) -> tuple[NDArray[Any], float, Oracle]:
    """The costs and the side of `programs.grid`, and Dijkstra's shortest paths as its oracle."""
    graph = nx.grid_2d_graph(side, side)
    ends = (0, 0), (side - 1, side - 1)
    streets = list(graph.edges)
    number = {frozenset(street): j for j, street in enumerate(streets)}
    order = [number[frozenset(street)] for street in edge_sets(simple_paths, graph, *ends)[1]]
    costs = np.empty(len(streets))
    costs[order] = programs.grid(side)[0].objective

    def short_paths(x: Row) -> Iterator[Row]:
        for _ in range(MANY_PATHS):  # each away from those before it

            def length(a: Any, b: Any, _: Any, x: Row = x) -> float:
                return float(x[number[frozenset((a, b))]]) + 1e-4

            path = nx.dijkstra_path(graph, *ends, weight=length)
            row = np.zeros(len(streets))
            row[[number[frozenset(street)] for street in pairwise(path)]] = 1
            x = x + row
            yield row

    return costs, 2.0, short_paths


def jobs(number: int) -> tuple[NDArray[Any], float, Oracle]:
    """The costs and the side of `programs.jobs`; a knapsack program finds the worst scenario."""
    hours, delay, points, profit, capacity, allowed = programs.scenario_data(number)
    budget, binary = LinearConstraint(points, ub=allowed), np.ones(hours.size, np.uint8)

    def worst_scenario(x: Row) -> Iterator[Row]:
        worst = milp(-delay * x, constraints=budget, integrality=binary, bounds=Bounds(0, 1))
        if worst.x is None:
            raise RuntimeError(f"no worst scenario: {worst.message}")
        yield -(hours + delay * worst.x.round())

    return -profit, -float(capacity), worst_scenario


def solve(costs: NDArray[Any], side: float, oracle: Oracle, limit: float) -> float | None:
    """The optimum by HiGHS (scipy's), or None if the time limit is reached."""
    rows, lower = np.zeros((1, len(costs))), [-np.inf]
    started = time.perf_counter()
    while (left := limit - (time.perf_counter() - started)) > 0:
        best = milp(
            costs,
            constraints=LinearConstraint(rows, lower),
            integrality=np.ones(costs.size, np.uint8),
            bounds=Bounds(0, 1),
            options={"time_limit": left},
        )
        if best.status != 0 or best.x is None:
            return None
        x = best.x.round()
        found = [row for row in oracle(x) if row @ x < side]
        if not found:
            return float(best.fun)
        rows = np.vstack((rows, found))
        lower += [side] * len(found)
    return None
