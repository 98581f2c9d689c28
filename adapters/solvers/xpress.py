"""Xpress, with a licence of the user's (the extra ``xpress``): whole models, and rows of oracles.

Rows of oracles go in by callbacks: candidates for a solution are rejected, and the solutions of
nodes cut off, where they violate rows.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csc_array

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
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "UNBOUNDED": Status.UNBOUNDED,
}
LIMITS = {"TIMELIMIT": TIME, "USER": INTERRUPTED, "CTRLC": INTERRUPTED, "MEMORYERROR": "memory"}

TOO_LARGE, NO_POINT = "?120 ", "?422 "
"""Numbers that begin Xpress's messages: about its licence, and that there is no point."""

FROM_NODE = 0
"""A candidate that is the solution of a node's relaxation."""

IMPLICIT_ROWS = (
    "presolve",
    "mippresolve",
    "rootpresolve",
    "mipdualreductions",
    "symmetry",
    "miprestart",
)
"""Controls that must be 0 where rows come in callbacks."""

INFINITE = 1e20


def solve_mip(lazy: LazyModel, **options: Any) -> Result:
    """Solve a lazy model by Xpress's branch and cut.

    Takes the arguments of `nzdd.adapters.solvers.callbacks.run.solve`, from `seed` on, and returns
    and raises the same.
    """
    return runs.solve(_Run, "xpress", lazy, **options)


def add_rows(
    model: Any, variables: Sequence[Any], rows: RowOracle, *, max_rows: int = MAX_ROWS
) -> RowCallbacks:
    """Put all rows of an oracle into an Xpress problem of your own, and call its ``optimize()``.

    Call it once for each oracle; callbacks of your own stay.

    Parameters
    ----------
    model : xpress.problem
        With integer variables: Xpress asks for no rows of linear programs.
    variables : sequence of xpress.var, or an array of them
        ``variables[j]`` is column j of the rows. The problem may have others.
    rows : RowOracle
        A `ConstraintDiagram`, a `MatrixRows`, or anything with their methods.
    max_rows : int
        Rows taken of one point at most.

    Returns
    -------
    RowCallbacks
        The callbacks, with the counts `rounds` and `rows_added`. ``optimize()`` raises what an
        oracle raises.

    Raises
    ------
    TypeError
        If the model, a variable or the rows are something else.
    ValueError
        If the numbers of variables and columns differ, a variable is one of another problem, or the
        problem has no integer variables.
    MissingExtraError
        If xpress is not installed.

    Notes
    -----
    Sets the controls `IMPLICIT_ROWS` to 0, and nothing else: presolve, dual reductions and symmetry
    look at listed rows only, and would cut optima off. Rows given in callbacks do not
    count for a licence that is limited in size.
    """
    check = _check_of(_xpress(), model)
    listed = np.asarray(variables, object).reshape(-1).tolist()
    check_rows(rows, len(listed), max_rows)
    for variable in listed:
        check(variable)
    columns = [variable.index for variable in listed]
    if not model.attributes.mipents:
        raise no_integers("Xpress")
    own = RowCallbacks(columns, RowGiver((rows,), max_rows))
    _keep_implicit_rows(model)
    model.addPreIntsolCallback(own.candidate)
    model.addOptnodeCallback(own.node)
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
    max_rows: int = MAX_ROWS,
) -> RowCallbacks:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    model, max_rows
        See `add_rows`.
    variables : {symbol: variable}, or sequence of xpress.var
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
    RowCallbacks
        As by `add_rows`.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, or as by `add_rows`.
    """
    check = _check_of(_xpress(), model)
    added = FamilyConstraint.on_variables(
        variables,
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=check,
    )
    return add_rows(model, added.variables, added.rows, max_rows=max_rows)


def _check_of(xpress: Any, model: Any) -> Callable[[Any], None]:
    """A function that raises TypeError or ValueError for what is no variable of the problem."""
    if not isinstance(model, xpress.problem):
        raise TypeError(f"model must be an xpress.problem, not {type(model).__name__}")

    def check(variable: Any) -> None:
        if not isinstance(variable, xpress.var):
            raise TypeError(f"variables must be a sequence of xpress.var; one is {variable!r}")
        place = variable.index
        if place >= model.attributes.cols or model.getVariable(place) is not variable:
            raise ValueError(
                f"variable {variable.name!r} belongs to another problem; give what addVariable of "
                "this problem returned"
            )

    return check


class RowCallbacks:
    """Callbacks that give Xpress the rows that its points violate."""

    def __init__(self, columns: Sequence[int], rows: RowGiver) -> None:
        self._columns, self._rows = np.array(columns, np.int64), rows
        self._solver_error = _xpress().SolverError

    @property
    def rounds(self) -> int:
        """The calls of the oracle for rows."""
        return self._rows.rounds

    @property
    def rows_added(self) -> int:
        """The number of different rows given."""
        return self._rows.rows_added

    def candidate(self, model: Any, data: Any, kind: int, cutoff: float) -> tuple[int, None]:
        """Reject a candidate that violates a row, or cut it off where it is that of a node."""
        x = self.point(model)
        rows = None if x is None else self._rows.for_candidate(x)
        if rows is None or not len(rows):
            return 0, None
        if kind != FROM_NODE:
            return 1, None
        # Rejected, the node would be dropped with all the points in it.
        self._cut(model, rows)
        return 0, None

    def node(self, model: Any, data: Any) -> int:
        """Cut off the solution of a node's relaxation."""
        x, number = self.point(model), int(model.attributes.currentnode)
        if x is not None:
            self._cut(model, self._rows.for_relaxation(x, 0 if number <= 1 else number))
        return 0

    def point(self, model: Any) -> Floats | None:
        """The values of the columns at the point of a callback.

        None where another callback has cut it off: Xpress will come again with another point.
        """
        try:
            return np.asarray(model.getCallbackSolution(), np.float64)[self._columns]
        except self._solver_error as error:
            if str(error).startswith(NO_POINT):
                return None
            raise

    def _cut(self, model: Any, rows: SeparatedRows) -> None:
        """Add rows to the node; a row with two sides goes in twice."""
        start, columns = rows.matrix.indptr.tolist(), self._columns[rows.matrix.indices].tolist()
        values = rows.matrix.data.tolist()
        types: list[str] = []
        sides: list[float] = []
        begins, indices, coefficients = [0], [], []
        for kind, side in (("G", rows.lower), ("L", rows.upper)):
            for row in np.flatnonzero(np.isfinite(side)).tolist():
                span = slice(start[row], start[row + 1])
                types.append(kind)
                sides.append(float(side[row]))
                indices.extend(columns[span])
                coefficients.extend(values[span])
                begins.append(len(indices))
        if types:
            model.addCuts([0] * len(types), types, sides, begins, indices, coefficients)


class _Run:
    """See `nzdd.adapters.solvers.callbacks.run.Run`."""

    def __init__(self, core: LinearModel, options: RunOptions, watch: Watch) -> None:
        xpress = self._xpress = _xpress()
        self._core, self._options, self._watch = core, options, watch
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that the licence is the free one
                model = self._model = xpress.problem()
        except (xpress.InterfaceError, xpress.SolverError) as error:  # pragma: no cover
            raise unlicensed("xpress", error) from None
        model.setOutputEnabled(False)
        controls = model.controls
        controls.miprelstop = options.gap
        controls.miptol = 1e-6
        controls.miprelcutoff = controls.mipaddcutoff = 0.0  # which would widen the gap
        if options.time_limit is not None:
            controls.timelimit = options.time_limit
        if options.threads is not None:
            controls.threads = options.threads
        if options.log is not None:
            model.addMessageCallback(self._hear)
        model.addCheckTimeCallback(self._tick)
        self._rows = RowCallbacks(range(core.num_columns), watch.rows)
        if core.is_mixed_integer:
            model.addIntsolCallback(self._incumbent)
            if watch.rows:
                _keep_implicit_rows(model)
                model.addPreIntsolCallback(self._candidate)
                model.addOptnodeCallback(self._node)

    def interrupt(self) -> None:
        """See `Run`."""
        self._model.interrupt()

    def solve(self) -> Outcome:
        """See `Run`."""
        model = self._model
        try:
            self._listed = _fill(self._xpress, model, self._core)
            if self._options.hint is not None:
                known = np.flatnonzero(~np.isnan(self._options.hint))
                model.addMipSol(self._options.hint[known], known, "hint")
            if not self._watch.ended:
                model.optimize()
        except (self._xpress.SolverError, self._xpress.InterfaceError) as error:
            if str(error).startswith(TOO_LARGE):
                raise too_small("xpress", self._core, lazy=bool(self._watch.rows)) from None
            return Outcome(Status.OTHER_ERROR, " ".join(str(error).split()))
        return self._outcome()

    def close(self) -> None:
        """See `Run`."""
        self._model.reset()

    def _tick(self, model: Any, data: Any) -> None:
        """Xpress calls this now and then."""
        try:
            watch = self._watch
            if self._core.is_mixed_integer:
                bound, nodes = model.attributes.bestbound, model.attributes.nodes
                watch.progress(None if abs(bound) >= INFINITE else bound, int(nodes))
            else:
                watch.progress(None, 0)
        except BaseException as error:
            watch.fail(error)
        if watch.ended:
            self._model.interrupt()

    def _candidate(self, model: Any, data: Any, kind: int, cutoff: float) -> tuple[int, None]:
        try:
            return self._rows.candidate(model, data, kind, cutoff)
        except BaseException as error:
            self._fail(error)
            return 1, None

    def _node(self, model: Any, data: Any) -> int:
        try:
            x = self._rows.point(model)
            answer = self._rows.node(model, data)
            repaired = None if x is None else self._watch.repaired(x)
            if repaired is not None:
                model.addMipSol(repaired)
        except BaseException as error:
            self._fail(error)
            return 1
        return answer

    def _incumbent(self, model: Any, data: Any) -> None:
        try:
            x = self._rows.point(model)
            if x is not None:
                self._watch.accept(x)
        except BaseException as error:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self._watch.fail(error)
        self._model.interrupt()

    def _hear(self, model: Any, data: Any, text: str | None, kind: int) -> None:
        if self._options.log is not None and text:
            for line in text.splitlines():
                self._options.log(line)

    def _outcome(self) -> Outcome:
        model, core = self._model, self._core
        attributes = model.attributes
        name, stop = attributes.solstatus.name, attributes.stopstatus
        iterations, nodes = int(attributes.simplexiter), 0
        x = bound = duals = None
        if name in {"OPTIMAL", "FEASIBLE"}:
            x = np.array(model.getSolution())
        if core.is_mixed_integer:
            nodes, bound = int(attributes.nodes), attributes.bestbound
            bound = None if abs(bound) >= INFINITE else bound
        elif name == "OPTIMAL":
            bound, duals = attributes.objval, np.zeros(core.num_rows)
            duals[self._listed] = model.getDuals() if self._listed.size else []
        if attributes.solvestatus.name == "COMPLETED" and name in STATUSES:
            return Outcome(STATUSES[name], "", x, bound, None, duals, nodes, iterations)
        limit = LIMITS.get(self._xpress.StopType(stop).name)
        if self._watch.ended:
            limit = INTERRUPTED
        if limit is not None:
            return Outcome.at_limit(limit, x if core.is_mixed_integer else None, bound)
        if name == "OPTIMAL":  # the gap is closed as far as asked for
            return Outcome(Status.OPTIMAL, "", x, bound, None, duals, nodes, iterations)
        failed = attributes.solvestatus.name == "FAILED"
        status = Status.NUMERICAL_ERROR if failed else Status.OTHER_ERROR
        return Outcome(status, f"Xpress ended with status {name}", None, None)


def _fill(xpress: Any, model: Any, core: LinearModel) -> NDArray[np.int64]:
    """Load the model; return which rows: those with a finite side."""
    lower, upper = core.row_lower, core.row_upper
    listed = np.flatnonzero(np.isfinite(lower) | np.isfinite(upper))
    matrix = csc_array(core.matrix[listed])
    low, high = lower[listed], upper[listed]
    kinds = np.where(low == high, "E", np.where(np.isfinite(low), "G", "L"))
    ranged = np.isfinite(low) & np.isfinite(high) & (low < high)
    kinds[ranged] = "R"
    with np.errstate(invalid="ignore"):
        width = np.where(ranged, high - low, 0.0)
    integer = np.flatnonzero(core.integrality)
    model.loadMIP(
        "",
        kinds,
        np.where(np.isfinite(high), high, low),
        width,
        core.objective,
        matrix.indptr,
        None,
        matrix.indices,
        matrix.data,
        np.clip(core.lower, -INFINITE, INFINITE),
        np.clip(core.upper, -INFINITE, INFINITE),
        np.full(integer.size, "I"),
        integer,
    )
    if core.offset:
        model.chgObj([-1], [-core.offset])
    if core.maximize:
        model.chgObjSense(xpress.maximize)
    return listed


def _keep_implicit_rows(model: Any) -> None:
    """Switch off what overlooks rows that are not listed; the columns stay as they are.

    Xpress 9.9 may crash where it translates a row for its presolved problem.
    """
    for control in IMPLICIT_ROWS:
        model.setControl(control, 0)


def _xpress() -> Any:
    return require("xpress", "the solver xpress")
