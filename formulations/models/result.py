"""Results of solvers, in one vocabulary, which claim no more than was checked."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Protocol

from numpy.typing import ArrayLike

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.binding import BindingMembers, RowMultipliers
from nzdd.formulations.models.violation import Violation
from nzdd.input.text import table


class Status(str, Enum):
    """How a solve ended, in MathOpt's names."""

    OPTIMAL = "optimal"
    """The point is feasible and proven best up to the solver's gap."""
    FEASIBLE = "feasible"
    """The point is feasible; a limit stopped the proof that it is best."""
    INFEASIBLE = "infeasible"
    """No point satisfies the model."""
    UNBOUNDED = "unbounded"
    """Feasible points exist and the objective improves without end."""
    INFEASIBLE_OR_UNBOUNDED = "infeasible_or_unbounded"
    """One of the two, and the solver does not say which."""
    UNCONFIRMED = "unconfirmed"
    """A solver calls the model infeasible or unbounded, and nothing confirms it."""
    IMPRECISE = "imprecise"
    """There is a point, but it violates the model by more than the tolerance."""
    NO_SOLUTION_FOUND = "no_solution_found"
    """A limit stopped the solve before any feasible point was found."""
    NUMERICAL_ERROR = "numerical_error"
    """The solver gave up on numerical difficulties."""
    OTHER_ERROR = "other_error"
    """The solver failed in another way; the message says how."""

    __str__ = str.__str__  # as `StrEnum` of Python 3.11 on


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """What a solve found. `fun` and `dual_bound` are in the model's own sense.

    Attributes
    ----------
    status : Status
        How the solve ended.
    message : str
        The same as text.
    x : ndarray, shape (n,), or None
        The best point, if any.
    fun : float or None
        Objective value of x, the offset included.
    dual_bound : float or None
        Proven bound on the optimum: no feasible point is better. None if unknown.
    duals : ndarray, shape (m,), or None
        For linear programs, row duals: the rate at which the optimum changes with the binding row
        bound, in the model's own sense (minimising, >= 0 on a binding lower bound).
    reduced_costs : ndarray, shape (n,), or None
        ``objective - matrix.T @ duals``: the same rate for the binding column bound.
    multipliers : tuple of RowMultipliers, or None
        For linear programs, the duals of the rows of each oracle that was given.
    binding : tuple of BindingMembers
        For a `FamilyModel`, the members that bind, for each of its `for_all` constraints.
    chosen : tuple
        For a `FamilyModel`, what was chosen by each `choose` and `choose_many`.
    limit : str or None
        What stopped the solve early: "time", "interrupted", "node", ...; None if nothing did.
    max_violation : float or None
        `Violation.scaled` of x in the original model, filled by `checked`.
    method, solver : str
        The method, such as "direct" or "extended", and the solver's name.
    seconds : dict of str to float
        Wall-clock seconds of each step.
    report : object
        A report of the method; None for direct solves.
    """

    status: Status
    message: str = ""
    x: Floats | None = None
    fun: float | None = None
    dual_bound: float | None = None
    duals: Floats | None = None
    reduced_costs: Floats | None = None
    multipliers: tuple[RowMultipliers, ...] | None = None
    binding: tuple[BindingMembers, ...] = ()
    chosen: tuple[Any, ...] = ()
    limit: str | None = None
    max_violation: float | None = None
    method: str = "direct"
    solver: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    report: Any = None

    @property
    def success(self) -> bool:
        """Whether the status is OPTIMAL, as in scipy."""
        return self.status is Status.OPTIMAL

    @property
    def gap(self) -> float | None:
        """``|fun - dual_bound| / max(1, |fun|)``, or None while one of the two is unknown."""
        if self.fun is None or self.dual_bound is None:
            return None
        return abs(self.fun - self.dual_bound) / max(1.0, abs(self.fun))

    def __repr__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        """A few lines of text, without the point."""
        return "\n".join(f"{name:<11} {text}" for name, text in self._facts().items())

    def _repr_html_(self) -> str:
        return table("Result", self._facts())

    def _facts(self) -> dict[str, str]:
        """What the summary says."""
        facts = {"status": f"{self.status} ({self.message})" if self.message else str(self.status)}
        if self.fun is not None:
            facts["objective"] = f"{self.fun:.10g}"
        gap = "" if self.gap is None else f" (gap {self.gap:.2%})"
        bound = "-" if self.dual_bound is None else f"{self.dual_bound:.10g}{gap}"
        facts["dual bound"] = bound
        if self.max_violation is not None:
            facts["violation"] = f"{self.max_violation:.2g}"
        facts["method"] = f"{self.method}, {self.solver}" if self.solver else self.method
        if self.seconds:
            steps = (f"{step} {time:.2f}" for step, time in self.seconds.items())
            facts["seconds"] = ", ".join(steps)
        return facts


class Checkable(Protocol):
    """A model that measures points: `LinearModel`, `LazyModel` or `QuadraticModel`."""

    def violation(self, x: ArrayLike) -> Violation:
        """How far a point is from satisfying everything."""

    def snapped(self, x: ArrayLike) -> Floats:
        """The point with exact integers where integer columns are close to them."""

    def objective_value(self, x: ArrayLike) -> float:
        """The objective, in the model's own sense."""

    @property
    def maximize(self) -> bool:
        """Whether a larger objective is better."""


def claimed(result: Result) -> Result:
    """An IMPRECISE point as its solver claimed it, to be `checked` with another x or model."""
    if result.status is not Status.IMPRECISE or result.x is None:
        return result
    status = Status.OPTIMAL if result.limit is None else Status.FEASIBLE
    return replace(result, status=status, message="")


def checked(
    model: Checkable, result: Result, tolerance: float = 1e-6, *, gap: float = math.inf
) -> Result:
    """The result with x measured against the original model, and a status no better than that.

    Integer columns get exact integers first (`LinearModel.snapped`). `fun` and `max_violation` are
    computed from that x. It is feasible if `Violation.scaled` is at most `tolerance` (absolute, or
    relative to ``1 + |bound|``). If it is not, OPTIMAL and FEASIBLE become IMPRECISE, and the
    message names the largest violation; without any x they become OTHER_ERROR. If it is, INFEASIBLE
    becomes FEASIBLE. So does OTHER_ERROR, as where a limit among the solver's own options ends the
    solve, and OPTIMAL if the gap is larger than `gap` beyond the tolerance, if there is no dual
    bound, or if it is on the wrong side of `fun`; such a bound is dropped.
    Time O(m + n + nonzeros).
    """
    claims_point = result.status in {Status.OPTIMAL, Status.FEASIBLE}
    solver = result.solver or "the solver"
    if result.x is None:
        if claims_point:
            message = f"{solver} claims {result.status} without a point"
            return replace(result, status=Status.OTHER_ERROR, message=message)
        return result
    x = model.snapped(result.x)
    violation = model.violation(x)
    fun = model.objective_value(x)
    measured = replace(result, x=x, fun=fun, max_violation=violation.scaled)
    if not violation.within(tolerance):
        if not claims_point:
            return replace(measured, message=measured.message or violation.place)
        message = f"the {result.status} point fails the check: {violation.place}"
        if model.violation(result.x).within(tolerance):
            message += " once its integer columns are rounded to integers"
        return replace(measured, status=Status.IMPRECISE, message=message)
    if result.status is Status.INFEASIBLE:
        message = f"{solver} calls the model infeasible, but this point is feasible"
        return replace(measured, status=Status.FEASIBLE, message=message, dual_bound=None)
    if result.status is Status.OTHER_ERROR:
        measured = replace(measured, status=Status.FEASIBLE, limit=result.limit or "undetermined")
    return _with_credible_bound(measured, solver, tolerance, gap, maximize=model.maximize)


def _with_credible_bound(
    result: Result, solver: str, tolerance: float, gap: float, *, maximize: bool
) -> Result:
    """Drop a dual bound that the feasible point refutes, and a claimed optimum far from it."""
    fun, bound = result.fun, result.dual_bound
    if fun is None or result.status is Status.UNBOUNDED:
        return result
    if bound is None:
        if result.status is not Status.OPTIMAL:
            return result
        message = f"{solver} calls this point optimal, and proves no bound"
        return replace(result, status=Status.FEASIBLE, message=message)
    room = (bound - fun) if maximize else (fun - bound)
    rounding = tolerance * (2.0 + abs(fun) + abs(bound))
    if room < -rounding:
        message = f"this point is better than the dual bound {bound:.10g} that {solver} claims"
        result = replace(result, dual_bound=None)
    elif result.status is Status.OPTIMAL and room > rounding + gap * max(1.0, abs(fun)):
        message = f"{solver} calls this point optimal, but its dual bound is {bound:.10g}"
    else:
        return result
    status = Status.FEASIBLE if result.status is Status.OPTIMAL else result.status
    return replace(result, status=status, message=message)
