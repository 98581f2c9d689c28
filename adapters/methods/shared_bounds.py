"""The best point and the best dual bound of several solvers of one model, as they run."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from time import perf_counter

import numpy as np

from nzdd.adapters.workers.process import OnFound
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation.branch_and_bound.incumbent import (
    objective_step,
    raised_bound,
)
from nzdd.formulations.row_generation.lazy_model import LazyModel


class SharedBounds:
    """Where a point of one solver meets the bound of another, the model is solved.

    Each bound holds for all feasible points, and each point is checked on all rows, so that they
    may come from anywhere. Where all feasible points have values on a grid, as with integer costs
    of integer columns, a bound is rounded to the next value of it.

    Parameters
    ----------
    model : LinearModel or LazyModel
        What the points are checked on.
    gap : float
        Relative gap, as of `nzdd.adapters.solvers.options.Options`.
    """

    def __init__(self, model: LinearModel | LazyModel, gap: float) -> None:
        core = model.core if isinstance(model, LazyModel) else model
        self._model, self._gap, self._lock = model, gap, Lock()
        self._sign = -1.0 if core.maximize else 1.0
        self._step, self._zero = objective_step(core), self._sign * core.offset
        self._turn = Lock()  # of those who report; `_lock` is never held for long
        self._telling, self._told, self._over = Lock(), np.inf, False
        self._x: Floats | None = None
        self._value, self._bound = np.inf, -np.inf  # of the minimum
        self._finder = self._prover = ("", "")
        self._started = perf_counter()

    def listener(self, method: str, solver: str, then: OnFound | None = None) -> OnFound:
        """The option `on_found` for one method and solver.

        `then` gets what is better than all that any of them has reported, one call at a time.
        """
        name = (method, solver)

        def hear(x: Floats | None, bound: float | None) -> None:
            with self._turn:
                better = x if x is not None and self._offer(x, name) else None
                raised = bound if bound is not None and self._prove(bound, name) else None
                if then is not None and (better is not None or raised is not None):
                    then(better, raised)

        return hear

    def step_listener(self, method: str, solver: str, then: OnStep) -> OnStep:
        """The option `on_step` for one method and solver.

        `then` gets its steps with the best point and bound of all, one call at a time, until a
        point meets the bound.
        """
        listen = self.listener(method, solver)

        def hear(step: SolveStep) -> None:
            listen(step.x, step.dual_bound)
            with self._telling:
                with self._lock:
                    x, value, bound = self._x, self._value, self._bound
                new, self._told = value < self._told, min(value, self._told)
                low, high = sorted((self._sign * bound, self._sign * value))
                joint = replace(step, lower=low, upper=high, x=x if new else None)
                if not self._over:  # the others hear of it late
                    self._over = self.answer() is not None
                    then(replace(joint, ended=self._over))

        return hear

    def answer(self) -> Result | None:
        """The optimum, where the best point meets the best bound. From any thread, in O(1).

        None where the point is better than the bound, one of which must be wrong.
        """
        with self._lock:
            x, value, bound = self._x, self._value, self._bound
            finder, prover = self._finder, self._prover
        most = self._gap * max(1.0, abs(value))
        if x is None or not -_rounding(value, bound) <= value - bound <= most:
            return None
        pairs = zip(finder, prover, strict=True)
        method, solver = (" and ".join(dict.fromkeys(pair)) for pair in pairs)
        return Result(
            Status.OPTIMAL,
            f"the point is from {' '.join(finder)}, its bound from {' '.join(prover)}",
            x=x,
            fun=self._sign * value,
            dual_bound=self._sign * min(bound, value),
            method=method,
            solver=solver,
            seconds={"solve": perf_counter() - self._started},
        )

    def unless_refuted(self, answer: Result) -> Result:
        """The answer; the best point instead, where that refutes INFEASIBLE or a worse optimum."""
        with self._lock:
            x, value, (method, solver) = self._x, self._value, self._finder
        if x is None or answer.status not in {Status.INFEASIBLE, Status.OPTIMAL}:
            return answer
        claim = "the model infeasible"
        if answer.status is Status.OPTIMAL:
            assert answer.fun is not None
            excess = self._sign * answer.fun - value - self._gap * max(1.0, abs(value))
            if excess <= _rounding(value, answer.fun):
                return answer
            claim = f"{answer.fun:.10g} optimal"
        text = f"{answer.solver} calls {claim}, and this point of {solver} refutes it"
        point = Result(Status.FEASIBLE, text, x=x, method=method, solver=solver)
        return checked(self._model, replace(point, seconds=answer.seconds))

    def _offer(self, x: Floats, name: tuple[str, str]) -> bool:
        """Whether it is better than all points before, and feasible."""
        value = self._sign * self._model.objective_value(x)
        if not value < self._value:
            return False
        if checked(self._model, Result(Status.FEASIBLE, x=x)).status is not Status.FEASIBLE:
            return False
        with self._lock:
            self._x, self._value, self._finder = x, value, name
        return True

    def _prove(self, bound: float, name: tuple[str, str]) -> bool:
        """Whether it is better than all bounds before."""
        raised = raised_bound(self._sign * bound, self._step, self._zero)
        if not raised > self._bound:
            return False
        with self._lock:
            self._bound, self._prover = raised, name
        return True


def _rounding(value: float, other: float) -> float:
    """As `nzdd.formulations.models.result.checked` grants it to two values."""
    return 1e-6 * (2.0 + abs(value) + abs(other))
