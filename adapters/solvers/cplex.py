"""CPLEX, with a licence of the user's (the extra ``cplex``): whole models, and rows of oracles.

Rows of oracles go in by the generic callback: candidates for a solution, and unbounded directions,
are rejected by the rows that they violate; fractional solutions of nodes are cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import ZDD
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.solvers.callbacks import run as runs
from nzdd.adapters.solvers.callbacks.licence import too_small, unlicensed
from nzdd.adapters.solvers.callbacks.own_model import check_rows, no_integers
from nzdd.adapters.solvers.callbacks.row_giver import MAX_ROWS, RowGiver
from nzdd.adapters.solvers.callbacks.run import Outcome, RunOptions
from nzdd.adapters.solvers.callbacks.watch import Watch
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

Floats = NDArray[np.float64]

STATUSES = {
    "optimal": Status.OPTIMAL,
    "MIP_optimal": Status.OPTIMAL,
    "optimal_tolerance": Status.OPTIMAL,
    "infeasible": Status.INFEASIBLE,
    "MIP_infeasible": Status.INFEASIBLE,
    "infeasible_or_unbounded": Status.INFEASIBLE_OR_UNBOUNDED,
    "MIP_infeasible_or_unbounded": Status.INFEASIBLE_OR_UNBOUNDED,
    "unbounded": Status.UNBOUNDED,
    "MIP_unbounded": Status.UNBOUNDED,
    "relaxation_unbounded": Status.INFEASIBLE_OR_UNBOUNDED,
    "optimal_infeasible": Status.NUMERICAL_ERROR,
    "MIP_optimal_infeasible": Status.NUMERICAL_ERROR,
    "num_best": Status.NUMERICAL_ERROR,
}
LIMITS = {
    "abort_time_limit": TIME,
    "MIP_time_limit_feasible": TIME,
    "MIP_time_limit_infeasible": TIME,
    "abort_user": INTERRUPTED,
    "MIP_abort_feasible": INTERRUPTED,
    "MIP_abort_infeasible": INTERRUPTED,
    "mem_limit_feasible": "memory",
    "mem_limit_infeasible": "memory",
}

TOO_LARGE, LICENCES = 1016, range(32000, 33000)
"""Numbers of CPLEX's errors."""

PURGE = 1
"""A user cut may be dropped again where it no longer binds."""


def solve_mip(lazy: LazyModel, **options: Any) -> Result:
    """Solve a lazy model by CPLEX's branch and cut.

    Takes the arguments of `nzdd.adapters.solvers.callbacks.run.solve`, from `seed` on, and returns
    and raises the same.
    """
    return runs.solve(_Run, "cplex", lazy, **options)


def add_rows(
    model: Any,
    variables: Sequence[int | str],
    rows: RowOracle,
    callback: Any = None,
    *,
    contexts: int = 0,
    max_rows: int = MAX_ROWS,
) -> RowCallback:
    """Put all rows of an oracle into a CPLEX model of your own, and call its ``solve()``.

    Parameters
    ----------
    model : cplex.Cplex
        With integer variables: CPLEX asks for no rows of linear programs. For a docplex model give
        its ``get_cplex()``.
    variables : sequence of int or str
        Index or name of each variable: ``variables[j]`` is column j of the rows. The model may have
        others.
    rows : RowOracle
        A `ConstraintDiagram`, a `MatrixRows`, or anything with their methods.
    callback, contexts : object and int, optional
        A generic callback of your own and its contexts, as for ``set_callback``; or what an earlier
        call returned for another oracle. CPLEX has one callback a model: it is called first.
    max_rows : int
        Rows taken of one point at most.

    Returns
    -------
    RowCallback
        Which the model has as its callback now; with the counts `rounds` and `rows_added`, and in
        `error` what an oracle raised: the solve then ends, and no further point is accepted.

    Raises
    ------
    TypeError
        If the model, a variable or the rows are something else.
    ValueError
        If the numbers of variables and columns differ, the model has no such variable, or no
        integer variables.
    MissingExtraError
        If cplex is not installed.

    Notes
    -----
    Sets ``preprocessing.reduce`` to 1 and ``preprocessing.symmetry`` to 0, and nothing else: other
    reductions look at listed rows only, and would cut optima off. Rows given in callbacks do not
    count for a licence that is limited in size.
    """
    index = _index_of(_cplex(), model)
    check_rows(rows, len(variables), max_rows)
    indices = [index(variable) for variable in variables]
    if not model.variables.get_num_integer() + model.variables.get_num_binary():
        raise no_integers("CPLEX")
    _keep_implicit_rows(model)
    own = RowCallback(indices, RowGiver((rows,), max_rows), callback, contexts)
    model.set_callback(own, own.contexts)
    return own


def add_family_constraint(
    model: Any,
    variables: Any,
    family: ZDD,
    b: float,
    sense: Sense = ">=",
    *,
    coefficients: ArrayLike = 1.0,
    constants: ArrayLike = 0.0,
    nominal: Any = None,
    callback: Any = None,
    contexts: int = 0,
    max_rows: int = MAX_ROWS,
) -> RowCallback:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    model, callback, contexts, max_rows
        See `add_rows`.
    variables : {symbol: variable}, or sequence of int or str
        The variable x[j] of each symbol. A symbol that is missing, or None in the sequence, has
        only its constant.
    family, b, sense
        Of any number of members; they are never listed.
    coefficients, constants : array of float, shape (num_symbols,), or float
        The numbers c and d.
    nominal : {variable: coefficient} or pairs, optional
        Terms that every row has besides, such as ``{t: 1}`` of an epigraph variable t.

    Returns
    -------
    RowCallback
        As by `add_rows`.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, or as by `add_rows`.
    """
    index = _index_of(_cplex(), model)
    added = FamilyConstraint.on_variables(
        variables,
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=index,
        key=index,
    )
    return add_rows(
        model, added.variables, added.rows, callback, contexts=contexts, max_rows=max_rows
    )


def _index_of(cplex: Any, model: Any) -> Callable[[Any], int]:
    """The index of a variable of the model; raises TypeError or ValueError if it is none."""
    if not isinstance(model, cplex.Cplex):
        raise TypeError(f"model must be a cplex.Cplex, not {type(model).__name__}")
    count = model.variables.get_num()

    def index(variable: Any) -> int:
        if not isinstance(variable, (int, np.integer, str)):
            raise TypeError(f"variables must be indices or names; one is {variable!r}")
        place = variable
        if isinstance(variable, str):
            try:
                place = model.variables.get_indices(variable)
            except cplex.exceptions.CplexError:
                raise ValueError(f"the model has no variable {variable!r}") from None
        if not 0 <= place < count:
            raise ValueError(f"the model has {count} variables, and none with index {place}")
        return int(place)

    return index


class RowCallback:
    """A generic callback, which gives CPLEX the rows that its points violate."""

    def __init__(
        self, indices: list[int], rows: RowGiver, callback: Any = None, contexts: int = 0
    ) -> None:
        self._indices, self._columns = indices, np.array(indices, np.int64)
        self._rows, self._callback = rows, callback
        self._pair, self._codes = _cplex().SparsePair, _cplex().callbacks.Context
        self._theirs = getattr(callback, "contexts", contexts)
        self.contexts = self._codes.id.candidate | self._codes.id.relaxation | self._theirs
        self.error: BaseException | None = None

    @property
    def rounds(self) -> int:
        """The calls of the oracle for rows."""
        return self._rows.rounds

    @property
    def rows_added(self) -> int:
        """The number of different rows given."""
        return self._rows.rows_added

    def invoke(self, context: Any) -> None:
        """Answer CPLEX."""
        if self.error is None:
            try:
                if self._callback is not None and context.get_id() & self._theirs:
                    self._callback.invoke(context)
                self.give(context)
            except BaseException as error:
                self.error = error
        if self.error is not None:
            if context.in_candidate():
                context.reject_candidate()
            context.abort()
            raise self.error

    def give(self, context: Any) -> Floats | None:
        """Give the rows that a point violates; a candidate that violates none is returned."""
        if context.in_candidate():
            if context.is_candidate_ray():
                ray = np.array(context.get_candidate_ray(self._indices))
                self._reject(context, self._rows.for_ray(ray))
                return None
            x = np.array(context.get_candidate_point(self._indices))
            rows = self._rows.for_candidate(x)
            self._reject(context, rows)
            return None if len(rows) else x
        if context.in_relaxation():
            x = np.array(context.get_relaxation_point(self._indices))
            at_root = context.get_long_info(self._codes.info.node_depth) == 0
            node = 0 if at_root else 1 + context.get_long_info(self._codes.info.node_uid)
            pairs, senses, sides = self._listed(self._rows.for_relaxation(x, node))
            if pairs:
                count = len(pairs)
                context.add_user_cuts(pairs, senses, sides, [PURGE] * count, [False] * count)
        return None

    def _reject(self, context: Any, rows: SeparatedRows) -> None:
        if len(rows):
            context.reject_candidate(*self._listed(rows))

    def _listed(self, rows: SeparatedRows) -> tuple[list[Any], str, list[float]]:
        """Rows as CPLEX takes them, which has no arrays here; two for a row with two sides."""
        start, columns = rows.matrix.indptr.tolist(), self._columns[rows.matrix.indices].tolist()
        values = rows.matrix.data.tolist()
        pairs, senses, sides = [], "", []
        for sense, side in (("G", rows.lower), ("L", rows.upper)):
            for row in np.flatnonzero(np.isfinite(side)).tolist():
                span = slice(start[row], start[row + 1])
                pairs.append(self._pair(columns[span], values[span]))
                senses += sense
                sides.append(float(side[row]))
        return pairs, senses, sides


class _Run:
    """See `nzdd.adapters.solvers.callbacks.run.Run`."""

    def __init__(self, core: LinearModel, options: RunOptions, watch: Watch) -> None:
        cplex = self._cplex = _cplex()
        self._core, self._options, self._watch = core, options, watch
        try:
            model = self._model = cplex.Cplex()
        except cplex.exceptions.CplexError as error:  # pragma: no cover - depends on the licence
            raise unlicensed("cplex", error) from None
        log = _Log(options.log) if options.log is not None else None
        model.set_log_stream(log)
        model.set_results_stream(log)
        model.set_warning_stream(None)
        model.set_error_stream(None)
        self._aborter = model.use_aborter(cplex.Aborter()) or model.get_aborter()
        parameters = model.parameters
        parameters.mip.tolerances.mipgap.set(min(1.0, options.gap))
        parameters.mip.tolerances.integrality.set(1e-6)
        if options.time_limit is not None:
            parameters.timelimit.set(options.time_limit)
        if options.threads is not None:
            parameters.threads.set(options.threads)
        self._columns = list(range(core.num_columns))
        _fill(cplex, model, core)
        if options.hint is not None:
            known = np.flatnonzero(~np.isnan(options.hint))
            start = cplex.SparsePair(known.tolist(), options.hint[known].tolist())
            model.MIP_starts.add(start, model.MIP_starts.effort_level.auto)
        self._codes = cplex.callbacks.Context
        self._callback = RowCallback(self._columns, watch.rows)
        if core.is_mixed_integer:
            contexts = self._codes.id.global_progress
            if watch.rows:
                contexts |= self._callback.contexts
                _keep_implicit_rows(model)
            model.set_callback(self, contexts)

    def interrupt(self) -> None:
        """See `Run`."""
        self._aborter.abort()

    def solve(self) -> Outcome:
        """See `Run`."""
        try:
            self._model.solve()
        except self._cplex.exceptions.CplexError as error:
            number = error.args[2] if len(error.args) > 2 else 0
            if number == TOO_LARGE:
                lazy = bool(self._watch.rows)
                raise too_small("cplex", self._core, lazy=lazy) from None
            if number in LICENCES:  # pragma: no cover - depends on the licence
                raise unlicensed("cplex", error) from None
            return Outcome(Status.OTHER_ERROR, " ".join(str(error).split()))
        return self._outcome()

    def close(self) -> None:
        """See `Run`."""
        self._model.end()

    def invoke(self, context: Any) -> None:
        """CPLEX's callback, whose exceptions end the solve."""
        watch = self._watch
        try:
            if not watch.ended:
                self._watched(context)
        except BaseException as error:
            watch.fail(error)
        if watch.ended:
            if context.in_candidate() and watch.error is not None:
                context.reject_candidate()
            context.abort()

    def _watched(self, context: Any) -> None:
        info, watch = self._codes.info, self._watch
        if watch.rows:
            point = self._callback.give(context)
            if point is not None:
                watch.accept(point)
            if context.in_relaxation():
                repaired = watch.repaired(np.array(context.get_relaxation_point()))
                if repaired is not None:
                    point = self._cplex.SparsePair(self._columns, repaired.tolist())
                    value = self._core.objective_value(repaired)
                    strategy = context.solution_strategy.check_feasible
                    context.post_heuristic_solution(point, value, strategy)
        elif context.in_global_progress() and context.get_int_info(info.feasible):
            watch.accept(np.array(context.get_incumbent()))
        bound = context.get_double_info(info.best_bound)
        watch.progress(bound, context.get_long_info(info.node_count))

    def _outcome(self) -> Outcome:
        solution, core = self._model.solution, self._core
        number, codes = solution.get_status(), solution.status
        names = [name for name in (*STATUSES, *LIMITS) if getattr(codes, name) == number]
        name = names[0] if names else solution.get_status_string()
        x = np.array(solution.get_values()) if solution.is_primal_feasible() else None
        iterations, nodes = int(solution.progress.get_num_iterations()), 0
        bound = duals = None
        if core.is_mixed_integer:
            nodes = int(solution.progress.get_num_nodes_processed())
            if STATUSES.get(name, Status.OPTIMAL) is Status.OPTIMAL:
                bound = solution.MIP.get_best_objective()
                bound = bound if abs(bound) < self._cplex.infinity else None
        elif name == "optimal":
            bound = solution.get_objective_value()
            duals = np.array(solution.get_dual_values())
        if name in LIMITS:
            x = x if core.is_mixed_integer else None
            return Outcome.at_limit(LIMITS[name], x, bound)
        message = "" if name in STATUSES else f"CPLEX ended with status {name!r}"
        status = STATUSES.get(name, Status.OTHER_ERROR)
        return Outcome(status, message, x, bound, None, duals, nodes, iterations)


class _Log:
    """A stream of which each line goes to a function."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log, self._rest = log, ""

    def write(self, text: str) -> None:
        """Take text."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._log(line)

    def flush(self) -> None:
        """Nothing waits."""


def _fill(cplex: Any, model: Any, core: LinearModel) -> None:
    """Columns and rows; rows without a finite side are ranges without end."""

    def finite(values: Floats) -> list[float]:
        clipped: list[float] = np.clip(values, -cplex.infinity, cplex.infinity).tolist()
        return clipped

    kinds = (
        {"types": np.where(core.integrality, "I", "C").tolist()} if core.is_mixed_integer else {}
    )
    model.variables.add(
        obj=core.objective.tolist(), lb=finite(core.lower), ub=finite(core.upper), **kinds
    )
    model.objective.set_offset(core.offset)
    if core.maximize:
        model.objective.set_sense(model.objective.sense.maximize)
    low, high = core.row_lower, core.row_upper
    ranged = np.isfinite(low) & np.isfinite(high) & (low < high)
    sense = np.where(low == high, "E", np.where(np.isfinite(low), "G", "L"))
    sense[ranged] = "R"
    with np.errstate(invalid="ignore"):
        width = np.where(ranged, high - low, 0.0)
    model.linear_constraints.add(
        rhs=finite(np.where(np.isfinite(low), low, high)),
        senses="".join(sense.tolist()),
        range_values=width.tolist(),
    )
    if core.num_nonzeros:
        row = np.repeat(np.arange(core.num_rows), np.diff(core.matrix.indptr))
        entries = zip(
            row.tolist(), core.matrix.indices.tolist(), core.matrix.data.tolist(), strict=True
        )
        model.linear_constraints.set_coefficients(entries)


def _keep_implicit_rows(model: Any) -> None:
    """Switch off what overlooks rows that are not listed: dual reductions and symmetry."""
    model.parameters.preprocessing.reduce.set(1)
    model.parameters.preprocessing.symmetry.set(0)


def _cplex() -> Any:
    return require("cplex", "the solver cplex")
