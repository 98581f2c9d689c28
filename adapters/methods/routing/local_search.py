"""Good routes by the local search of OR-Tools."""

from __future__ import annotations

import numpy as np
from ortools.constraint_solver import pywrapcp, routing_enums_pb2

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.routing.routing_problem import RoutingProblem

STARTS = (
    routing_enums_pb2.FirstSolutionStrategy.SAVINGS,
    routing_enums_pb2.FirstSolutionStrategy.PARALLEL_CHEAPEST_INSERTION,
)
"""How the first routes are made, one after the other: savings (G. Clarke and J. W. Wright,
Scheduling of vehicles from a central depot to a number of delivery points, 1964), or the cheapest
place for the next customer. Each is the better one on some problems."""

LARGEST = 10**6
"""The longest distance, as an integer, where distances are no integers."""

FOREVER = 10**6
"""Seconds that are no limit: OR-Tools warns without one."""


def good_routes(problem: RoutingProblem, limits: Limits) -> list[Ints] | None:
    """The best routes that guided local search finds until a limit; None if there are none."""
    found = []
    for number, start in enumerate(STARTS):
        routes = _search(problem, start, limits.part(1 / (len(STARTS) - number)))
        if routes is not None and problem.is_solved_by(routes):
            found.append(routes)
    return min(found, key=problem.length, default=None)


def _search(problem: RoutingProblem, start: int, limits: Limits) -> list[Ints] | None:
    far = problem.distances
    if (far % 1).any() or far.max() > LARGEST:
        far = np.rint(far * (LARGEST / far.max()))
    least, most = problem.vehicles
    filled = -(-int(problem.loads.sum()) // problem.capacity)
    vehicles = min(most, max(least, 2 * filled + 1))  # which some packing always keeps to
    manager = pywrapcp.RoutingIndexManager(problem.size, vehicles, 0)
    model = pywrapcp.RoutingModel(manager)
    length = model.RegisterTransitMatrix(far.astype(np.int64).tolist())
    model.SetArcCostEvaluatorOfAllVehicles(length)
    load = model.RegisterUnaryTransitVector(problem.loads.tolist())
    model.AddDimension(load, 0, problem.capacity, True, "load")
    never = int(far.max() + 1) * problem.size  # the cost of a customer that is left out
    for place in range(1, problem.size):
        model.AddDisjunction([manager.NodeToIndex(place)], never)
    model.AddSearchMonitor(model.solver().CustomLimit(limits.ends))
    options = pywrapcp.DefaultRoutingSearchParameters()
    options.first_solution_strategy = start
    guided = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    options.local_search_metaheuristic = guided
    options.time_limit.FromSeconds(FOREVER)
    found = model.SolveWithParameters(options)
    if found is None:
        return None
    routes = []
    for vehicle in range(vehicles):
        stops, at = [], found.Value(model.NextVar(model.Start(vehicle)))
        while not model.IsEnd(at):
            stops.append(manager.IndexToNode(at))
            at = found.Value(model.NextVar(at))
        if stops:
            routes.append(np.array(stops, np.int64))
    return routes
