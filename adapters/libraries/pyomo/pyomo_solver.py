"""The solver ``nzdd`` of Pyomo, which loads its answer into the variables of the model."""

from __future__ import annotations

import math
from ast import literal_eval
from collections.abc import Sequence
from typing import Any

import numpy as np

from nzdd import __version__
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import with_binding_members
from nzdd.adapters.libraries.pyomo.pyomo_model import Translation, pyo, translate
from nzdd.adapters.methods.dispatch import solve
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME
from nzdd.formulations.models.result import Result, Status

_opt: Any = require("pyomo.opt", "a model of Pyomo")
_stale: Any = require("pyomo.core.staleflag", "a model of Pyomo")
_symbols: Any = require("pyomo.core.base", "a model of Pyomo")

SUFFIXES = ("dual", "rc")


@pyo.SolverFactory.register("nzdd", doc="Linear and mixed-integer models by decision diagrams")
class NzddSolver:
    """What ``SolverFactory("nzdd")`` gives, once `nzdd.adapters.libraries.pyomo` is imported.

    Parameters
    ----------
    options : dict, optional
        Options of all solves; also ``solver.options["gap"] = 0.01``.
    **more
        The same by name. See `nzdd.adapters.methods.dispatch.solve` for ``method``, ``solver`` and
        ``minimize``, and `nzdd.adapters.solvers.options.Options`; ``"nzdd:scip"`` is the solver
        SCIP.

    Examples
    --------
    >>> model = pyo.ConcreteModel()
    >>> model.x = pyo.Var(range(3), domain=pyo.Binary)
    >>> model.pairs = pyo.Constraint(range(3), rule=lambda m, i: m.x[i] + m.x[(i + 1) % 3] >= 1)
    >>> model.cost = pyo.Objective(expr=pyo.summation(model.x))
    >>> results = pyo.SolverFactory("nzdd").solve(model)
    >>> str(results.solver.termination_condition), pyo.value(model.cost)
    ('optimal', 2.0)
    """

    name = "nzdd"

    def __init__(self, options: dict[str, Any] | None = None, **more: Any) -> None:
        self.options = {**(options or {}), **more}
        self.result: Result | None = None
        """The `Result` of the last solve, with all that Pyomo has no place for, such as the
        members of families that bind: one of its `binding` for each active family constraint."""

    def __enter__(self) -> NzddSolver:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing is held."""

    def available(self, exception_flag: bool = True) -> bool:
        """Yes."""
        return True

    def license_is_valid(self) -> bool:
        """Yes: nzdd needs none."""
        return True

    def warm_start_capable(self) -> bool:
        """Yes: see `solve`."""
        return True

    def version(self) -> tuple[int, ...]:
        """The version of nzdd."""
        return tuple(int(part) for part in __version__.split(".")[:3] if part.isdigit())

    def set_options(self, text: str) -> None:
        """Set options given as ``"name=value"``, several with spaces between them."""
        for part in text.split():
            name, _, value = part.partition("=")
            try:
                self.options[name] = literal_eval(value)
            except (SyntaxError, ValueError):
                self.options[name] = value

    def solve(
        self,
        model: Any,
        *,
        tee: bool = False,
        timelimit: float | None = None,
        load_solutions: bool = True,
        warmstart: bool = False,
        suffixes: Sequence[str] = (),
        raise_exception_on_nonoptimal_result: bool = False,
        symbolic_solver_labels: bool = True,
        keepfiles: bool = False,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> Any:
        """Solve a model, and load the answer into its variables.

        As by other solvers of Pyomo, variables that neither the objective nor an active constraint
        has keep their values. Without a feasible point all do.

        Parameters
        ----------
        model : pyomo.environ.ConcreteModel or Block
            As `nzdd.adapters.libraries.pyomo.from_pyomo` takes it.
        tee : bool
            The option ``log``.
        timelimit : float, optional
            The option ``time_limit``.
        load_solutions : bool
            Otherwise variables keep their values; ``model.solutions.load_from(results)`` loads it.
        warmstart : bool
            Start from the values of the variables, as far as they have any: the option ``hint``.
        suffixes : sequence of {"dual", "rc"}
            No need to ask: the suffixes ``dual`` and ``rc`` of a model get the duals of linear
            programs and the reduced costs, both in the objective's own sense, if they import. The
            dual of a constraint over a family is the sum over its members; equalities have none.
        raise_exception_on_nonoptimal_result : bool
        symbolic_solver_labels, keepfiles : bool
            Without effect: there are no files, and messages name components in any case.
        options, **more
            Options of this solve.

        Returns
        -------
        pyomo.opt.SolverResults
            The best point and bound are in ``results.problem``, even after a limit. The status is
            never better than what was shown: a model that one solver calls infeasible and nothing
            confirms has the condition ``unknown``.

        Raises
        ------
        TypeError, ValueError
            If an option or the model is wrong; see `nzdd.adapters.libraries.pyomo.from_pyomo`
            and `nzdd.adapters.methods.dispatch.solve`.
        KeyboardInterrupt
            On Ctrl-C, within half a second.
        """
        for name in suffixes:
            if name not in SUFFIXES:
                raise ValueError(f"suffix {name!r} is not known; take one of {', '.join(SUFFIXES)}")
        given = {**self.options, **(options or {}), **more}
        if tee:
            given["log"] = "solver"
        if timelimit is not None:
            given["time_limit"] = timelimit
        theirs = translate(model)
        if warmstart:
            values = [variable.value for variable in theirs.variables]
            given["hint"] = np.array(values, np.float64)  # NaN for None
        families, rows = theirs.families()
        result = solve(theirs.model, rows=rows, **given)
        result = self.result = with_binding_members(result, families, rows)
        results = _results(theirs.model, result)
        if raise_exception_on_nonoptimal_result and not result.success:
            raise RuntimeError(f"the model {model.name!r} has no optimal answer: {result.message}")
        if load_solutions:
            _load(theirs, model, result)
        elif result.status in _FEASIBLE:
            _append(results, theirs, result)
        return results


_FEASIBLE = {Status.OPTIMAL, Status.FEASIBLE}
_CONDITIONS = {
    Status.OPTIMAL: ("ok", "optimal"),
    Status.FEASIBLE: ("ok", "feasible"),
    Status.INFEASIBLE: ("warning", "infeasible"),
    Status.UNBOUNDED: ("warning", "unbounded"),
    Status.INFEASIBLE_OR_UNBOUNDED: ("warning", "infeasibleOrUnbounded"),
    Status.UNCONFIRMED: ("unknown", "unknown"),
    Status.IMPRECISE: ("warning", "other"),
    Status.NO_SOLUTION_FOUND: ("warning", "noSolution"),
    Status.NUMERICAL_ERROR: ("error", "solverFailure"),
    Status.OTHER_ERROR: ("error", "error"),
}
_LIMITS = {TIME: ("aborted", "maxTimeLimit"), INTERRUPTED: ("aborted", "userInterrupt")}


def _results(model: Any, result: Result) -> Any:
    """The result in the terms of Pyomo, without the point."""
    results = _opt.SolverResults()
    status, condition = _CONDITIONS[result.status]
    if result.status in {Status.FEASIBLE, Status.NO_SOLUTION_FOUND}:
        status, condition = _LIMITS.get(result.limit or "", (status, condition))
    results.solver.name = f"nzdd, {result.method}, {result.solver}"
    results.solver.status = _opt.SolverStatus(status)
    results.solver.termination_condition = _opt.TerminationCondition(condition)
    results.solver.termination_message = results.solver.message = result.message or str(
        result.status
    )
    results.solver.wallclock_time = sum(result.seconds.values())
    problem = results.problem
    problem.name = model.name
    problem.number_of_constraints = model.num_rows
    problem.number_of_variables = model.num_columns
    problem.number_of_integer_variables = int(model.integrality.sum())
    problem.number_of_nonzeros = model.num_nonzeros
    problem.number_of_objectives = 1
    problem.sense = pyo.maximize if model.maximize else pyo.minimize
    point = result.fun if result.status in _FEASIBLE else None
    ends = (point, result.dual_bound) if model.maximize else (result.dual_bound, point)
    problem.lower_bound = -math.inf if ends[0] is None else ends[0]
    problem.upper_bound = math.inf if ends[1] is None else ends[1]
    return results


def _load(theirs: Translation, model: Any, result: Result) -> None:
    """Set the values of the variables, and the suffixes that import."""
    if result.status in _FEASIBLE:
        _stale.StaleFlagManager.mark_all_as_stale()
        for variable, number in _values(theirs, result):
            variable.set_value(number, skip_validation=True)
    for suffix in model.component_objects(pyo.Suffix, active=True, descend_into=True):
        if suffix.local_name in SUFFIXES and suffix.import_enabled():
            suffix.clear()
            if suffix.parent_block() is model:
                suffix.update(_multipliers(theirs, result, suffix.local_name))


def _values(theirs: Translation, result: Result) -> list[tuple[Any, float]]:
    """The value of each variable that is used and not fixed."""
    assert result.x is not None
    found = zip(theirs.variables, result.x.tolist(), theirs.used, strict=True)
    return [(variable, value) for variable, value, used in found if used and not variable.fixed]


def _multipliers(theirs: Translation, result: Result, suffix: str) -> list[tuple[Any, float]]:
    """The dual of each constraint, or the reduced cost of each variable that is not fixed."""
    owners, values = theirs.constraints, result.duals
    if suffix == "rc":
        owners, values = theirs.variables, result.reduced_costs
    if values is None:
        return []
    pairs = zip(owners, values.tolist(), strict=True)
    if suffix == "rc":
        return [(owner, value) for owner, value in pairs if not owner.fixed]
    families, _ = theirs.families()
    members = zip(theirs.family_constraints, families, result.multipliers or (), strict=False)
    # The bound of their bodies is that of the least slack: raised by 1, it lowers b of "<=".
    return [
        *pairs,
        *(
            (owner, float(duals.dual.sum()) * (-1 if constraint.sense == "<=" else 1))
            for owner, constraint, duals in members
            if constraint.sense != "="
        ),
    ]


def _append(results: Any, theirs: Translation, result: Result) -> None:
    """Put the point into the results, as ``model.solutions.load_from`` takes it."""
    solution, names = _opt.Solution(), _symbols.SymbolMap()
    names.default_labeler = _symbols.NumericLabeler("x")
    for variable, number in _values(theirs, result):
        solution.variable[names.getSymbol(variable)] = {"Value": number}
    for owner, number in _multipliers(theirs, result, "dual"):
        solution.constraint[names.getSymbol(owner)] = {"Dual": number}
    optimal = result.status is Status.OPTIMAL
    solution.status = _opt.SolutionStatus.optimal if optimal else _opt.SolutionStatus.feasible
    solution.gap = result.gap
    results.solution.insert(solution)
    results._smap_id = id(names)
    results._smap = names
