"""The solver ``nzdd`` of PuLP, which puts its answer into the variables of the model."""

from __future__ import annotations

from typing import Any

import numpy as np

from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import with_binding_members
from nzdd.adapters.libraries.pulp.pulp_model import Translation, translate
from nzdd.adapters.methods.dispatch import solve
from nzdd.formulations.models.result import Result, Status

pulp: Any = require("pulp", "a model of PuLP")
_apis: Any = require("pulp.apis", "a model of PuLP")


class NzddSolver(pulp.LpSolver):  # type: ignore[misc]
    """A solver of PuLP: ``problem.solve(NzddSolver())``, or ``pulp.getSolver("nzdd")``.

    Parameters
    ----------
    mip : bool
        False ignores integrality.
    msg : bool
        Print the solver's log on stderr: the option ``log``. Other solvers of PuLP do so by
        default.
    timeLimit : float, optional
        The option ``time_limit``.
    gapRel, threads : float and int, optional
        The options ``gap`` and ``threads``.
    warmStart : bool
        Start from the values of the variables, as far as they have any: the option ``hint``.
    backend : str, optional
        The option ``solver``, a name that PuLP keeps for itself.
    **options
        ``method`` and ``minimize`` of `nzdd.adapters.methods.dispatch.solve`, and
        `nzdd.adapters.solvers.options.Options`.

    Attributes
    ----------
    result : Result or None
        That of the last solve, with all that PuLP has no place for, such as the bound, and in its
        `binding` the members that bind, for each constraint over a family.

    Notes
    -----
    After a solve, ``problem.status`` is "Optimal" for a proven optimum only. A point that a limit
    has left is in the variables, too, with ``problem.sol_status`` "Solution Found" and the status
    "Not Solved". What one solver calls infeasible and nothing confirms is "Undefined". Linear
    programs have ``constraint.pi`` and ``variable.dj``, all have ``constraint.slack``.

    Examples
    --------
    >>> problem = pulp.LpProblem("triangle")
    >>> x = [problem.add_variable(name, cat="Binary") for name in "abc"]
    >>> problem += pulp.lpSum(x)
    >>> for i in range(3):
    ...     problem += x[i] + x[i - 1] >= 1
    >>> status = problem.solve(NzddSolver())
    >>> pulp.LpStatus[status], pulp.value(problem.objective)
    ('Optimal', 2.0)
    """

    name = "nzdd"

    def __init__(
        self,
        mip: bool = True,
        msg: bool = False,
        timeLimit: float | None = None,
        gapRel: float | None = None,
        threads: int | None = None,
        warmStart: bool = False,
        backend: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            mip=mip,
            msg=msg,
            timeLimit=timeLimit,
            gapRel=gapRel,
            threads=threads,
            warmStart=warmStart,
            backend=backend,
            **options,
        )
        self.result: Result | None = None

    def available(self) -> bool:
        """Yes."""
        return True

    def copy(self) -> NzddSolver:
        """A solver of the same options."""
        own = {"mip": self.mip, "msg": self.msg, "timeLimit": self.timeLimit}
        return type(self)(**own, **self.optionsDict)

    def actualSolve(self, lp: Any, **more: Any) -> int:
        """Solve a model, and put the answer into it: what ``problem.solve`` calls.

        Raises
        ------
        TypeError, ValueError
            If an option or the model is wrong; see `nzdd.adapters.libraries.pulp.from_pulp`.
        KeyboardInterrupt
            On Ctrl-C, within half a second.
        """
        theirs = translate(lp)
        options = {**self.optionsDict, **more}
        for name, ours in _NAMES.items():
            if name in options:
                options[ours] = options.pop(name)
        if self.timeLimit is not None:
            options.setdefault("time_limit", self.timeLimit)
        options.setdefault("log", "solver" if self.msg else False)
        if options.pop("warmStart", False):
            values = [variable.varValue for variable in theirs.variables]
            options["hint"] = np.array(values, np.float64)  # NaN for None
        model = theirs.model if self.mip else theirs.model.relaxed()
        result = solve(model, rows=theirs.rows, **options)
        self.result = with_binding_members(result, theirs.families, theirs.rows)
        _assign(theirs, self.result)
        status, solution = _STATUSES[self.result.status]
        lp.assignStatus(status, solution)
        return int(status)


_NAMES = {"gapRel": "gap", "timeLimit": "time_limit", "msg": "log", "backend": "solver"}
_STATUSES = {
    Status.OPTIMAL: (pulp.LpStatusOptimal, pulp.LpSolutionOptimal),
    Status.FEASIBLE: (pulp.LpStatusNotSolved, pulp.LpSolutionIntegerFeasible),
    Status.INFEASIBLE: (pulp.LpStatusInfeasible, pulp.LpSolutionInfeasible),
    Status.UNBOUNDED: (pulp.LpStatusUnbounded, pulp.LpSolutionUnbounded),
}
_STATUSES |= {
    other: (pulp.LpStatusUndefined, pulp.LpSolutionNoSolutionFound)
    for other in Status
    if other not in _STATUSES
}
_STATUSES[Status.NO_SOLUTION_FOUND] = (pulp.LpStatusNotSolved, pulp.LpSolutionNoSolutionFound)


def _assign(theirs: Translation, result: Result) -> None:
    """Put the point and the duals into the model, None where there are none."""
    point = result.x if result.status in {Status.OPTIMAL, Status.FEASIBLE} else None
    values = _numbers(point, len(theirs.variables))
    costs = _numbers(result.reduced_costs, len(theirs.variables))
    for variable, value, cost in zip(theirs.variables, values, costs, strict=True):
        variable.varValue, variable.dj = value, cost
    slack = None
    if point is not None:
        model = theirs.model
        side = np.where(np.isfinite(model.row_upper), model.row_upper, model.row_lower)
        slack = side - model.row_activity(point)
    slacks = _numbers(slack, len(theirs.constraints))
    duals = _numbers(result.duals, len(theirs.constraints))
    for constraint, left, dual in zip(theirs.constraints, slacks, duals, strict=True):
        constraint.slack, constraint.pi = left, dual


def _numbers(values: Any, size: int) -> list[float | None]:
    return [None] * size if values is None else values.tolist()


if not any(each.name == NzddSolver.name for each in _apis._all_solvers):
    _apis._all_solvers.append(NzddSolver)
