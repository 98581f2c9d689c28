"""Cutting stock: pieces are assigned to single rolls, or all patterns are columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import block_diag, csr_array, eye_array, hstack, kron, vstack

import nzdd
from benchmarks.gallery.compare import Answer, Problem, answer, script
from nzdd.formulations import LinearModel


def ours(size: int, limit: float) -> Answer:
    stock = script("cutting_stock")
    return answer(stock.solve(*stock.instance(size), time_limit=limit)[-1])


def _assignment(solver: str, size: int, limit: float) -> Answer:
    """How often each piece is cut from each roll; rolls of a kind are used in their order."""
    width, order, store, rolls = script("cutting_stock").instance(size)
    n, whole, used, sizes = len(width), [], [], []
    for wide, _, number in rolls:
        # Never more rolls than there are if each has one width only.
        count = int(min(number, np.ceil((order + store) / (wide // width)).sum()))
        fits = hstack((kron(eye_array(count), -width), wide * eye_array(count)))
        steps = eye_array(count - 1, count) - eye_array(count - 1, count, k=1)
        in_order = hstack((csr_array((count - 1, n * count)), steps))
        whole.append(vstack((fits, in_order)))
        used.append(hstack((kron(np.ones((1, count)), eye_array(n)), csr_array((n, count)))))
        sizes.append(count)
    inside = block_diag(whole)
    matrix = vstack((inside, hstack(used)), format="csr")
    cost = [
        np.repeat((0, price), (n * k, k)) for (_, price, _), k in zip(rolls, sizes, strict=True)
    ]
    upper = [np.append(np.tile(order + store, k), np.ones(k)) for k in sizes]
    model = LinearModel(
        np.concatenate(cost),
        matrix,
        np.append(np.zeros(inside.shape[0]), order),
        np.append(np.full(inside.shape[0], np.inf), order + store),
        0.0,
        np.concatenate(upper),
        integrality=True,
    )
    return answer(nzdd.solve(model, "direct", solver, time_limit=limit, threads=1))


def assignment_highs(size: int, limit: float) -> Answer:
    """The assignment model in HiGHS."""
    return _assignment("highs", size, limit)


def assignment_cp_sat(size: int, limit: float) -> Answer:
    """The assignment model in CP-SAT."""
    return _assignment("cp_sat", size, limit)


def listed(size: int, limit: float) -> Answer:
    """All patterns listed, an integer column for each; HiGHS."""
    width, order, store, rolls = script("cutting_stock").instance(size)
    patterns = [_patterns(width, wide, order + store) for wide, _, _ in rolls]
    kinds: Any = block_diag([csr_array(np.ones((1, len(each)))) for each in patterns])
    matrix = vstack((csr_array(np.concatenate(patterns).T), kinds), format="csr")
    model = LinearModel(
        np.concatenate([np.full(len(p), c) for p, (_, c, _) in zip(patterns, rolls, strict=True)]),
        matrix,
        np.append(order, np.zeros(len(rolls))),
        np.append(order + store, [number for _, _, number in rolls]),
        integrality=True,
    )
    return answer(nzdd.solve(model, "direct", "highs", time_limit=limit, threads=1))


def _patterns(width: NDArray[Any], room: int, most: NDArray[Any]) -> NDArray[Any]:
    """Each pattern as numbers of pieces, shape (patterns, pieces)."""
    found, left = np.zeros((1, 0), np.int64), np.array([room])
    for each, limit in zip(width, most, strict=True):
        times = np.minimum(left // each, limit) + 1
        row = np.repeat(np.arange(len(left)), times)
        number = np.arange(row.size) - np.repeat(np.cumsum(times) - times, times)
        found, left = np.c_[found[row], number], left[row] - number * each
    return found


PROBLEM = Problem(
    "Rolls of two widths that are cut into all orders at least cost",
    (6, 12, 18, 24, 32),
    ours,
    {
        "assignment, HiGHS": assignment_highs,
        "assignment, CP-SAT": assignment_cp_sat,
        "all patterns listed, HiGHS": listed,
    },
    unit="widths",
)
