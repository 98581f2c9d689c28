"""Can a target be met? Two solvers are asked, of which one knows all members that are left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.methods.race import Racer, race
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Options
from nzdd.adapters.workers.interruption import Interruption
from nzdd.formulations.choose_many.arc_flow import ArcFlow
from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.diving import Fixed
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.choose_many.residual import narrowed
from nzdd.formulations.choose_many.restricted_master import RestrictedMaster
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.models.result import Result, Status
from nzdd.path_graph import PathGraph

COMPLETION = 3.0
"""Seconds to complete fixed members to a point."""

SLACK = 1e-6
"""How much a solver may miss a value by."""

EXACT = {"primal_feasibility_tolerance": 1e-9, "mip_feasibility_tolerance": 1e-9}
"""What HiGHS is told where columns are continuous: a row missed by its default gains as much."""


@dataclass(eq=False)
class Questions:
    """What is asked of solvers; each point they find goes to `offer`, which tells if it is one."""

    many: ManyModel
    program: DualProgram
    limits: Limits
    offer: Callable[[Point], bool]
    interrupt: Event | None = None

    def flow(
        self, masks: tuple[Bools, ...], target: float, solver: str, *, deciding: bool
    ) -> Callable[[Interruption | None], Result]:
        """The arc flow of the edges that are left, with an objective of at most the target.

        With `deciding` any point will do, else the best is asked for.
        """
        flow = ArcFlow.of(self.many, self._kept(masks), target)
        model = flow.model.replace(objective=0.0) if deciding else flow.model

        def run(interrupt: Interruption | None) -> Result:
            result = solve_once(model, solver, self.options(solver, interrupt))
            if result.x is not None and not self.offer(self._point(flow, masks, result.x)):
                result = replace(result, status=Status.IMPRECISE)
            return replace(result, dual_bound=None) if deciding else result

        return run

    def rest(
        self,
        fixed: Fixed,
        masks: tuple[Bools, ...],
        target: float,
        stop: Interruption,
        *,
        parts: bool,
    ) -> bool:
        """Complete fixed members to a point of at most the target; whether one was found.

        The masks are of edges that are left; with `parts` the graphs of what is of use serve where
        they are smaller.
        """
        graphs = self._kept(masks)
        if parts:
            small = tuple(choice.graph for choice in narrowed(fixed.rest).choices)
            parts = sum(each.num_edges for each in small) < sum(each.num_edges for each in graphs)
            graphs = small if parts else graphs
        flow = ArcFlow.of(fixed.rest, graphs, target - fixed.point.value)
        model = flow.model.replace(objective=0.0)
        result = solve_once(model, "highs", self.options("highs", stop, COMPLETION))
        if result.x is None:
            return False
        core, found = flow.point(result.x)
        if parts:
            flows = tuple(
                _same_members(choice.graph, graph, part)
                for choice, graph, part in zip(self.many.choices, graphs, found, strict=True)
            )
        else:
            flows = _widened(masks, found)
        return self.offer(fixed.more(Point.of(self.many, core, flows), done=True).point)

    def _kept(self, masks: tuple[Bools, ...]) -> tuple[PathGraph, ...]:
        return tuple(
            choice.graph.kept(mask) for choice, mask in zip(self.many.choices, masks, strict=True)
        )

    def _point(self, flow: ArcFlow, masks: tuple[Bools, ...], x: Floats) -> Point:
        core, parts = flow.point(x)
        return Point.of(self.many, core, _widened(masks, parts))

    def master(
        self, members: RestrictedMaster, target: float, solver: str, seconds: float
    ) -> Callable[[Interruption | None], Result]:
        """The best point of members that were found; conclusive where it meets the target."""

        def run(interrupt: Interruption | None) -> Result:
            own = interrupt or Interruption()

            def heard(x: object, bound: float | None) -> None:
                if x is not None and members.model.objective_value(x) <= target + SLACK:  # type: ignore[arg-type]
                    own.set()

            options = self.options(solver, own, seconds)
            options["on_found"] = heard
            result = solve_once(members.model, solver, options)
            none = replace(
                result, status=Status.NO_SOLUTION_FOUND, x=None, fun=None, dual_bound=None
            )
            if result.x is None or result.fun is None:
                return none
            size = members.others.size
            number = np.rint(result.x[size:])
            taken = np.flatnonzero(number)
            x = np.zeros(self.many.core.num_columns)
            x[members.others] = result.x[:size]
            chosen = members.members[taken]
            point = Point.of_members(self.many, self.program, chosen, number[taken], x)
            met = self.offer(point) and point.value <= target + SLACK
            # Other members may do better: what is proven here is no bound.
            return replace(none, status=Status.OPTIMAL, x=result.x, fun=result.fun) if met else none

        return run

    def ask(self, racers: list[Racer], *, cores: int, interrupt: Event | None = None) -> Result:
        """The first conclusive answer: OPTIMAL where the target is met, INFEASIBLE where not."""
        interrupt = interrupt or self.interrupt
        if cores > 1:
            return race(racers, maximize=False, interrupt=interrupt)
        result = Result(Status.NO_SOLUTION_FOUND)
        for racer in racers:
            result = racer(Interruption(interrupt))
            if result.status in (Status.OPTIMAL, Status.INFEASIBLE):
                break
        return result

    def options(
        self, solver: str, interrupt: Interruption | None, seconds: float = np.inf
    ) -> Options:
        """What a solver is told, with so many seconds at most."""
        left = self.limits.left
        limit = min(seconds, np.inf if left is None else left)
        options: Options = {
            "time_limit": None if limit == np.inf else limit,
            "interrupt": interrupt,
            "threads": 1,
        }
        if solver == "highs" and not (self.many.columns | self.many.core.integrality).all():
            options["solver_options"] = EXACT
        return options


def _widened(masks: tuple[Bools, ...], flows: list[Floats]) -> tuple[Floats, ...]:
    """Flows on some edges as flows on all."""
    wide = []
    for mask, flow in zip(masks, flows, strict=True):
        whole = np.zeros(mask.size)
        whole[mask] = flow
        wide.append(whole)
    return tuple(wide)


def _same_members(graph: PathGraph, part: PathGraph, flow: Floats) -> Floats:
    """The flow on a graph of the members that a flow on the graph of a part of them has."""
    paths, number = part.flow_paths(flow.astype(np.int64))
    members = csr_array(part.edges_of(paths) @ part.occurrences)
    return np.asarray(graph.edges_of(graph.paths_of(members)).T @ number, np.float64)
