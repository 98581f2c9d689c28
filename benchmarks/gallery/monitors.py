"""Monitors: the least watched route is a shortest path with a time limit and excluded pairs."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint
from scipy.sparse import csr_array, hstack, identity, vstack

from benchmarks.gallery import branch_and_cut, rounds
from benchmarks.gallery.compare import Answer, Problem, answer, script

ROUTES = 10
"""Routes a round, each away from those before it."""
Shortest = Callable[[NDArray[Any], float], NDArray[np.float64]]
"""The indicator of a route of least weight, within some seconds."""


def ours(size: int, limit: float) -> Answer:
    problem = script("monitors")
    return answer(problem.solve(*problem.instance(size), time_limit=limit)[-1])


def by_programs(size: int, limit: float) -> Answer:
    """Row generation; a flow with side constraints in HiGHS finds the least watched routes."""
    return _solve(rounds.solve, _program, size, limit)


def by_labels(size: int, limit: float) -> Answer:
    """Row generation; labels with dominance find the least watched routes."""
    return _solve(rounds.solve, _labels, size, limit)


def in_the_tree(size: int, limit: float) -> Answer:
    """Branch and cut in SCIP; labels with dominance find the least watched routes."""
    return _solve(branch_and_cut.solve, _labels, size, limit)


def _solve(
    method: Callable[..., Answer],
    oracle_of: Callable[[Any, int, NDArray[np.int64]], Shortest],
    size: int,
    limit: float,
) -> Answer:
    graph, price, night, pairs = script("monitors").instance(size)
    shortest = oracle_of(graph, night, pairs)

    def oracle(x: NDArray[Any], left: float) -> Iterator[rounds.Row]:
        for _ in range(ROUTES):
            route = shortest(x + 1e-4, left)
            x = x + route
            yield route, 2.0

    return method(price.astype(float), oracle, limit)


def _program(graph: Any, night: int, pairs: NDArray[np.int64]) -> Shortest:
    """A column for each street and direction."""
    number = {crossing: v for v, crossing in enumerate(graph)}
    count = graph.number_of_edges()
    tail, head = np.array([(number[a], number[b]) for a, b in graph.edges]).T
    street = np.arange(count)
    shape = (len(number), count)
    one_way = csr_array(
        (np.repeat((1.0, -1.0), count), (np.concatenate((tail, head)), np.tile(street, 2))), shape
    )
    balance = np.zeros(len(number))
    balance[number[0, 0]], balance[number[max(graph)]] = 1, -1
    minutes = np.array([minutes for *_, minutes in graph.edges(data="minutes")], float)
    both: Any = identity(count, format="csr")
    held: Any = both[pairs[:, 0]] + both[pairs[:, 1]]
    used = vstack([csr_array(minutes[None, :]), held, both])
    constraints = [
        LinearConstraint(hstack([one_way, -one_way]), balance, balance),
        LinearConstraint(hstack([used, used]), ub=np.append(night, np.ones(len(pairs) + count))),
    ]

    def shortest(weight: NDArray[Any], left: float) -> NDArray[np.float64]:
        found = rounds.worst(-np.tile(weight, 2), constraints, left)
        assert found is not None  # there is a route
        return np.asarray(found.round().reshape(2, count).sum(axis=0))

    return shortest


def _labels(graph: Any, night: int, pairs: NDArray[np.int64]) -> Shortest:
    """Labels by weight: crossing, minutes, streets that are excluded so far.

    A label with neither fewer minutes nor fewer streets excluded than an earlier one is dropped.
    """
    number = {frozenset(street): j for j, street in enumerate(graph.edges)}
    excludes = [0] * len(number)
    for a, b in pairs.tolist():
        excludes[a] |= 1 << b
        excludes[b] |= 1 << a
    last = max(graph)
    rest = nx.shortest_path_length(graph, target=last, weight="minutes")
    ways = {
        here: [
            (number[frozenset((here, there))], there, street["minutes"])
            for there, street in graph.adj[here].items()
        ]
        for here in graph
    }

    def shortest(weight: NDArray[Any], _: float) -> NDArray[np.float64]:
        costs = weight.tolist()
        known: dict[Any, list[tuple[int, int]]] = {here: [] for here in graph}
        labels: list[Any] = [(0.0, 0, (0, 0), 0, None)]
        route = np.zeros(len(costs))
        while labels:
            cost, minutes, here, closed, path = heapq.heappop(labels)
            if here == last:
                while path is not None:
                    street, path = path
                    route[street] = 1
                return route
            if any(m <= minutes and c & closed == c for m, c in known[here]):
                continue
            known[here].append((minutes, closed))
            for street, there, more in ways[here]:
                if not closed >> street & 1 and minutes + more + rest[there] <= night:
                    label = (
                        cost + costs[street],
                        minutes + more,
                        there,
                        closed | excludes[street],
                        (street, path),
                    )
                    heapq.heappush(labels, label)
        raise ValueError("there is no route")

    return shortest


PROBLEM = Problem(
    "Monitors on all routes with a time limit and excluded pairs",
    (5, 6, 7, 8, 9, 10, 11),
    ours,
    {
        "rows by programs, HiGHS": by_programs,
        "rows by labels, HiGHS": by_labels,
        "cuts by labels, SCIP": in_the_tree,
    },
    unit="crossings a side",
)
