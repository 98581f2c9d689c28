"""Can listed members meet a target? A tree over pairs of rows and a solver are asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.methods.choose_many.questions import Questions
from nzdd.adapters.methods.race import CONCLUSIVE, Racer
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.workers.interruption import Interruption
from nzdd.formulations.choose_many.listed.list_tree import ListTree
from nzdd.formulations.choose_many.listed.listed_members import ListedMembers
from nzdd.formulations.choose_many.listed.once_enough import once_enough
from nzdd.formulations.choose_many.listed.row_pairs import RowPairs
from nzdd.formulations.choose_many.listed.tightened import tightened
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.iteration.limits import Limits, Stopped
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.result import Result, Status

FIRST, ALONE, ALL = 30, 1_000, 10**9
"""Parts of the tree before the solver is asked, too; more of them where both share a core, and
where each has its own."""


@dataclass(frozen=True, slots=True, eq=False)
class ListedQuestion:
    """Whether a point of listed members meets a target; any will do if only that is to be decided.

    The tree takes part where most members meet a row that no other one may meet; a solver, with
    rows that cut the relaxation, where the tree does not end soon.
    """

    questions: Questions
    listed: ListedMembers
    target: Fraction
    deciding: bool
    cores: int

    def __call__(self, interrupt: Interruption | None) -> Result:
        """OPTIMAL with a point, which is offered, or INFEASIBLE; else nothing is known."""
        from nzdd.adapters.solvers.glop import GlopEngine  # slow to load

        many, stop = self.questions.many, interrupt or Interruption()
        try:
            listed = once_enough(self.listed, many, self._limits(stop))
        except Stopped as stopped:
            return Result(Status.NO_SOLUTION_FOUND, limit=stopped.args[0])
        pairs = RowPairs.of(listed.model)
        racers: list[Racer] = [partial(self._solved, listed)]
        if many.integral and pairs.tell(listed.others.size):
            tree = ListTree.of(listed.model, pairs, self.target, GlopEngine)
            result = self._branched(tree, listed, FIRST, stop)
            if result.status in CONCLUSIVE:
                return result
            nodes = ALL if self.cores > 1 else ALONE
            racers.insert(0, partial(self._branched, tree, listed, nodes))
        return self.questions.ask(racers, cores=self.cores, interrupt=stop)

    def _branched(
        self, tree: ListTree, listed: ListedMembers, nodes: int, interrupt: Interruption | None
    ) -> Result:
        status = tree.run(nodes, self._limits(interrupt))
        if tree.x is not None and not self._offered(listed, tree.x):
            status = Status.IMPRECISE
        return Result(status)

    def _solved(self, listed: ListedMembers, interrupt: Interruption | None) -> Result:
        from nzdd.adapters.solvers.glop import GlopEngine

        found = tightened(listed, self.target, GlopEngine, self._limits(interrupt))
        if found.listed is None:
            return Result(Status.INFEASIBLE)
        model, costs = found.model, csr_array(found.model.objective[None, :])
        model = model.with_rows(costs, np.array([-np.inf]), np.array([float(self.target)]))
        if self.deciding:
            model = model.replace(objective=0.0)
        result = solve_once(model, "highs", self.questions.options("highs", interrupt))
        if result.x is not None and not self._offered(found.listed, result.x):
            result = replace(result, status=Status.IMPRECISE)
        return replace(result, dual_bound=None) if self.deciding else result

    def _limits(self, interrupt: Interruption | None) -> Limits:
        stop = interrupt or Interruption()
        return Limits(self.questions.limits.left, stop.is_set)

    def _offered(self, listed: ListedMembers, x: Floats) -> bool:
        many = self.questions.many
        return self.questions.offer(Point.of(many, *listed.point(many, x)))
