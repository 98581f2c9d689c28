"""Vehicle routes of least length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from nzdd.adapters.methods.routing.route_search import RouteSearch
from nzdd.adapters.solvers.options import Options, settings
from nzdd.adapters.workers.interruption import Interruption, interruption
from nzdd.families.search import checked_limit
from nzdd.formulations.iteration.limits import Limits, Stopped, in_words
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.row_table import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

MOST_TRANSITIONS, MOST_TIMED = 5_000_000, 75_000_000
"""Of the dynamic program, the edges of its graph: models of more take many seconds to make. With
hours most edges of states lead nowhere, or to states that are like others."""


def vehicle_routes(
    distances: ArrayLike,
    loads: ArrayLike,
    capacity: int,
    vehicles: int | tuple[int, int] | None = None,
    *,
    windows: ArrayLike | None = None,
    times: ArrayLike | None = None,
    service: ArrayLike | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Find routes from a depot that visit each customer once, of least length together.

    No vehicle holds more than its capacity, and each is there in time if there are `windows`.

    Local search finds good routes: that of PyVRP, or of OR-Tools without the extra ``routes``. A
    relaxation bounds them: routes that may visit a customer again, but not soon, are walks through
    the states of a dynamic program, and rounded capacity cuts are added until none is found. Branch
    and price closes the gap; see `nzdd.solve`.

    Parameters
    ----------
    distances : array of float, shape (n + 1, n + 1)
        From each place to each other one, at least 0; the first place is the depot.
    loads : array of int, shape (n + 1,)
        What each customer takes of the capacity, and 0 for the depot.
    capacity : int
        Of each vehicle.
    vehicles : int or pair of int, optional
        How many routes there are, or the least and the greatest number of them. By default any.
    windows : array of int, shape (n + 1, 2), optional
        The earliest and the latest start of service at each place; vehicles wait where they are
        early. At the depot: when they leave, and when they must be back.
    times : array of int, shape (n + 1, n + 1), optional
        From each place to each other one, in the unit of `windows`. By default the distances.
    service : int or array of int, shape (n + 1,), optional
        How long each customer takes, 0 by default.
    max_states : int, optional
        Of the dynamic program, by default `MOST_TRANSITIONS`, with windows `MOST_TIMED`, over the
        number of places. Where there are more, as with large capacities and many different loads,
        or with wide windows, the bound is that of loads and hours in coarser units, rounded down
        (``report.rounded``).
    progress : callable, optional
        See `nzdd.families.walks`.
    **options
        See `nzdd.adapters.solvers.options.Options`; a `hint` has no use here. Without a
        time limit the proof may take very long from some 50 customers on.

    Returns
    -------
    Result
        ``report`` is a `RouteReport`, and ``report.routes`` has the customers of each route in
        their order. ``fun`` is the length of all legs. ``x``, shape ((n + 1)^2,), tells how often
        each leg but those home is taken, and ``chosen[0]`` has the legs of each route: leg
        ``(n + 1) * here + there``.

    Raises
    ------
    ValueError
        If an array has the wrong shape or values, a customer does not fit into a vehicle, or an
        option is wrong.

    Notes
    -----
    A time limit or Ctrl-C leaves the best routes and the bound so far. Bounds are in exact
    arithmetic, and rounded up where all distances are integers, or have one or two decimals.

    Examples
    --------
    Four customers around a depot, vehicles with room for two of them each:

    >>> import numpy as np, nzdd
    >>> place = np.array([[0, 0], [0, 3], [1, 3], [0, -3], [1, -3]])
    >>> far = np.abs(place[:, None] - place).sum(axis=2)
    >>> result = nzdd.vehicle_routes(far, [0, 1, 1, 1, 1], 2, time_limit=60)
    >>> result.fun, result.dual_bound
    (16.0, 16.0)
    >>> sorted(sorted(route.tolist()) for route in result.report.routes)
    [[1, 2], [3, 4]]

    Customers 2 and 3 must be served by 4, the others not before 5:

    >>> hours = [(0, 30), (5, 30), (0, 4), (0, 4), (5, 30)]
    >>> result = nzdd.vehicle_routes(far, [0, 1, 1, 1, 1], 2, windows=hours, time_limit=60)
    >>> [route.tolist() for route in result.report.routes]
    [[2, 1], [3, 4]]
    """
    gap = settings(LinearModel([]), options).gap  # what is wrong is said before any work
    problem = RoutingProblem.of(
        distances, loads, capacity, vehicles, windows=windows, times=times, service=service
    )
    transitions = MOST_TRANSITIONS if problem.hours is None else MOST_TIMED
    most = checked_limit(max_states) or transitions // problem.size
    stop = Interruption(options.get("interrupt"))
    limits = Limits(options.get("time_limit"), stop.is_set)
    search = RouteSearch(problem, most, gap, limits, progress, {**options, "interrupt": stop})
    try:
        with interruption(stop.set):
            ended = search.run()
    except Stopped as stopped:
        limit = stopped.args[0]
        ended = Result(Status.FEASIBLE, in_words(limit), limit=limit)
    return search.result(ended)
