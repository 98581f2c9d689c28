"""Can a target be met? Two solvers are asked, of which one knows all members that are left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event

import numpy as np

from nzdd.adapters.methods.race import race
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Options
from nzdd.adapters.workers.interruption import Interruption
from nzdd.formulations.choose_many.arc_flow import ArcFlow
from nzdd.formulations.choose_many.diving import Fixed
from nzdd.formulations.choose_many.dual_program import DualProgram
from nzdd.formulations.choose_many.fixing import Mask
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.choose_many.restricted_master import RestrictedMaster
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.result import Result, Status

COMPLETION = 3.0
"""Seconds to complete fixed members to a point."""

SLACK = 1e-6
"""How much a solver may miss a value by."""


@dataclass(eq=False)
class Questions:
    """What is asked of solvers; each point they find goes to `offer`, which tells if it is one."""

    many: ManyModel
    program: DualProgram
    limits: Limits
    offer: Callable[[Point], bool]
    interrupt: Event | None = None

    def flow(
        self, masks: tuple[Mask, ...], target: float, solver: str, *, deciding: bool
    ) -> Callable[[Interruption | None], Result]:
        """The arc flow of the edges that are left, with an objective of at most the target.

        With `deciding` any point will do, else the best is asked for.
        """
        flow = self._arc_flow(self.many, masks, target)
        model = flow.model.replace(objective=0.0) if deciding else flow.model

        def run(interrupt: Interruption | None) -> Result:
            result = solve_once(model, solver, self._options(interrupt))
            if result.x is not None and not self.offer(self._point(flow, masks, result.x)):
                result = replace(result, status=Status.IMPRECISE)
            return replace(result, dual_bound=None) if deciding else result

        return run

    def rest(
        self, fixed: Fixed, masks: tuple[Mask, ...], target: float, stop: Interruption
    ) -> bool:
        """Complete fixed members to a point of at most the target; whether one was found."""
        flow = self._arc_flow(fixed.rest, masks, target - fixed.point.value)
        model = flow.model.replace(objective=0.0)
        result = solve_once(model, "highs", self._options(stop, COMPLETION))
        if result.x is None:
            return False
        more = self._point(flow, masks, result.x)
        flows = tuple(a + b for a, b in zip(fixed.point.flows, more.flows, strict=True))
        return self.offer(Point.of(self.many, more.x, flows))

    def _arc_flow(self, many: ManyModel, masks: tuple[Mask, ...], target: float) -> ArcFlow:
        graphs = tuple(
            choice.graph.kept(mask) for choice, mask in zip(many.choices, masks, strict=True)
        )
        return ArcFlow.of(many, graphs, target)

    def _point(self, flow: ArcFlow, masks: tuple[Mask, ...], x: Floats) -> Point:
        core, parts = flow.point(x)
        flows = []
        for mask, part in zip(masks, parts, strict=True):
            whole = np.zeros(mask.size)
            whole[mask] = part
            flows.append(whole)
        return Point.of(self.many, core, tuple(flows))

    def master(
        self, members: RestrictedMaster, target: float, solver: str, seconds: float
    ) -> Callable[[Interruption | None], Result]:
        """The best point of members that were found; conclusive where it meets the target."""

        def run(interrupt: Interruption | None) -> Result:
            own = interrupt or Interruption()

            def heard(x: object, bound: float | None) -> None:
                if x is not None and members.model.objective_value(x) <= target + SLACK:  # type: ignore[arg-type]
                    own.set()

            options = self._options(own, seconds)
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
            return replace(result, status=Status.OPTIMAL) if met else none

        return run

    def ask(self, racers: list[Callable[[Interruption | None], Result]], *, cores: int) -> Result:
        """The first conclusive answer: OPTIMAL where the target is met, INFEASIBLE where not."""
        if cores > 1:
            return race(racers, maximize=False, interrupt=self.interrupt)
        result = Result(Status.NO_SOLUTION_FOUND)
        for racer in racers:
            result = racer(Interruption(self.interrupt))
            if result.status in (Status.OPTIMAL, Status.INFEASIBLE):
                break
        return result

    def _options(self, interrupt: Interruption | None, seconds: float = np.inf) -> Options:
        left = self.limits.left
        limit = min(seconds, np.inf if left is None else left)
        return {
            "time_limit": None if limit == np.inf else limit,
            "interrupt": interrupt,
            "threads": 1,
        }
