"""Solving a model of linopy, with the answer in its variables."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import with_binding_members
from nzdd.adapters.libraries.linopy.linopy_family_constraint import family_constraints_of
from nzdd.adapters.libraries.linopy.linopy_model import Translation, translate
from nzdd.adapters.methods.dispatch import solve as solve_model
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME
from nzdd.formulations.models.result import Result, Status

_constants: Any = require("linopy.constants", "a model of linopy")

_CONDITIONS = {
    Status.OPTIMAL: ("ok", "optimal"),
    Status.FEASIBLE: ("ok", "suboptimal"),
    Status.INFEASIBLE: ("warning", "infeasible"),
    Status.UNBOUNDED: ("warning", "unbounded"),
    Status.INFEASIBLE_OR_UNBOUNDED: ("warning", "infeasible_or_unbounded"),
    Status.UNCONFIRMED: ("unknown", "unknown"),
    Status.IMPRECISE: ("warning", "other"),
    Status.NO_SOLUTION_FOUND: ("warning", "terminated_by_limit"),
    Status.NUMERICAL_ERROR: ("error", "internal_solver_error"),
    Status.OTHER_ERROR: ("error", "error"),
}
# A model of linopy takes no further attributes.
_RESULTS: WeakKeyDictionary[Any, Result] = WeakKeyDictionary()
_LIMITS = {TIME: "time_limit", INTERRUPTED: "user_interrupt"}


def solve(model: Any, **options: Any) -> tuple[str, str]:
    """Solve a model of linopy by nzdd, and write the answer into it.

    This is ``model.solve`` by another solver; linopy has no place to register one.

    Parameters
    ----------
    model : linopy.Model
        Rows of `nzdd.adapters.libraries.linopy.linopy_family_constraint` count, too.
    **options
        ``method``, ``solver`` and ``minimize`` of `nzdd.adapters.methods.dispatch.solve`, and
        `nzdd.adapters.solvers.options.Options`.

    Returns
    -------
    status, condition : str
        In linopy's words, as ``model.solve`` returns them and the model keeps them. The status is
        "ok" where there is a feasible point, which after a limit has the condition "time_limit",
        "user_interrupt" or "suboptimal", and never better than what was shown: a model that one
        solver calls infeasible and nothing confirms is "unknown".

    Raises
    ------
    TypeError, ValueError
        If an option or the model is wrong; see `nzdd.adapters.libraries.linopy.from_linopy`.
    KeyboardInterrupt
        On Ctrl-C, within half a second.

    Notes
    -----
    ``model.solution``, ``model.objective.value`` and, of linear programs, ``model.dual`` have the
    answer. Constraints over families have no place in ``model.dual``; `result_of` has all else.

    Examples
    --------
    >>> import linopy
    >>> model = linopy.Model()
    >>> x = model.add_variables(binary=True, coords=[range(3)], dims=["i"], name="x")
    >>> pairs = model.add_constraints(x + x.roll(i=1) >= 1, name="pairs")
    >>> model.add_objective(x.sum())
    >>> solve(model), model.objective.value
    (('ok', 'optimal'), 2.0)
    """
    theirs = translate(model)
    result = solve_model(theirs.model, rows=theirs.constraints, **options)
    _RESULTS[model] = with_binding_members(result, family_constraints_of(model), theirs.constraints)
    model.reset_solution()
    status, condition = _CONDITIONS[result.status]
    if result.status in {Status.FEASIBLE, Status.NO_SOLUTION_FOUND}:
        condition = _LIMITS.get(result.limit or "", condition)
    # linopy calls every model with the condition "time_limit" ok, also one without a point.
    known = _constants.Status(
        _constants.SolverStatus(status),
        _constants.TerminationCondition(condition),
        result.message or str(result.status),
    )
    answer = model.assign_result(
        _constants.Result(known, _solution(model, theirs, result), solver_name="nzdd")
    )
    return answer if answer is not None else (status, condition)


def result_of(model: Any) -> Result | None:
    """The `Result` of the last `solve` of a model, None if there is none.

    It has all that linopy has no place for, such as the bound, and in its `binding` the members
    that bind, for each constraint over a family.
    """
    return _RESULTS.get(model)


def _solution(model: Any, theirs: Translation, result: Result) -> Any:
    """The point and the duals by label, in the scaling of linopy; empty without a feasible one."""
    if result.status not in {Status.OPTIMAL, Status.FEASIBLE} or result.x is None:
        return _constants.Solution()
    constraints, variables = model.shape
    primal, dual = np.full(variables, np.nan), np.zeros(0)
    primal[theirs.columns] = result.x * theirs.scaling
    if result.duals is not None:
        dual = np.full(constraints, np.nan)
        dual[theirs.rows] = result.duals * theirs.objective_scaling
    assert result.fun is not None
    return _constants.Solution(primal, dual, result.fun * theirs.objective_scaling)
