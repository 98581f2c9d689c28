"""What a solver has reported so far, in the process of the caller."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike

from nzdd.adapters.solvers.options import Settings
from nzdd.formulations.iteration.limits import in_words
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Checkable, Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport

BEAT_SECONDS = 5.0
"""After which a solver that reports nothing has a step without news."""

SAME = 1e-9
"""Relative difference of two values of one point: that of a solver, and the checked one."""


class BestKnown:
    """The best point and bound that a solver has reported, or the hint that it started from.

    A hint with NaN does not count. The option `on_step` gets each step of the solver, or one of its
    points, bounds and nodes, and `on_found` each point and bound.
    """

    def __init__(
        self, model: Checkable, linear: LinearModel, solver: str, options: Settings
    ) -> None:
        self._model, self._linear, self._solver = model, linear, solver
        self._on_step, self._on_found = options.on_step, options.on_found
        hint = options.hint
        self._hint = None if hint is None or np.isnan(hint).any() else hint
        self._x: Floats | None = None
        self._bound: float | None = None
        self._report: LazyReport | None = None
        self._started = self._told = perf_counter()
        self._step = SolveStep.of(linear, 0.0, None, None)

    def hear(
        self,
        x: ArrayLike | None,
        bound: float | None,
        step: SolveStep | None = None,
        nodes: int | None = None,
    ) -> None:
        """Take what the solver reports: a better point, a bound, a step, or the nodes so far."""
        point = None if x is None else np.asarray(x, np.float64)
        if point is not None:
            self._x = point
        if bound is not None and np.isfinite(bound):
            self._bound = bound
        if self._on_found is not None and (point is not None or bound is not None):
            self._on_found(point, bound)
        if step is not None and isinstance(self._model, LazyModel):
            self._report = LazyReport(step.number, step.rows_added, step.nodes)
        if self._on_step is not None:
            self._tell(step or self._of_values(point, nodes))

    def beat(self) -> None:
        """Repeat the last step where the solver has been silent; to be called all the time."""
        if self._on_step is not None and perf_counter() >= self._told + BEAT_SECONDS:
            self._tell(replace(self._step, x=None))

    def end(self, result: Result) -> None:
        """Take the checked result as the last step."""
        if self._on_step is None or result.status not in {
            Status.OPTIMAL,
            Status.FEASIBLE,
            Status.NO_SOLUTION_FOUND,
        }:
            return
        value, last = result.fun, self._step.incumbent
        if value is not None and last is not None and abs(value - last) <= SAME * abs(value):
            value = last
        work = result.report
        if not isinstance(work, LazyReport):
            work = LazyReport(nodes=self._step.nodes)
        step = SolveStep.of(
            self._linear,
            0.0,
            result.dual_bound,
            value,
            result.x if value != last else None,
            rounds=work.rounds,
            rows_added=work.rows_added,
            nodes=work.nodes,
        )
        self._tell(replace(step, ended=True))

    def result(self, limit: str) -> Result:
        """The result of a solve that a limit has ended: FEASIBLE, or NO_SOLUTION_FOUND."""
        found = Result(
            Status.NO_SOLUTION_FOUND,
            in_words(limit),
            dual_bound=self._bound,
            limit=limit,
            report=self._report,
        )
        for x in (self._x, self._hint):
            claimed = Result(Status.FEASIBLE, x=x)
            if x is not None and checked(self._model, claimed).status is Status.FEASIBLE:
                return replace(found, status=Status.FEASIBLE, x=x)
        return found

    def completed(self, result: Result) -> Result:
        """The answer of a solver that has no point, with the best known one if any.

        Of one that a limit has stopped, or that calls the model infeasible; `checked` refutes that.
        """
        if result.status is Status.INFEASIBLE:
            return replace(result, x=self.result("").x)
        if result.status is not Status.NO_SOLUTION_FOUND or result.limit is None:
            return result
        known = self.result(result.limit)
        return result if known.x is None else replace(result, status=known.status, x=known.x)

    def _of_values(self, x: Floats | None, nodes: int | None) -> SolveStep:
        """The step of a solver that reports values only; its points get better and better."""
        value = self._step.incumbent if x is None else self._linear.objective_value(x)
        nodes = self._step.nodes if nodes is None else nodes
        return SolveStep.of(self._linear, 0.0, self._bound, value, x, nodes=nodes)

    def _tell(self, step: SolveStep) -> None:
        assert self._on_step is not None
        self._told = perf_counter()
        seconds = self._told - self._started
        method = "lazy" if isinstance(self._model, LazyModel) else "direct"
        self._step = replace(step, seconds=seconds, method=method, solver=self._solver)
        self._on_step(self._step)
