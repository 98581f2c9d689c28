"""Reliable supply: a mixed-integer program finds the likeliest break of few trenches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint
from scipy.sparse import csr_array, hstack, vstack

from benchmarks.gallery import branch_and_cut, rounds
from benchmarks.gallery.compare import Answer, Problem, answer, script


def ours(size: int, limit: float) -> Answer:
    supply = script("reliable_supply")
    return answer(supply.solve(*supply.instance(size), time_limit=limit)[-1])


def _generated(solve: Callable[..., Answer], size: int, limit: float) -> Answer:
    """Row generation; HiGHS finds a side of the plant whose trenches break likeliest."""
    supply = script("reliable_supply")
    ends, trench, cost, digits = supply.instance(size)
    links, number, vertices = len(ends), cost.size, int(ends.max()) + 1
    link = np.arange(links)
    across = csr_array(
        (np.repeat((1.0, -1.0), links), (np.tile(link, 2), ends.T.ravel())),
        shape=(links, vertices),
    )
    holds = csr_array((np.ones(links), (link, trench)), shape=(links, number))
    few = hstack((csr_array(np.ones((1, number))), csr_array((1, vertices))))
    matrix = vstack((hstack((holds, across)), hstack((holds, -across)), few), format="csc")
    side = LinearConstraint(
        matrix,
        np.append(np.zeros(2 * links), -np.inf),
        np.append(np.full(2 * links, np.inf), supply.MOST),
    )
    lower, upper = np.zeros(number + vertices), np.ones(number + vertices)
    upper[number], lower[-1] = 0, 1  # the plant's side is 0, that of the town 1
    levels = digits.shape[1]

    def oracle(x: NDArray[Any], left: float) -> Iterator[rounds.Row]:
        holds_out = (digits * x.reshape(number, levels)).sum(axis=1)
        found = rounds.worst(
            np.append(-holds_out, np.zeros(vertices)), side, left, bounds=Bounds(lower, upper)
        )
        if found is not None:
            broken = found[:number].round()
            yield (broken[:, None] * digits).ravel(), float(supply.DIGITS)

    one = np.kron(np.eye(number), np.ones(levels))
    return solve(
        np.outer(cost, np.arange(levels)).ravel(),
        oracle,
        limit,
        rows=[pair for row in one for pair in ((row, 1.0), (-row, -1.0))],
    )


def in_rounds(size: int, limit: float) -> Answer:
    """The master program in HiGHS, solved anew in each round."""
    return _generated(rounds.solve, size, limit)


def in_one_tree(size: int, limit: float) -> Answer:
    """The rows in the search tree of SCIP, at fractional points as well."""
    return _generated(branch_and_cut.solve, size, limit)


def all_listed(size: int, limit: float) -> Answer:
    """Every set of trenches that cuts the town off, found one by one; HiGHS."""
    started = time.perf_counter()
    supply = script("reliable_supply")
    ends, trench, cost, digits = supply.instance(size)
    number, levels = digits.shape
    breaks = _minimal_breaks(ends, trench, supply.MOST, started + limit)
    if breaks is None:
        return "time", None, None
    rows = [((broken[:, None] * digits).ravel(), float(supply.DIGITS)) for broken in breaks]
    one = np.kron(np.eye(number), np.ones(levels))
    rows += [pair for row in one for pair in ((row, 1.0), (-row, -1.0))]
    left = limit - (time.perf_counter() - started)
    costs = np.outer(cost, np.arange(levels)).ravel()
    return rounds.solve(costs, lambda *_: (), left, rows=rows)


def _minimal_breaks(
    ends: NDArray[Any], trench: NDArray[Any], most: int, end: float
) -> list[NDArray[Any]] | None:
    """Branch on the trenches of a path that is left, each excluded after its own branch."""
    near: list[list[tuple[int, int]]] = [[] for _ in range(int(ends.max()) + 1)]
    for (a, b), own in zip(ends.tolist(), trench.tolist(), strict=True):
        near[a].append((b, own))
        near[b].append((a, own))
    town, number = len(near) - 1, int(trench.max()) + 1
    found: list[NDArray[Any]] = []

    def path(broken: set[int]) -> list[int] | None:
        before: dict[int, tuple[int, int]] = {0: (0, -1)}
        waiting = [0]
        for at in waiting:
            for to, own in near[at]:
                if own not in broken and to not in before:
                    before[to] = at, own
                    waiting.append(to)
        if town not in before:
            return None
        at, used = town, []
        while at:
            at, own = before[at]
            used.append(own)
        return used

    def branch(broken: set[int], kept: set[int]) -> bool:
        if time.perf_counter() > end:
            return False
        used = path(broken)
        if used is None:
            found.append(np.isin(np.arange(number), list(broken)).astype(float))
            return True
        if len(broken) == most:
            return True
        kept = set(kept)
        for own in dict.fromkeys(used):
            if own not in kept:
                if not branch(broken | {own}, kept):
                    return False
                kept.add(own)
        return True

    return found if branch(set(), set()) else None


PROBLEM = Problem(
    "The cheapest strengths of trenches for every break of few of them",
    (6, 12, 24, 40),
    ours,
    {
        "rows by a MIP, HiGHS": in_rounds,
        "rows by a MIP, SCIP": in_one_tree,
        "all breaks listed, HiGHS": all_listed,
    },
    unit="stations a row",
)
