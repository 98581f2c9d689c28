"""The search for routes: local search from above, relaxations over a diagram from below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.methods.dispatch import solve
from nzdd.adapters.methods.routing.local_search import good_routes
from nzdd.adapters.methods.routing.relaxation import Relaxation
from nzdd.adapters.solvers.options import Options
from nzdd.formulations.choose_many.bounds.prices import TOLERANCE
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.family_models.many_choice import ChosenMembers
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.routing.capacity_cuts import CapacityCuts
from nzdd.formulations.routing.route_graphs import RouteGraphs
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.row_table import Progress
from nzdd.path_graph import PathGraph

PAIRS_A_SECOND, MOST_SECONDS, SEARCH_SHARE = 400, 60.0, 0.25
"""Pairs of places, by which local search goes on longer, its seconds and its share of a time limit
at most."""

CUT_SHARE = 0.5
"""The share of what is left of a time limit after which no more cuts are looked for."""

HINTED = 0.01
"""Routes that are longer than the bound by a larger share hold up the last search: it would ask for
better ones step by step, and not for routes as short as the bound."""

ROUNDED = "the bound is that of rounded loads and hours; more states (max_states) would raise it"
"""Why a search that has come to its end has no proof."""

CLOSE = 1e-6
"""By so much, relative to it, a bound may be larger than a length and not be rounded up."""

NEARLY = 0.1
"""By which share of what a bound lacks a relaxation may miss its value while there are cuts."""

OVERFULL = 0.1
"""Where a larger share of routes has no room for its loads, these are less rounded before hours."""

UNITS = (1, 10, 100)
"""Distances are integers, or have one decimal or two."""


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
    rounded : bool
        Whether it has loads and hours in coarser units, rounded down, since it has too many states
        otherwise.
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
    rounded: bool = False
    cuts: int = 0
    relaxation: float | None = None


class RouteSearch:
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
        self._unit = _common_unit(problem.distances)
        self.routes: list[Ints] | None = None
        self.bound = 0.0
        self.report = RouteReport()
        self._relaxation = Relaxation(limits)
        self._graphs = RouteGraphs(problem, max_states, self._show)
        self._overfull = False

    @property
    def length(self) -> float:
        """Of the best routes, free of the rounding of sums, which might be below a bound."""
        length = np.inf if self.routes is None else self.problem.length(self.routes)
        return length if self._unit is None else float(np.rint(length * self._unit)) / self._unit

    @property
    def _share(self) -> float:
        """What the bound lacks of the length, relative to it; 1 where there is none."""
        return min(1.0, (self.length - self.bound) / max(1.0, self.bound))

    @property
    def done(self) -> bool:
        """Whether the bound proves the routes best, up to the gap."""
        return self.length - self.bound <= self._gap * max(1.0, self.bound)

    def run(self) -> Result:
        """Improve routes and bound until they meet, or a limit ends it."""
        if self.problem.loads.sum() > self.problem.capacity * self.problem.vehicles[1]:
            return Result(Status.INFEASIBLE)
        seconds = min(MOST_SECONDS, self.problem.size**2 / PAIRS_A_SECOND)
        if (left := self.limits.left) is not None:
            seconds = min(seconds, SEARCH_SHARE * left)
        interrupt = self._options.get("interrupt")
        self.routes = good_routes(self.problem, Limits(seconds, self.limits.stops), interrupt)
        if self.routes is not None:
            self.report = replace(self.report, searched=self.length)
        self.limits.check()
        cuts, until = CapacityCuts.none(self.problem), self.limits.part(CUT_SHARE)
        try:
            for family in self._families():
                cuts = self._cut(family, cuts, until)
                self.limits.check()
                if self.done:
                    return Result(Status.OPTIMAL)
                self._leave_out()
        except MemoryError as error:
            if "max_states" not in str(error):
                raise
            text = f"the routes have more than {self._max_states:,} states, so there is no bound"
            return Result(Status.FEASIBLE, text)
        model = self._model(family, cuts, integrality=True)
        hint = None
        if self.routes is not None and self.length <= (1 + HINTED) * self.bound:
            hint = model.hint_of(self._legs_of(self.routes))
        result = self._solved(model, hint)
        if result.chosen:
            found = self._followed(result.chosen[0].members)
            if self.problem.is_solved_by(found) and self.problem.length(found) < self.length:
                self.routes = found
        return result

    def _families(self) -> Iterator[PathGraph]:
        """Few routes, for which cuts are found soon, then those that bound lengths the best."""
        family: PathGraph | None = self._graphs.first()
        while family is not None:
            yield self._told(family)
            family = self._graphs.finer(self._overfull)

    def _leave_out(self) -> None:
        """Take away the legs that no routes as short as the best ones have."""
        if self.routes is not None:
            kept = self._relaxation.symbols_within(self.length + CLOSE * max(1.0, self.length))
            if kept is not None:
                self._graphs.legs &= kept.reshape(self._graphs.legs.shape)

    def _told(self, family: PathGraph) -> PathGraph:
        self.report = replace(
            self.report,
            near=self._graphs.near,
            nodes=family.num_nodes,
            edges=family.num_edges,
            rounded=self._graphs.rounded,
        )
        return family

    def _show(self, stage: str, share: float) -> None:
        self.limits.check()
        if self._progress is not None:
            self._progress(stage, share)

    def _cut(self, family: PathGraph, cuts: CapacityCuts, until: Limits) -> CapacityCuts:
        """Rounds of the relaxation until no more cuts are found, the first ones less exact."""
        exact = False
        while True:
            model = self._model(family, cuts, integrality=False)
            tolerance = 0.0 if exact else NEARLY * self._share
            relaxed = self._relaxation.solve(model, max(TOLERANCE, tolerance))
            if relaxed is None:
                return cuts
            self._raise(relaxed.bound)
            self._tell()
            if relaxed.members is None:
                return cuts
            loads = np.tile(self.problem.loads, self.problem.size)
            self._overfull = relaxed.share_above(loads, self.problem.capacity) > OVERFULL
            self.report = replace(self.report, relaxation=relaxed.value, cuts=len(cuts.sets))
            if self.done or until.ends():
                return cuts
            places = self.problem.size, self.problem.size
            more = cuts.more(relaxed.legs.reshape(places), self.problem)
            if more is cuts and exact:
                return cuts
            exact, cuts = more is cuts, more

    def _model(self, family: PathGraph, cuts: CapacityCuts, *, integrality: bool) -> FamilyModel:
        self.limits.check()  # a large model takes seconds
        return routes_model(self.problem, family, cuts, integrality=integrality)

    def _solved(self, model: FamilyModel, hint: Floats | None = None) -> Result:
        options = self._options | {"time_limit": self.limits.left, "hint": hint}
        result = solve(model, **options)
        self._raise(result.dual_bound)
        return result

    def _tell(self) -> None:
        on_step = self._options.get("on_step")
        if on_step is not None:
            seconds, legs = self.limits.seconds, self.problem.size**2
            on_step(SolveStep(0, seconds, self.bound, self.length, legs, method="lazy"))

    def _raise(self, bound: float | None) -> None:
        """Take a bound on the length of all routes."""
        if bound is not None:
            if self._unit is not None:
                steps = (bound - CLOSE * max(1.0, abs(bound))) * self._unit
                bound = float(np.ceil(steps)) / self._unit
            # Routes with a leg that is left out are longer than the best ones.
            self.bound = max(self.bound, min(bound, self.length))

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
        solver = ended.solver or "glop"  # of relaxations
        ended = replace(
            ended, method="lazy", solver=solver, seconds=seconds, report=self.report, duals=None
        )
        bound = self.bound if self.bound > 0 or self.done else None
        if ended.status is Status.INFEASIBLE:
            message = "the vehicles have no room for all customers"
            if self.problem.hours is not None:
                message += ", or cannot be there in time"
            return replace(ended, message=message, x=None, fun=None)
        if self.routes is None:
            none = Status.NO_SOLUTION_FOUND
            return replace(ended, status=none, dual_bound=bound, x=None, fun=None)
        assert self.problem.is_solved_by(self.routes)
        routes = self.problem.in_order(self.routes)
        legs = self._legs_of(routes)
        lengths = np.array([self.problem.length([route]) for route in routes])
        return replace(
            ended,
            status=Status.OPTIMAL if self.done else Status.FEASIBLE,
            message="" if self.done else ended.message or ROUNDED,
            limit=None if self.done else ended.limit,
            x=np.asarray(legs.sum(axis=0), np.float64).ravel(),
            fun=self.length,
            dual_bound=bound,
            max_violation=0.0,
            chosen=(ChosenMembers(legs, np.ones(lengths.size, np.int64), lengths),),
            report=replace(self.report, routes=tuple(routes)),
        )


def _common_unit(distances: Floats) -> int | None:
    """The first of `UNITS` whose multiples by all distances are integers."""
    for unit in UNITS:
        if np.allclose(unit * distances, np.rint(unit * distances), rtol=0, atol=1e-9):
            return unit
    return None


def routes_model(
    problem: RoutingProblem, family: PathGraph, cuts: CapacityCuts, *, integrality: bool
) -> FamilyModel:
    """Routes of least length that visit each customer once, and keep to the cuts."""
    model, size = FamilyModel(), problem.size
    legs = model.choose_many(family, total=problem.vehicles, integrality=integrality).symbols
    there = np.arange(size**2) % size
    model.add_rows(csr_array(there == np.arange(1, size)[:, None], dtype=float), legs, 1, 1)
    if len(cuts.sets):
        model.add_rows(cuts.rows(), legs, lower=cuts.vehicles)
    return model
