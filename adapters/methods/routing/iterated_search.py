"""Good routes by the iterated local search of PyVRP."""

from __future__ import annotations

import warnings
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

from nzdd.adapters.methods.routing.guided_search import enough_vehicles, whole_distances
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.routing.routing_problem import RoutingProblem

VERSION = "0.14"
"""Others have other interfaces."""

MOST_PENALTY = 10**5
"""For each unit of load too much, at least; PyVRP's default."""


def is_there() -> bool:
    """Whether PyVRP can be imported, in a version whose interface is known."""
    with suppress(ImportError):
        return version("pyvrp").startswith(f"{VERSION}.") and bool(import_module("pyvrp"))
    return False


def routes(problem: RoutingProblem, limits: Limits, seed: int = 0) -> list[Ints] | None:
    """The best routes that it finds until a limit, perhaps too few; None if none is feasible.

    N. A. Wouda, L. Lan and W. Kool, PyVRP: A high-performance VRP solver package, 2024.
    """
    vrp: Any = import_module("pyvrp")
    far, hours = whole_distances(problem), problem.hours
    windows: list[dict[str, int]] = [{}] * problem.size
    if hours is not None:
        ends = zip(hours.early.tolist(), hours.late.tolist(), strict=True)
        windows = [{"tw_early": early, "tw_late": late} for early, late in ends]
    data = vrp.ProblemData(
        locations=[vrp.Location(0, 0)] * problem.size,  # distances are given
        clients=[
            vrp.Client(place, [problem.loads[place]], **windows[place])
            for place in range(1, problem.size)
        ],
        depots=[vrp.Depot(0, **windows[0])],
        vehicle_types=[vrp.VehicleType(enough_vehicles(problem), [problem.capacity])],
        distance_matrices=[far],
        duration_matrices=[np.zeros_like(far) if hours is None else hours.travel],
    )
    # Where a packing is hard to find, or there is none, penalties of loads rise up to this.
    penalty = vrp.PenaltyParams(max_penalty=float(max(MOST_PENALTY, 10 * far.max())))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", vrp.exceptions.PenaltyBoundWarning)
        params = vrp.SolveParams(penalty=penalty)
        found = vrp.solve(data, _Until(limits), seed, False, False, params).best
    if not found.is_feasible():
        return None
    stops = ([stop.idx + 1 for stop in route if stop.is_client()] for route in found.routes())
    return [np.array(each, np.int64) for each in stops]


class _Until:
    """Stops PyVRP, which calls it after each step with the cost of its best routes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def __call__(self, best_cost: float) -> bool:
        return self._limits.ends()
