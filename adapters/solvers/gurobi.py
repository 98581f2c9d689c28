"""Gurobi, with a licence of the user's (the extra ``gurobi``): whole models, and rows of oracles.

Rows of oracles go in by Gurobi's callback: as lazy constraints where a candidate violates them, and
at fractional solutions of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, eye_array, hstack

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
Callback = Callable[[Any, int], None]

STATUSES = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "INF_OR_UNBD": Status.INFEASIBLE_OR_UNBOUNDED,
    "UNBOUNDED": Status.UNBOUNDED,
    "NUMERIC": Status.NUMERICAL_ERROR,
    "SUBOPTIMAL": Status.NUMERICAL_ERROR,
}
LIMITS = {"TIME_LIMIT": TIME, "INTERRUPTED": INTERRUPTED, "MEM_LIMIT": "memory"}

NO_LICENCE, TOO_LARGE = 10009, 10010
"""Numbers of Gurobi's errors."""


def solve_mip(lazy: LazyModel, **options: Any) -> Result:
    """Solve a lazy model by Gurobi's branch and cut.

    Takes the arguments of `nzdd.adapters.solvers.callbacks.run.solve`, from `seed` on, and returns
    and raises the same.
    """
    return runs.solve(_Run, "gurobi", lazy, **options)


def add_rows(
    model: Any,
    variables: Sequence[Any],
    rows: RowOracle,
    callback: Callback | None = None,
    *,
    max_rows: int = MAX_ROWS,
) -> RowCallback:
    """Put all rows of an oracle into a gurobipy model of your own: ``model.optimize(callback)``.

    Parameters
    ----------
    model : gurobipy.Model
        With integer variables: Gurobi asks for no rows of linear programs.
    variables : sequence of gurobipy.Var, or gurobipy.MVar
        ``variables[j]`` is column j of the rows. The model may have others.
    rows : RowOracle
        A `ConstraintDiagram`, a `MatrixRows`, or anything with their methods.
    callback : callable, optional
        A callback of your own, or what an earlier call returned for another oracle: it is called
        first, with the same arguments.
    max_rows : int
        Rows taken of one point at most.

    Returns
    -------
    RowCallback
        What ``model.optimize`` must be called with, with the counts `rounds` and `rows_added`, and
        in `error` what an oracle raised: the solve then ends, and no further point is accepted.

    Raises
    ------
    TypeError
        If the model, a variable or the rows are something else.
    ValueError
        If the numbers of variables and columns differ, a variable is one of another model, or the
        model has no integer variables.
    MissingExtraError
        If gurobipy is not installed.

    Notes
    -----
    Sets ``LazyConstraints`` to 1, so that Gurobi leaves out reductions that overlook such rows, and
    nothing else. Rows given in callbacks do not count for a licence that is limited in size. The
    rows hold in a solve with this callback only.
    """
    gp = _gurobipy()
    check = _check_of(gp, model)
    listed = variables.reshape(-1).tolist() if isinstance(variables, gp.MVar) else list(variables)
    check_rows(rows, len(listed), max_rows)
    for variable in listed:
        check(variable)
    if not model.IsMIP:
        raise no_integers("Gurobi")
    model.Params.LazyConstraints = 1
    return RowCallback(gp.MVar.fromlist(listed), RowGiver((rows,), max_rows), callback)


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
    callback: Callback | None = None,
    max_rows: int = MAX_ROWS,
) -> RowCallback:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    model, callback, max_rows
        See `add_rows`.
    variables : {symbol: variable}, or sequence of variables
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
        What ``model.optimize`` must be called with.

    Raises
    ------
    TypeError, ValueError
        If something does not fit the family, or as by `add_rows`.
    """
    gp = _gurobipy()
    check = _check_of(gp, model)
    listed = variables.reshape(-1).tolist() if isinstance(variables, gp.MVar) else variables
    added = FamilyConstraint.on_variables(
        listed,
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=check,
        key=lambda variable: variable.index,
    )
    return add_rows(model, added.variables, added.rows, callback, max_rows=max_rows)


def _check_of(gp: Any, model: Any) -> Callable[[Any], None]:
    """A function that raises TypeError or ValueError for what is no variable of the model."""
    if not isinstance(model, gp.Model):
        raise TypeError(f"model must be a gurobipy.Model, not {type(model).__name__}")
    model.update()
    own = model.getVars()

    def check(variable: Any) -> None:
        if not isinstance(variable, gp.Var):
            raise TypeError(f"variables must be a sequence of gurobipy.Var; one is {variable!r}")
        place = variable.index
        if not 0 <= place < len(own) or not own[place].sameAs(variable):
            raise ValueError(
                f"variable {variable} belongs to another model; give what addVar of this model "
                "returned"
            )

    return check


class RowCallback:
    """A callback for ``model.optimize``, which gives Gurobi the rows that its points violate."""

    def __init__(self, variables: Any, rows: RowGiver, callback: Callback | None = None) -> None:
        self._variables, self._rows, self._callback = variables, rows, callback
        self._codes = _gurobipy().GRB.Callback
        self._optimal = _gurobipy().GRB.OPTIMAL
        self.error: BaseException | None = None

    @property
    def rounds(self) -> int:
        """The calls of the oracle for rows."""
        return self._rows.rounds

    @property
    def rows_added(self) -> int:
        """The number of different rows given."""
        return self._rows.rows_added

    def __call__(self, model: Any, where: int) -> None:
        """Answer Gurobi."""
        if self.error is not None:
            self._refuse(model, where)
            return
        try:
            if self._callback is not None:
                self._callback(model, where)
            self.give(model, where)
        except BaseException as error:
            self.error = error
            self._refuse(model, where)
            raise  # Gurobi prints it, and goes on

    def _refuse(self, model: Any, where: int) -> None:
        """End the solve, and accept no point, as nobody knows which rows it violates."""
        if where == self._codes.MIPSOL:
            model.cbLazy(0.0 * self._variables[0] >= 1.0)
        model.terminate()

    def give(self, model: Any, where: int) -> Floats | None:
        """Give the rows that a point violates; a candidate that violates none is returned."""
        if where == self._codes.MIPSOL:
            x = np.asarray(model.cbGetSolution(self._variables), np.float64)
            rows = self._rows.for_candidate(x)
            self._add(model, rows)
            return None if len(rows) else x
        relaxed = self.relaxed(model, where)
        if relaxed is not None and self._rows:
            node = int(model.cbGet(self._codes.MIPNODE_NODCNT))
            self._add(model, self._rows.for_relaxation(relaxed, node))
        return None

    def relaxed(self, model: Any, where: int) -> Floats | None:
        """The solution of a node's relaxation, where there is one."""
        if where != self._codes.MIPNODE:
            return None
        if model.cbGet(self._codes.MIPNODE_STATUS) != self._optimal:
            return None
        return np.asarray(model.cbGetNodeRel(self._variables), np.float64)

    def _add(self, model: Any, rows: SeparatedRows) -> None:
        # Lazy constraints at fractional points too: as cuts, which Gurobi takes for implied, they
        # would cut off points that satisfy all listed rows.
        for sense, side in (("<=", rows.upper), (">=", rows.lower)):
            some = np.flatnonzero(np.isfinite(side))
            if some.size:
                activity = csr_array(rows.matrix[some]) @ self._variables
                right = side[some]
                model.cbLazy(activity <= right if sense == "<=" else activity >= right)


class _Run:
    """See `nzdd.adapters.solvers.callbacks.run.Run`."""

    def __init__(self, core: LinearModel, options: RunOptions, watch: Watch) -> None:
        gp = self._gp = _gurobipy()
        self._core, self._options, self._watch = core, options, watch
        self._lock, self._running, self._rest = Lock(), False, ""
        try:
            self._env = gp.Env(params={"OutputFlag": 0})  # nothing on stdout, no banner either
        except gp.GurobiError as error:
            raise unlicensed("gurobi", error) from None
        model = self._model = gp.Model(env=self._env)
        parameters = model.Params
        parameters.MIPGap = options.gap
        parameters.IntFeasTol = 1e-6
        if options.time_limit is not None:
            parameters.TimeLimit = options.time_limit
        if options.threads is not None:
            parameters.Threads = options.threads
        if options.log is not None:
            parameters.LogToConsole = 0
            parameters.OutputFlag = 1
        if watch.rows:
            parameters.LazyConstraints = 1
        self._variables, self._rows, self._listed = fill(gp, model, core)
        if options.hint is not None:
            undefined = np.isnan(options.hint)
            self._variables.Start = np.where(undefined, gp.GRB.UNDEFINED, options.hint)
        self._callback = RowCallback(self._variables, watch.rows)

    def interrupt(self) -> None:
        """See `Run`."""
        with self._lock:
            if self._running:
                self._model.terminate()

    def solve(self) -> Outcome:
        """See `Run`."""
        gp = self._gp
        try:
            with self._lock:
                self._running = True
            self._model.optimize(self._called)
        except gp.GurobiError as error:
            if error.errno == TOO_LARGE:
                lazy = bool(self._watch.rows)
                raise too_small("gurobi", self._core, lazy=lazy) from None
            if error.errno == NO_LICENCE:  # pragma: no cover - found when the environment starts
                raise unlicensed("gurobi", error) from None
            return Outcome(Status.OTHER_ERROR, str(error))
        finally:
            with self._lock:
                self._running = False
        return self._outcome()

    def close(self) -> None:
        """See `Run`."""
        self._model.dispose()
        self._env.dispose()

    def _called(self, model: Any, where: int) -> None:
        """Gurobi's callback, whose exceptions end the solve."""
        codes, watch = self._gp.GRB.Callback, self._watch
        try:
            if where == codes.MESSAGE:
                self._hear(model.cbGet(codes.MSG_STRING))
                return
            if not watch.ended:
                self._watched(model, where)
        except BaseException as error:
            watch.fail(error)
        if watch.ended:
            model.terminate()

    def _watched(self, model: Any, where: int) -> None:
        codes, watch = self._gp.GRB.Callback, self._watch
        point = self._callback.give(model, where)
        if point is not None:
            watch.accept(point)
        relaxed = self._callback.relaxed(model, where)
        repaired = None if relaxed is None else watch.repaired(relaxed)
        if repaired is not None:
            model.cbSetSolution(self._variables, repaired)
            model.cbUseSolution()
        if where == codes.MIP:
            nodes = int(model.cbGet(codes.MIP_NODCNT))
            watch.progress(model.cbGet(codes.MIP_OBJBND), nodes)
        elif where != codes.MIPNODE:
            watch.progress(None, 0)

    def _hear(self, text: str) -> None:
        *lines, self._rest = (self._rest + text).split("\n")
        if self._options.log is not None:
            for line in lines:
                self._options.log(line)

    def _outcome(self) -> Outcome:
        model, core, codes = self._model, self._core, self._gp.GRB.Status
        names = [name for name in (*STATUSES, *LIMITS) if getattr(codes, name) == model.Status]
        name = names[0] if names else str(model.Status)
        x = self._variables.X if model.SolCount else None
        if core.is_mixed_integer:
            bound, nodes = model.ObjBound, int(model.NodeCount)
        else:
            bound, nodes = model.ObjVal if name == "OPTIMAL" else None, 0
        if bound is not None and abs(bound) >= self._gp.GRB.INFINITY:
            bound = None
        if name in LIMITS:
            x = x if core.is_mixed_integer else None
            return Outcome.at_limit(LIMITS[name], x, bound)
        duals = None
        if name == "OPTIMAL" and not core.is_mixed_integer:
            duals = np.zeros(core.num_rows)
            duals[self._listed] = self._rows.Pi if self._listed.size else 0.0
        status = STATUSES.get(name, Status.OTHER_ERROR)
        message = "" if name in STATUSES else f"Gurobi ended with status {name}"
        return Outcome(status, message, x, bound, None, duals, nodes, int(model.IterCount))


def fill(gp: Any, model: Any, core: LinearModel) -> tuple[Any, Any, NDArray[np.int64]]:
    """Variables, rows, and which rows of the core these are: those with a finite side.

    A row with two different sides gets a column for its activity, as Gurobi's own ranges do.
    """
    lower, upper = core.row_lower, core.row_upper
    listed = np.flatnonzero(np.isfinite(lower) | np.isfinite(upper))
    matrix, low, high = core.matrix[listed], lower[listed], upper[listed]
    ranged = np.flatnonzero(np.isfinite(low) & np.isfinite(high) & (low < high))
    variables = model.addMVar(
        core.num_columns,
        lb=core.lower,
        ub=core.upper,
        obj=core.objective,
        vtype=np.where(core.integrality, "I", "C"),
    )
    model.ObjCon = core.offset
    model.ModelSense = -1 if core.maximize else 1
    everything = variables
    sense = np.where(low == high, "=", np.where(np.isfinite(low), ">", "<"))
    right = np.where(np.isfinite(low), low, high)
    if ranged.size:
        activities = model.addMVar(ranged.size, lb=low[ranged], ub=high[ranged])
        everything = gp.concatenate((variables, activities))
        identity = eye_array(listed.size, format="csc")[:, ranged]
        matrix = csr_array(hstack((matrix, -identity), format="csr"))
        sense[ranged], right[ranged] = "=", 0.0
    rows = model.addMConstr(csr_array(matrix), everything, sense, right) if listed.size else None
    return variables, rows, listed


def _gurobipy() -> Any:
    return require("gurobipy", "the solver gurobi")
