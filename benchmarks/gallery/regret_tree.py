"""Regret of a tree: Benders' rows, a mixed-integer program for the tree and for the worst case."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, eye_array, hstack, kron, vstack

from benchmarks.gallery import branch_and_cut, rounds
from benchmarks.gallery.compare import Answer, Problem, answer, script

Floats = NDArray[np.float64]
Rows = tuple[Any, Floats, Floats]
"""Matrix, lower and upper sides; the columns of the streets come first."""


def ours(size: int, limit: float) -> Answer:
    tree = script("regret_tree")
    return answer(tree.solve(*tree.instance(size), time_limit=limit)[-1])


def _tree_rows(ends: NDArray[Any], length: NDArray[Any], drum: int, commodities: int) -> Rows:
    """Rows of a tree from vertex 0 on: an arc into each vertex, and flows from the root.

    One commodity (Gavish and Graves 1978), or one for each vertex, of which the relaxation is
    exact but for the drum (R. T. Wong 1984).
    """
    m, n = len(ends), int(ends.max()) + 1
    arcs = np.arange(2 * m)
    tail, head = ends.T.ravel(), ends[:, ::-1].T.ravel()
    into = csr_array((np.ones(2 * m), (head, arcs)), shape=(n, 2 * m))
    net = (into - csr_array((np.ones(2 * m), (tail, arcs)), shape=(n, 2 * m))).tocsr()[1:]
    either, street, arc = hstack([eye_array(m)] * 2), eye_array(m), eye_array(2 * m)
    flows = kron(eye_array(commodities), net)
    supply = np.ones(n - 1) if commodities == 1 else np.eye(n - 1).ravel()
    most = n - 1 if commodities == 1 else 1
    opened = -most * kron(np.ones((commodities, 1)), arc)
    width = commodities * 2 * m
    matrix = vstack(
        [
            hstack((-street, either, csr_array((m, width)))),
            hstack((csr_array((n, m)), into, csr_array((n, width)))),
            hstack((csr_array((flows.shape[0], 3 * m)), flows)),
            hstack((csr_array((width, m)), opened, eye_array(width))),
            csr_array(np.append(length, np.zeros(2 * m + width))[None]),
        ],
        format="csr",
    )
    one = np.append(0.0, np.ones(n - 1))
    lower = np.concatenate((np.zeros(m), one, supply, np.full(width + 1, -np.inf)))
    upper = np.concatenate((np.zeros(m), one, supply, np.zeros(width), [drum]))
    return matrix, lower, upper


def _solved(costs: Floats, rows: Rows, m: int, most: Floats, end: float) -> Any:
    """The best point by HiGHS; TimeoutError past the end."""
    matrix, lower, upper = rows
    best = milp(
        costs,
        constraints=LinearConstraint(matrix.tocsc(), lower, upper),
        bounds=Bounds(0, most),
        integrality=(np.arange(costs.size) < m).astype(np.int64),
        options={"time_limit": max(end - time.perf_counter(), 0.01), "mip_rel_gap": 0.0},
    )
    if best.status != 0:
        raise TimeoutError
    return best


def _benders(commodities: Callable[[int], int], size: int, limit: float) -> Answer:
    """Rows for worst networks, one after the other (R. Montemanni 2006)."""
    end = time.perf_counter() + limit
    ends, length, low, high, drum = script("regret_tree").instance(size)
    m, number = len(ends), commodities(int(ends.max()))
    matrix, lower, upper = rows = _tree_rows(ends, length, drum, number)
    width = matrix.shape[1]
    most = np.full(width, float(ends.max()))
    most[: 3 * m] = 1
    last = np.append(most, float(high.sum()))  # the cost of the cheapest network
    master: Rows = (hstack((matrix, csr_array((matrix.shape[0], 1))), format="csr"), lower, upper)
    costs = np.concatenate((high, np.zeros(width - m), [-1.0]))
    bound = None
    try:
        while True:
            best = _solved(costs, master, m, last, end)
            bound = float(best.fun)
            prices = np.where(best.x[:m] > 0.5, high, low)
            worst = _solved(np.append(prices, np.zeros(width - m)), rows, m, most, end)
            if worst.fun >= best.x[-1] - 1e-6:
                return "optimal", bound, bound
            other = worst.x[:m] > 0.5
            row = np.concatenate(((low - high) * other, np.zeros(width - m), [1.0]))
            master = (
                vstack((master[0], csr_array(row[None])), format="csr"),
                np.append(master[1], -np.inf),
                np.append(master[2], low[other].sum()),
            )
    except TimeoutError:
        return "time", None, bound


def one_commodity(size: int, limit: float) -> Answer:
    """Trees by a flow of one commodity."""
    return _benders(lambda _: 1, size, limit)


def many_commodities(size: int, limit: float) -> Answer:
    """Trees by a flow for each corner."""
    return _benders(lambda vertices: vertices, size, limit)


def in_one_tree(size: int, limit: float) -> Answer:
    """Benders' rows in the search tree of SCIP, at fractional points as well."""
    ends, length, low, high, drum = script("regret_tree").instance(size)
    m = len(ends)
    matrix, lower, upper = rows = _tree_rows(ends, length, drum, 1)
    width = matrix.shape[1]
    most = np.full(width, float(ends.max()))
    most[: 3 * m] = 1

    def oracle(x: Floats, _: float) -> Iterator[rounds.Row]:
        prices = low + (high - low) * x[:m]
        worst = _solved(np.append(prices, np.zeros(width - m)), rows, m, most, np.inf)
        other = worst.x[:m] > 0.5
        row = np.concatenate(((high - low) * other, np.zeros(width - m), [-1.0]))
        yield row, -float(low[other].sum())

    dense = np.hstack((matrix.toarray(), np.zeros((matrix.shape[0], 1))))
    sides = [(row, b) for row, b in zip(dense, lower, strict=True) if np.isfinite(b)]
    sides += [(-row, -b) for row, b in zip(dense, upper, strict=True) if np.isfinite(b)]
    return branch_and_cut.solve(
        np.concatenate((high, np.zeros(width - m), [-1.0])),
        oracle,
        limit,
        rows=sides,
        upper=np.append(most, float(high.sum())),
        integrality=np.arange(width + 1) < m,
    )


PROBLEM = Problem(
    "The network of least regret, within a drum of cable",
    (3, 4, 5, 6),
    ours,
    {
        "Benders, one commodity": one_commodity,
        "Benders, many commodities": many_commodities,
        "Benders in SCIP": in_one_tree,
    },
    unit="corners a side",
)
