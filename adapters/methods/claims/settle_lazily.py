"""Claims about a model with implicit rows: proven by the rows found, or confirmed by a solver."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from nzdd.adapters.methods.claims.doubt import has_failed, is_doubtful
from nzdd.adapters.methods.claims.settle import Claim
from nzdd.adapters.methods.claims.verdict import (
    Budget,
    judged,
    known_point,
    proven,
    refuted,
    with_direction,
    with_fixed_integers,
    with_values,
)
from nzdd.adapters.solvers.driver import solve_lazily_once
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.registry import find_lazy_solver, installed_lazy_solvers
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel

CONCLUSIVE = {Status.OPTIMAL, Status.INFEASIBLE}


def settled_lazily(lazy: LazyModel, result: Result, settings: Settings, started: float) -> Result:
    """`settled` for a model with implicit rows; UNBOUNDED is proven by their oracles already."""
    claims = {Status.INFEASIBLE, Status.INFEASIBLE_OR_UNBOUNDED}
    listed, with_duals = _listed(lazy.core, result)
    doubtful = result.status in claims or has_failed(result) or is_doubtful(listed, with_duals)
    if not doubtful or trivial_answer(lazy.core) is not None:
        return result
    budget = Budget(settings, perf_counter() - started, started)
    return budget.timed(_LazyClaim(lazy, budget).settle(result))


@dataclass(frozen=True, slots=True)
class _LazyClaim:
    lazy: LazyModel
    budget: Budget

    def settle(self, result: Result) -> Result:
        """What `settled_lazily` returns."""
        lazy = self.lazy
        known = known_point(lazy, self.budget.settings.hint)
        if known is not None and result.status is Status.INFEASIBLE:
            return refuted(lazy, result, known)
        result = self._completed(result)
        if result.status is Status.OPTIMAL and not is_doubtful(*_listed(lazy.core, result)):
            return result
        mixed = lazy.core.is_mixed_integer
        relaxation = result
        if mixed or getattr(result.report, "rows", None) is None:
            relaxation = solve_lazily_once(lazy.relaxed(), "glop", self.budget.next(hint=False))
        if relaxation.status is Status.UNBOUNDED and result.status is not Status.INFEASIBLE:
            return self._unbounded(result)
        if result.status is Status.OPTIMAL and mixed:
            return result  # the relaxation has an optimum, so that the model is bounded
        return self._confirmed(result, relaxation)

    def _confirmed(self, result: Result, relaxation: Result) -> Result:
        """The result, confirmed by the rows of the relaxation, or by another solver."""
        lazy, budget = self.lazy, self.budget
        listed, second = lazy.core, None
        infeasible = relaxation.status is Status.INFEASIBLE
        if (rows := getattr(relaxation.report, "rows", None)) is not None:
            listed = lazy.core.with_rows(rows.matrix, rows.lower, rows.upper)
            claim = Claim(listed, budget)
            if infeasible and Claim(listed.relaxed(), budget).infeasibility() is True:
                return proven(replace(result, status=Status.INFEASIBLE, x=None, dual_bound=None))
            # A model with only these rows is a relaxation: if it is infeasible, so is the model,
            # and if its optimum satisfies all rows, it is that of the model.
            second = checked(lazy, claim.second_opinion(result, budget.next()))
            second = replace(second, method="lazy", duals=None, report=result.report)
        # All start from the relaxation: if it is called infeasible, they agree with it.
        others = [name for name in installed_lazy_solvers() if name != result.solver]
        mixed = lazy.core.is_mixed_integer and not infeasible
        if mixed and others and (second is None or second.status not in CONCLUSIVE):
            second = solve_lazily_once(lazy, others[0], budget.next())
        if result.status in {Status.INFEASIBLE, Status.INFEASIBLE_OR_UNBOUNDED}:
            return judged(listed, result, second)
        if second is not None and second.status is Status.INFEASIBLE:
            return self._confirmed(second, relaxation)
        return result if second is None or second.status is not Status.OPTIMAL else second

    def _completed(self, result: Result) -> Result:
        """An imprecise point, with the best values of its continuous columns where these help."""
        fixed = with_fixed_integers(self.lazy.core, result)
        if fixed is None:
            return result
        program = LazyModel(fixed, self.lazy.oracles)
        found = solve_lazily_once(program, "glop", self.budget.next(hint=False))
        return with_values(self.lazy, result, found.x, self.budget.settings.gap)

    def _unbounded(self, result: Result) -> Result:
        """Where the relaxation is unbounded: so is the model, if it has a point at all."""
        goal = self.lazy.without_objective()

        def any_point() -> Result:
            found = solve_lazily_once(goal, find_lazy_solver(None, goal.core), self.budget.next())
            infeasible = found.status is Status.INFEASIBLE
            return _LazyClaim(goal, self.budget).settle(found) if infeasible else found

        return with_direction(self.lazy, result, result.x, any_point)


def _listed(core: LinearModel, result: Result) -> tuple[LinearModel, Result]:
    """A linear program with the rows in use, and the result with all their duals."""
    rows = getattr(result.report, "rows", None)
    if rows is None or result.duals is None:
        return core, result
    duals = np.concatenate((result.duals, result.report.row_duals))
    return core.with_rows(rows.matrix, rows.lower, rows.upper), replace(result, duals=duals)
