"""Vehicle routes of least length: local search from above, routes over a diagram from below."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from nzdd.adapters.methods.dispatch import solve
from nzdd.adapters.methods.routing.local_search import good_routes
from nzdd.adapters.solvers.options import Options, settings
from nzdd.adapters.workers.interruption import Interruption, interruption
from nzdd.families.search import checked_limit
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.family_models.many_choice import ChosenMembers
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped, in_words
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.routing.capacity_cuts import CapacityCuts
from nzdd.formulations.routing.ng_routes import ng_routes, widest_routes
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.row_table import Progress
from nzdd.path_graph import PathGraph

if TYPE_CHECKING:
    from typing_extensions import Unpack

MOST_TRANSITIONS = 20_000_000
"""Of the dynamic program: each takes some hundred bytes while it is built."""

PAIRS_A_SECOND, SEARCH_SHARE = 400, 0.25
"""Pairs of places, by which local search goes on longer, and its share of a time limit at most."""

CUT_SHARE = 0.5
"""The share of what is left of a time limit after which no more cuts are looked for."""

HINTED = 0.01
"""Routes that are longer than the bound by a larger share hold up the last search: it would ask for
better ones step by step, and not for routes as short as the bound."""

CLOSE = 1e-6
"""By so much, relative to it, a bound may be larger than an integer and not be rounded up."""


@dataclass(frozen=True, slots=True)
class RouteReport:
    """How routes were found.

    Attributes
    ----------
    routes : tuple of ndarray of int64
        The customers of each route in their order.
    searched : float or None
        The length that local search has found.
    near : int
        How many customers a route remembers, itself included; 0 without a graph of routes.
    nodes, edges : int
        Of that graph.
    cuts : int
        Rounded capacity cuts.
    relaxation : float or None
        The value of the last relaxation.
    """

    routes: tuple[Ints, ...] = ()
    searched: float | None = None
    near: int = 0
    nodes: int = 0
    edges: int = 0
    cuts: int = 0
    relaxation: float | None = None


def vehicle_routes(
    distances: ArrayLike,
    loads: ArrayLike,
    capacity: int,
    vehicles: int | tuple[int, int] | None = None,
    *,
    max_states: int | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Find routes from a depot that visit each customer once, of least length together.

    Local search of OR-Tools finds good routes. A relaxation bounds them: routes that may visit a
    customer again, but not soon, are walks through the states of a dynamic program, and rounded
    capacity cuts are added until none is found. Branch and price closes the gap; see `nzdd.solve`.

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
    max_states : int, optional
        Of the dynamic program, by default `MOST_TRANSITIONS` over the number of places. Where there
        are more, as with large capacities and many different loads, there is no bound.
    progress : callable, optional
        See `nzdd.families.walks`.
    **options
        See `nzdd.adapters.solvers.options.Options`. Without a time limit the proof may take very
        long from some 50 customers on.

    Returns
    -------
    Result
        ``report.routes`` has the customers of each route in their order, ``fun`` the length of all
        legs. ``x``, shape ((n + 1)^2,), tells how often each leg but those home is taken, and
        ``chosen[0]`` the legs of each route: leg ``(n + 1) * here + there``.

    Raises
    ------
    ValueError
        If an array has the wrong shape or values, a customer does not fit into a vehicle, or an
        option is wrong.

    Notes
    -----
    A time limit or Ctrl-C leaves the best routes and the bound so far. Bounds are in exact
    arithmetic, and rounded up where all distances are integers.

    Examples
    --------
    Four customers around a depot, vehicles with room for two of them each:

    >>> import numpy as np, nzdd
    >>> place = np.array([[0, 0], [0, 3], [1, 3], [0, -3], [1, -3]])
    >>> far = np.abs(place[:, None] - place).sum(axis=2)
    >>> result = nzdd.vehicle_routes(far, [0, 1, 1, 1, 1], 2, time_limit=5)
    >>> result.fun, result.dual_bound
    (16.0, 16.0)
    >>> sorted(sorted(route.tolist()) for route in result.report.routes)
    [[1, 2], [3, 4]]
    """
    gap = settings(LinearModel([]), options).gap  # what is wrong is said before any work
    problem = RoutingProblem.of(distances, loads, capacity, vehicles)
    most = checked_limit(max_states) or MOST_TRANSITIONS // problem.size
    stop = Interruption(options.get("interrupt"))
    limits = Limits(options.get("time_limit"), stop.is_set)
    search = _Search(problem, most, gap, limits, progress, {**options, "interrupt": stop})
    try:
        with interruption(stop.set):
            ended = search.run()
    except Stopped as stopped:
        limit = stopped.args[0]
        ended = Result(Status.FEASIBLE, in_words(limit), limit=limit)
    return search.result(ended)


class _Search:
    """What is known of the routes of one problem."""

    def __init__(
        self,
        problem: RoutingProblem,
        max_states: int,
        gap: float,
        limits: Limits,
        progress: Progress | None,
        options: Options,
    ) -> None:
        self.problem, self._gap, self.limits = problem, gap, limits
        self._max_states, self._progress, self._options = max_states, progress, options
        self._whole = not (problem.distances % 1).any()
        self.routes: list[Ints] | None = None
        self.bound = 0.0
        self.report = RouteReport()

    @property
    def length(self) -> float:
        """Of the best routes."""
        return np.inf if self.routes is None else self.problem.length(self.routes)

    @property
    def done(self) -> bool:
        """Whether the bound proves the routes best, up to the gap."""
        return self.length - self.bound <= self._gap * max(1.0, self.bound)

    def run(self) -> Result:
        """Improve routes and bound until they meet, or a limit ends it."""
        seconds, left = self.problem.size**2 / PAIRS_A_SECOND, self.limits.left
        if left is not None:
            seconds = min(seconds, SEARCH_SHARE * left)
        self.routes = good_routes(self.problem, Limits(seconds, self.limits.stops))
        if self.routes is not None:
            self.report = replace(self.report, searched=self.length)
        self.limits.check()
        try:
            families = self._families()
        except MemoryError as error:
            if "max_states" not in str(error):
                raise
            text = f"the routes have more than {self._max_states:,} states, so there is no bound"
            return Result(Status.FEASIBLE, text)
        cuts, until = CapacityCuts.none(self.problem), self.limits.part(CUT_SHARE)
        for family in families:
            cuts, result = self._cut(family, cuts, until)
            if self.done or result.status is Status.INFEASIBLE or result.limit == INTERRUPTED:
                return result
        model, _ = self._program(families[-1], cuts, integrality=True)
        hint = None
        if self.routes is not None and self.length <= (1 + HINTED) * self.bound:
            hint = model.hint_of(self._legs_of(self.routes))
        result = self._solved(model, hint)
        if result.chosen:
            found = self._followed(result.chosen[0].members)
            if self.problem.length(found) < self.length:
                self.routes = found
        return result

    def _families(self) -> list[PathGraph]:
        """Few routes, for which cuts are found soon, and those that remember the most."""
        first = ng_routes(self.problem, 1, self._max_states, self._show)
        near, last = widest_routes(self.problem, self._show) or (1, first)
        self.report = replace(self.report, near=near, nodes=last.num_nodes, edges=last.num_edges)
        return [first, last][near == 1 :]

    def _show(self, stage: str, share: float) -> None:
        self.limits.check()
        if self._progress is not None:
            self._progress(stage, share)

    def _cut(
        self, family: PathGraph, cuts: CapacityCuts, until: Limits
    ) -> tuple[CapacityCuts, Result]:
        """Rounds of the relaxation until no more cuts are found; the last result."""
        while True:
            model, legs = self._program(family, cuts, integrality=False)
            result = self._solved(model)
            if not result.success or result.x is None:
                return cuts, result
            self.report = replace(self.report, relaxation=result.fun, cuts=len(cuts.sets))
            places = self.problem.size, self.problem.size
            more = cuts.more(result.x[legs].reshape(places), self.problem)
            if more is cuts or self.done or until.ends():
                return cuts, result
            cuts = more

    def _program(
        self, family: PathGraph, cuts: CapacityCuts, *, integrality: bool
    ) -> tuple[FamilyModel, Ints]:
        """Routes of least length, and the columns of their legs."""
        model, size = FamilyModel(), self.problem.size
        total = self.problem.vehicles
        legs = model.choose_many(family, total=total, integrality=integrality).symbols
        there = np.arange(size**2) % size
        model.add_rows(csr_array(there == np.arange(1, size)[:, None], dtype=float), legs, 1, 1)
        if len(cuts.sets):
            model.add_rows(cuts.rows(), legs, lower=cuts.vehicles)
        return model, legs

    def _solved(self, model: FamilyModel, hint: Floats | None = None) -> Result:
        options = self._options | {"time_limit": self.limits.left, "hint": hint}
        result = solve(model, **options)
        if (bound := result.dual_bound) is not None:
            rounded = float(np.ceil(bound - CLOSE * max(1.0, abs(bound))))
            self.bound = max(self.bound, rounded if self._whole else bound)
        return result

    def _legs_of(self, routes: list[Ints]) -> csr_array:
        """A row of legs for each route."""
        legs = [np.sort(self.problem.legs(route)) for route in routes]
        starts, symbols = np.cumsum([0, *map(len, legs)]), np.concatenate(legs)
        shape = len(routes), self.problem.size**2
        return csr_array((np.ones(symbols.size), symbols, starts), shape=shape)

    def _followed(self, members: csr_array) -> list[Ints]:
        """The customers in their order of routes that are given by their legs."""
        here, there = np.divmod(members.indices, self.problem.size)
        after = np.zeros(self.problem.size, np.int64)  # each customer is on one route
        after[here[here > 0]] = there[here > 0]
        routes = []
        for stop in there[here == 0].tolist():
            stops = [stop]
            while after[stops[-1]]:
                stops.append(int(after[stops[-1]]))
            routes.append(np.array(stops))
        return routes

    def result(self, ended: Result) -> Result:
        """The best routes with the bound, checked."""
        seconds = {"solve": self.limits.seconds}
        ended = replace(ended, method="lazy", seconds=seconds, report=self.report, duals=None)
        bound = self.bound if self.bound > 0 or self.done else None
        if ended.status is Status.INFEASIBLE:
            message = "the vehicles have no room for all customers"
            return replace(ended, message=message, x=None, fun=None)
        if self.routes is None:
            none = Status.NO_SOLUTION_FOUND
            return replace(ended, status=none, dual_bound=bound, x=None, fun=None)
        assert self.problem.is_solved_by(self.routes)
        legs = self._legs_of(self.routes)
        lengths = np.array([self.problem.length([route]) for route in self.routes])
        return replace(
            ended,
            status=Status.OPTIMAL if self.done else Status.FEASIBLE,
            message="" if self.done else ended.message,
            limit=None if self.done else ended.limit,
            x=np.asarray(legs.sum(axis=0), np.float64).ravel(),
            fun=self.length,
            dual_bound=bound,
            max_violation=0.0,
            chosen=(ChosenMembers(legs, np.ones(lengths.size, np.int64), lengths),),
            report=replace(self.report, routes=tuple(self.routes)),
        )
