"""Good routes by the guided local search of OR-Tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from ortools.constraint_solver import pywrapcp, routing_enums_pb2

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.routing.hours import Hours
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


def routes(problem: RoutingProblem, limits: Limits) -> list[Ints] | None:
    """The best routes that it finds until a limit, perhaps too few; None if none has room."""
    found = []
    for number, start in enumerate(STARTS):
        share = 1 / (len(STARTS) - number)
        routes = _search(problem, limits.part(share), start)
        if routes is not None and sum(map(len, routes)) == problem.size - 1:
            found.append(routes)
    return min(found, key=problem.length, default=None)


def improved(problem: RoutingProblem, start: list[Ints], limits: Limits) -> list[Ints] | None:
    """Better routes than some others; None if it has no time for them."""
    return _search(problem, limits, routes=start)


def whole_distances(problem: RoutingProblem) -> Ints:
    """The distances as integers, rounded where they are none."""
    far = problem.distances
    if (far % 1).any() or far.max() > LARGEST:
        far = np.rint(far * (LARGEST / far.max()))
    return far.astype(np.int64)


def enough_vehicles(problem: RoutingProblem) -> int:
    """A number of vehicles, of those that are allowed, that suffices where any does."""
    least, most = problem.vehicles
    if problem.hours is not None:
        return most
    filled = -(-int(problem.loads.sum()) // problem.capacity)
    return min(most, max(least, 2 * filled + 1))


def _keep_hours(model: Any, manager: Any, hours: Hours) -> None:
    """Vehicles are at each place in time, and wait where they are early."""
    travel = model.RegisterTransitMatrix(hours.travel.tolist())
    end = int(hours.late[0])
    model.AddDimension(travel, end, end, False, "time")
    when = model.GetDimensionOrDie("time")
    for place, ends in enumerate(zip(hours.early.tolist(), hours.late.tolist(), strict=True)):
        if place:
            when.CumulVar(manager.NodeToIndex(place)).SetRange(*ends)
    for vehicle in range(model.vehicles()):
        when.CumulVar(model.Start(vehicle)).SetMin(int(hours.early[0]))


def _search(
    problem: RoutingProblem, limits: Limits, start: int = STARTS[0], routes: Sequence[Ints] = ()
) -> list[Ints] | None:
    far, vehicles = whole_distances(problem), enough_vehicles(problem)
    manager = pywrapcp.RoutingIndexManager(problem.size, vehicles, 0)
    model = pywrapcp.RoutingModel(manager)
    length = model.RegisterTransitMatrix(far.tolist())
    model.SetArcCostEvaluatorOfAllVehicles(length)
    load = model.RegisterUnaryTransitVector(problem.loads.tolist())
    model.AddDimension(load, 0, problem.capacity, True, "load")
    if problem.hours is not None:
        _keep_hours(model, manager, problem.hours)
    never = int(far.max() + 1) * problem.size  # the cost of a customer that is left out
    for place in range(1, problem.size):
        model.AddDisjunction([manager.NodeToIndex(place)], never)
    model.AddSearchMonitor(model.solver().CustomLimit(limits.ends))
    options = pywrapcp.DefaultRoutingSearchParameters()
    options.first_solution_strategy = start
    guided = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    options.local_search_metaheuristic = guided
    options.time_limit.FromSeconds(FOREVER)
    if routes:
        model.CloseModelWithParameters(options)
        first = model.ReadAssignmentFromRoutes([route.tolist() for route in routes], True)
        found = model.SolveFromAssignmentWithParameters(first, options)
    else:
        found = model.SolveWithParameters(options)
    if found is None:
        return None
    better = []
    for vehicle in range(vehicles):
        stops, at = [], found.Value(model.NextVar(model.Start(vehicle)))
        while not model.IsEnd(at):
            stops.append(manager.IndexToNode(at))
            at = found.Value(model.NextVar(at))
        if stops:
            better.append(np.array(stops, np.int64))
    return better
