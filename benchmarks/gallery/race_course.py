"""Race course: the cheapest rounds within many limits; the value is the cost of the last."""

from __future__ import annotations

import time
from collections.abc import Callable

import networkx as nx
import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

import nzdd
from benchmarks.gallery.compare import Answer, Problem, script
from benchmarks.gallery.round_trips import RoundTrip
from nzdd.formulations import LinearModel

Best = Callable[[RoundTrip, np.ndarray, float], np.ndarray | None]
"""The streets of the cheapest course, or None if the limit is reached."""
COURSES = 20


def ours(size: int, limit: float) -> Answer:
    race = script("race_course")
    _, cheapest = race.solve(*race.instance(size), COURSES)
    last = float(cheapest.lengths[-1])
    return "optimal", last, last


def _one_by_one(best: Best, size: int, limit: float, *, flow: bool) -> Answer:
    """The cheapest course, and again, each time with a row that forbids the one found."""
    _, ends, cost, market, limits = script("race_course").instance(size)
    trip = RoundTrip(ends, market, flow=flow)
    for row, low, high in limits:
        trip.add(row, -np.inf if low is None else low, np.inf if high is None else high)
    costs = np.zeros(trip.num_columns)
    costs[: len(ends)] = cost
    started = time.perf_counter()
    for _ in range(COURSES):
        left = limit - (time.perf_counter() - started)
        taken = best(trip, costs, left) if left > 0 else None
        if taken is None:
            return "time", None, None
        trip.add(taken, upper=taken.sum() - 1)  # no round contains another one
        last = float(cost @ taken)
    return "optimal", last, last


def _rounds(trip: RoundTrip, costs: np.ndarray, limit: float) -> np.ndarray | None:
    started = time.perf_counter()
    streets, corners = trip.num_streets, trip.num_corners
    while (left := limit - (time.perf_counter() - started)) > 0:
        found = milp(
            costs,
            constraints=LinearConstraint(trip.matrix.tocsc(), trip.row_lower, trip.row_upper),
            bounds=Bounds(trip.lower, trip.upper),
            integrality=trip.integrality.astype(np.int64),
            options={"time_limit": left, "mip_rel_gap": 0.0},
        )
        if found.status != 0:
            return None
        taken = found.x[:streets].round()
        apart = nx.Graph(trip.ends[taken > 0.5].tolist())
        others = [part for part in nx.connected_components(apart) if trip.start not in part]
        if not others:
            return taken
        for part in others:
            inside = np.isin(trip.ends, list(part))
            leaves = np.zeros(streets + corners)
            leaves[:streets] = inside[:, 0] != inside[:, 1]
            for corner in part:
                leaves[streets + corner] = -2
                trip.add(leaves, 0.0)
                leaves[streets + corner] = 0
    return None


def _whole(trip: RoundTrip, costs: np.ndarray, limit: float) -> np.ndarray | None:
    model = LinearModel(
        costs,
        trip.matrix,
        trip.row_lower,
        trip.row_upper,
        trip.lower,
        trip.upper,
        trip.integrality,
    )
    result = nzdd.solve(model, "direct", "scip", time_limit=limit, threads=1)
    return result.x[: trip.num_streets].round() if result.success and result.x is not None else None


def rows_in_rounds(size: int, limit: float) -> Answer:
    """HiGHS, with rows for the subtours that are met."""
    return _one_by_one(_rounds, size, limit, flow=False)


def flow_program(size: int, limit: float) -> Answer:
    """SCIP, with a flow that keeps the course connected."""
    return _one_by_one(_whole, size, limit, flow=True)


PROBLEM = Problem(
    "The twenty cheapest courses within many limits",
    (6, 7, 8, 9),
    ours,
    {"subtour rows, HiGHS": rows_in_rounds, "flow program, SCIP": flow_program},
    unit="corners a side",
    all_sizes=True,
)
