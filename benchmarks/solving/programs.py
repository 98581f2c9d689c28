"""Mixed-integer programs with very many rows; always the same ones."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import networkx as nx
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.families import linear, sets_of_size, simple_paths
from nzdd.formulations import ConstraintDiagram, LinearModel

COLUMNS, ONES, BINARIES = 25, 9, 12


def synthetic(num_rows: int, seed: int) -> LinearModel:
    """The paper's programs (section 8.1): distinct random rows of nine ones over 25 columns.

    Costs are 1 to 100, right-hand sides one; twelve columns are binary, the others in [0, 1].
    """
    random = np.random.default_rng(seed)
    words = _words(COLUMNS, ONES)
    chosen = words[random.choice(words.size, num_rows, replace=False)]
    bits = chosen[:, None] >> np.arange(COLUMNS, dtype=np.uint32) & np.uint32(1)
    return _program(COLUMNS, random, sp.csr_array(bits.astype(np.float64)), BINARIES)


def complete(num_columns: int, size: int) -> tuple[LinearModel, ConstraintDiagram, int]:
    """One row per subset of a given size, as a diagram; costs and columns as in `synthetic`."""
    random = np.random.default_rng(0)
    nothing = sp.csr_array((0, num_columns))
    model = _program(num_columns, random, nothing, num_columns // 2)
    rows = ConstraintDiagram.from_zdd(sets_of_size(num_columns, size), 1.0)
    return model, rows, comb(num_columns, size)


def grid(side: int) -> tuple[LinearModel, ConstraintDiagram, int]:
    """Monitors on the edges of a grid: every simple path between two corners meets two of them.

    The grid has ``side`` vertices a side; a monitor costs 1 to 100.
    """
    graph = nx.grid_2d_graph(side, side)
    paths, edges = edge_sets(simple_paths, graph, (0, 0), (side - 1, side - 1))
    random = np.random.default_rng(side)
    model = _program(len(edges), random, sp.csr_array((0, len(edges))), len(edges))
    return model, ConstraintDiagram.from_zdd(paths, 2.0), paths.count()


def jobs(number: int) -> tuple[LinearModel, ConstraintDiagram, int]:
    """Jobs that fit into the week in every scenario of delays.

    The worst scenario is a knapsack program; `scenario_data` has its numbers.
    """
    hours, delay, points, profit, capacity, allowed = scenario_data(number)
    scenarios = linear(points, high=allowed)
    rows = ConstraintDiagram.from_zdd(scenarios, capacity, "<=", coefficients=delay, nominal=hours)
    model = LinearModel(-profit, upper=1, integrality=True)
    return model, rows, scenarios.count()


def scenario_data(number: int) -> tuple[Any, ...]:
    """Hours, delay, points and profit of each job, the hours of a week, and the points of one."""
    random = np.random.default_rng(number)
    hours = random.integers(10, 40, number)
    delay = random.integers(1, 20, number) + hours // 4
    points, profit = random.integers(1, 10, number), random.integers(10, 100, number)
    return hours, delay, points, profit, int(hours.sum() // 2), int(points.sum() // 4)


def _program(
    num_columns: int, random: np.random.Generator, matrix: sp.csr_array, binaries: int
) -> LinearModel:
    costs = random.integers(1, 101, num_columns).astype(float)
    return LinearModel(costs, matrix, 1.0, upper=1.0, integrality=np.arange(num_columns) < binaries)


@lru_cache(maxsize=1)
def _words(num_columns: int, ones: int) -> NDArray[np.uint32]:
    words = np.arange(1 << num_columns, dtype=np.uint32)
    chosen: NDArray[np.uint32] = words[np.bitwise_count(words) == ones]
    return chosen
