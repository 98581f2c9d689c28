"""Race day: courses of exact lengths that share the streets to close."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import block_diag, csr_array, eye_array, hstack, vstack

import nzdd
from benchmarks.gallery.compare import Answer, Problem, answer, script
from benchmarks.gallery.round_trips import RoundTrip
from nzdd.formulations import LinearModel


def ours(size: int, limit: float) -> Answer:
    day = script("race_day")
    return answer(day.solve(*day.instance(size), time_limit=limit)[-1])


def _compact(solver: str, size: int, limit: float) -> Answer:
    """A flow of one commodity keeps each course connected (Gavish and Graves 1978)."""
    day = script("race_day")
    _, ends, length, climb, cost, market, races = day.instance(size)
    trips = []
    for goal in races:
        trip = RoundTrip(ends, market)
        trip.add(length, goal - 4, goal + 4)
        trip.add(climb, upper=goal // 4)
        trips.append(trip)
    m, single = len(ends), trips[0].num_columns
    uses = hstack((-eye_array(m), csr_array((m, single - m))))
    closed = vstack([eye_array(m)] * len(trips))
    rows = block_diag([trip.matrix for trip in trips])
    link = hstack((block_diag([uses] * len(trips)), closed))
    matrix = vstack((hstack((rows, csr_array((rows.shape[0], m)))), link), format="csr")
    free = np.zeros(len(trips) * m)
    model = LinearModel(
        np.concatenate((np.zeros(len(trips) * single), cost)),
        matrix,
        np.concatenate([*(trip.row_lower for trip in trips), free]),
        np.concatenate([*(trip.row_upper for trip in trips), free + np.inf]),
        np.concatenate([*(trip.lower for trip in trips), np.zeros(m)]),
        np.concatenate([*(trip.upper for trip in trips), np.ones(m)]),
        np.concatenate([*(trip.integrality for trip in trips), np.zeros(m, np.bool_)]),
    )
    return answer(nzdd.solve(model, "direct", solver, time_limit=limit, threads=1))


def compact_highs(size: int, limit: float) -> Answer:
    """The compact program in HiGHS."""
    return _compact("highs", size, limit)


def compact_scip(size: int, limit: float) -> Answer:
    """The compact program in SCIP."""
    return _compact("scip", size, limit)


def listed(size: int, limit: float) -> Answer:
    """All courses listed by a depth-first search, a binary column for each; HiGHS."""
    started = time.perf_counter()
    day = script("race_day")
    _, ends, length, climb, cost, market, races = day.instance(size)
    courses: list[list[list[int]]] = [[] for _ in races]
    near: list[list[tuple[int, int]]] = [[] for _ in range(int(ends.max()) + 1)]
    for j, (a, b) in enumerate(ends.tolist()):
        near[a].append((b, j))
        near[b].append((a, j))
    lengths, climbs = length.tolist(), climb.tolist()
    most = max(races) + 4

    def search(at: int, run: int, up: int, on: set[int], used: list[int]) -> None:
        if time.perf_counter() - started > limit:
            raise TimeoutError
        for corner, j in near[at]:
            far = run + lengths[j]
            if far > most:
                continue
            if corner == market and len(used) > 1 and used[0] < j:  # in one direction only
                for courses_of, goal in zip(courses, races, strict=True):
                    if abs(far - goal) <= 4 and up + climbs[j] <= goal // 4:
                        courses_of.append([*used, j])
            elif corner not in on:
                search(corner, far, up + climbs[j], on | {corner}, [*used, j])

    try:
        search(int(market), 0, 0, {int(market)}, [])
    except TimeoutError:
        return "time", None, None
    return _one_of_each(courses, cost, limit - (time.perf_counter() - started))


def _one_of_each(courses: list[list[list[int]]], cost: NDArray[Any], limit: float) -> Answer:
    """One course of each list, such that the union of their streets is cheapest."""
    m, number = cost.size, sum(map(len, courses))
    race = np.repeat(np.arange(len(courses)), list(map(len, courses)))
    chosen = [course for each in courses for course in each]
    column = np.repeat(np.arange(number), list(map(len, chosen)))
    place = race[column] * m + np.concatenate(chosen)
    uses = csr_array((-np.ones(column.size), (place, column)), shape=(len(courses) * m, number))
    one = csr_array((np.ones(number), (race, np.arange(number))), shape=(len(courses), number))
    closed = vstack([eye_array(m)] * len(courses))
    matrix = vstack(
        (hstack((one, csr_array((len(courses), m)))), hstack((uses, closed))), format="csc"
    )
    side = np.concatenate((np.ones(len(courses)), np.zeros(len(courses) * m)))
    high = np.where(side, 1, np.inf)
    best = milp(
        np.concatenate((np.zeros(number), cost)),
        constraints=LinearConstraint(matrix, side, high),
        bounds=Bounds(0, 1),
        integrality=np.concatenate((np.ones(number), np.zeros(m))),
        options={"time_limit": max(limit, 0.01), "mip_rel_gap": 0.0},
    )
    status = "optimal" if best.status == 0 else "time"
    return status, None if best.x is None else float(best.fun), best.mip_dual_bound


PROBLEM = Problem(
    "Three courses of exact lengths that close the cheapest streets",
    (5, 6),
    ours,
    {
        "flow program, HiGHS": compact_highs,
        "flow program, SCIP": compact_scip,
        "all courses listed, HiGHS": listed,
    },
    unit="streets a side",
)
