"""Routes for as few vehicles as a packing of the loads needs, in no order."""

from __future__ import annotations

from contextlib import suppress
from threading import Event

import numpy as np

from nzdd.adapters.methods.choose_many.problems import cover
from nzdd.families import patterns
from nzdd.formulations.choose_many.surplus import without_surplus
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.routing.routing_problem import RoutingProblem

MOST_STATES = 10**5
"""Of the graph of all loads of a vehicle; with more, building it takes longer than local search."""


def packed_routes(
    problem: RoutingProblem, limits: Limits, interrupt: Event | None = None
) -> list[Ints] | None:
    """Customers whose loads fit into a vehicle; None if there are too many vehicles at a limit."""
    heavy = np.flatnonzero(problem.loads)
    sizes, kind, number = np.unique(problem.loads[heavy], return_inverse=True, return_counts=True)
    chosen = None
    with suppress(MemoryError):
        family = patterns(sizes, problem.capacity, number, max_states=MOST_STATES)
        chosen = cover(family, number, time_limit=limits.left, interrupt=interrupt).chosen
    if not chosen:
        return None
    members, times = without_surplus(chosen[0].members, chosen[0].number, number)
    bins = np.repeat(members.toarray().astype(np.int64), times, axis=0)
    # Customers of one size go into the bins that have it, in turn.
    size_by_size = bins.T.ravel()
    bin_of = np.repeat(np.tile(np.arange(len(bins)), sizes.size), size_by_size)
    customers = heavy[np.argsort(kind, kind="stable")]
    routes = [customers[bin_of == each] for each in range(len(bins))]
    light = np.setdiff1d(np.arange(1, problem.size), heavy)
    if routes:
        routes[0] = np.append(routes[0], light)
    return routes if 0 < len(routes) <= problem.vehicles[1] else None
