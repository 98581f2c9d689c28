"""Good routes by local search: that of PyVRP where it is installed, else that of OR-Tools."""

from __future__ import annotations

from threading import Event

import numpy as np

from nzdd.adapters.methods.routing import guided_search, iterated_search
from nzdd.adapters.methods.routing.packed_routes import packed_routes
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.routing.routing_problem import RoutingProblem

IN_TIME = 0.7
"""The share of the time after which a search has failed."""


def good_routes(
    problem: RoutingProblem, limits: Limits, interrupt: Event | None = None
) -> list[Ints] | None:
    """The best routes that local search finds until a limit; None if there are none.

    The guided search misses those where vehicles are nearly full. It starts from a packing then.
    """
    if limits.ends():
        return None
    found = None
    if iterated_search.is_there():
        found = _allowed(problem, iterated_search.routes(problem, limits.part(IN_TIME)))
    if found is None:
        found = _allowed(problem, guided_search.routes(problem, limits.part(IN_TIME)))
    if found is None and problem.hours is None and not limits.ends():
        packed = packed_routes(problem, limits.part(0.5), interrupt)
        if packed is not None:
            better = guided_search.improved(problem, packed, limits)
            found = _allowed(problem, better or packed)
    return found


def _allowed(problem: RoutingProblem, routes: list[Ints] | None) -> list[Ints] | None:
    """The routes, or None if they do not solve the problem; too few of them are cut in two."""
    if routes is None:
        return None
    while 0 < len(routes) < min(problem.vehicles[0], sum(map(len, routes))):
        routes = _with_one_more(problem, routes)
    return routes if problem.is_solved_by(routes) else None


def _with_one_more(problem: RoutingProblem, routes: list[Ints]) -> list[Ints]:
    """The routes, one of them cut in two where the detour home is the shortest."""
    far = problem.distances
    detours = [far[each[:-1], 0] + far[0, each[1:]] - far[each[:-1], each[1:]] for each in routes]
    best = min(
        (each.min(initial=np.inf), number, int(each.argmin()) if each.size else 0)
        for number, each in enumerate(detours)
    )
    _, number, at = best
    cut = np.split(routes[number], [at + 1])
    return [*routes[:number], *cut, *routes[number + 1 :]]
