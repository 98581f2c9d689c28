"""Rows of oracles in a gurobipy model of the user, found in its callback."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from nzdd import ZDD
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.solvers.callbacks.own_model import (
    check_rows,
    columns_of,
    earlier,
    gone,
    no_integers,
    of_another_model,
    overlooked,
    refuse_earlier,
)
from nzdd.adapters.solvers.callbacks.row_giver import RowGiver
from nzdd.adapters.solvers.callbacks.violated_rows import MAX_ROWS
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

Callback = Callable[[Any, int], None]

RESET = "call the model's reset() first"


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
        in `error` what was wrong in the last solve: what an oracle or your callback raised, or how
        the model was changed so that the rows do not fit it (see the notes). Gurobi prints it, and
        the solve ends with the status INTERRUPTED; no further point is accepted.

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
    Sets ``LazyConstraints`` to 1, so that Gurobi leaves out reductions and symmetry, which overlook
    such rows, and nothing else; forgets an earlier solution. Rows given in callbacks do not count
    for a licence that is limited in size. The rows hold in a solve with this callback only.

    Between two solves the model may be changed. Refused as the `error` are another model, as
    ``model.copy()``; a removed variable of the rows; a model without integer variables (of which a
    solve that Gurobi has done before keeps its status); ``LazyConstraints`` that is 0 again; a
    solution of a solve without the callback, unless ``model.reset()`` was called. Gurobi does not
    ask for rows where it finds the listed ones unbounded, and says so: give variables bounds.
    """
    gp = require("gurobipy", "the solver gurobi")
    check = _check_of(model)
    listed = _listed(variables)
    check_rows(rows, len(listed), max_rows)
    for variable in listed:
        check(variable)
    if not model.IsMIP:
        raise no_integers("Gurobi")
    model.Params.LazyConstraints = 1
    model.reset()  # an earlier solution may violate the rows, and Gurobi would return it again
    names = model.getAttr("VarName", listed)
    return RowCallback(gp.MVar.fromlist(listed), RowGiver((rows,), max_rows), callback, names)


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
    variables : {name or symbol: variable}, or a sequence of one variable a symbol
        The variable x[j] of each symbol, by its name where the family has names; None if it has its
        constant only.
    family : ZDD
        Of any number of members; they are never listed.
    b : float
    sense : {">=", "<=", "="}
    coefficients, constants : array of float, shape (num_symbols,), mapping from names, or float
        The numbers c and d.
    nominal : pairs of variable and coefficient, or {variable: coefficient}, optional
        Terms that every row has besides, such as ``[(t, 1)]`` of an epigraph variable t.

    Returns
    -------
    RowCallback
        As `add_rows`.

    Raises
    ------
    TypeError, ValueError
        As `add_rows`; or if something does not fit the family.

    Notes
    -----
    Time and memory O(nodes of the family + variables).
    """
    added = FamilyConstraint.on_variables(
        variables if hasattr(variables, "items") else _listed(variables),
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=_check_of(model),
        key=lambda variable: variable.index,
    )
    return add_rows(model, added.variables, added.rows, callback, max_rows=max_rows)


def _check_of(model: Any) -> Callable[[Any], None]:
    """A function that raises TypeError or ValueError unless its argument is of the model."""
    gp = require("gurobipy", "the solver gurobi")
    if not isinstance(model, gp.Model):
        raise TypeError(f"model must be a gurobipy.Model, not {type(model).__name__}")
    model.update()
    own = model.getVars()

    def check(variable: Any) -> None:
        if not isinstance(variable, gp.Var):
            raise TypeError(f"variables must be a sequence of gurobipy.Var; one is {variable!r}")
        if not _is_of(own, variable):
            raise ValueError(
                f"variable {variable} belongs to another model; give what addVar of this model "
                "returned"
            )

    return check


def _is_of(own: list[Any], variable: Any) -> bool:
    """Whether a variable is one of the variables of a model."""
    place = variable.index
    return 0 <= place < len(own) and bool(own[place].sameAs(variable))


def _listed(variables: Any) -> list[Any]:
    """A sequence or an MVar as a list of variables."""
    gp = require("gurobipy", "the solver gurobi")
    single: list[Any] = variables.reshape(-1).tolist() if isinstance(variables, gp.MVar) else []
    return single or list(variables)


class RowCallback:
    """A callback for ``model.optimize``, which gives Gurobi the rows that its points violate."""

    def __init__(
        self,
        variables: Any,
        rows: RowGiver,
        callback: Callback | None = None,
        names: Sequence[str] = (),
    ) -> None:
        self._variables, self._rows, self._callback = variables, rows, callback
        self._names = names
        gp = require("gurobipy", "the solver gurobi")
        self._codes, self._optimal = gp.GRB.Callback, gp.GRB.OPTIMAL
        self._gurobi_error = gp.GurobiError
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
        try:
            if self._begins(model, where):
                self.error = None
                self._check(model)
            if self.error is None:
                if self._callback is not None:
                    self._callback(model, where)
                self.give(model, where)
        except BaseException as error:
            self.error = error
            raise  # Gurobi prints it, and goes on
        finally:
            if self.error is not None:
                self._refuse(model, where)

    def _begins(self, model: Any, where: int) -> bool:
        """Whether a solve begins: Gurobi then says its name, with whatever OutputFlag."""
        if where != self._codes.MESSAGE:
            return False
        return str(model.cbGet(self._codes.MSG_STRING)).startswith("Gurobi Optimizer")

    def _check(self, model: Any) -> None:
        """Raise ValueError if the rows do not fit the model as it is now."""
        own = model.getVars()
        for name, variable in zip(self._names, self._variables.tolist(), strict=True):
            if variable.index < 0:
                raise gone(name, "add the rows anew, and solve with what that returns")
            if not _is_of(own, variable):
                raise of_another_model("call add_rows or add_family_constraint for it, too")
        if not model.IsMIP:
            raise no_integers("Gurobi")
        if model.Params.LazyConstraints != 1:
            raise overlooked("LazyConstraints", model.Params.LazyConstraints, 1)
        x = self._variables
        self._rows.fit(columns_of(x.LB, x.UB, np.isin(x.VType, ("B", "I"))))
        if model.SolCount:
            refuse_earlier(self._rows, self._variables.X, RESET)
        elif model.Status == self._optimal:  # an infeasible solve, gone on without the callback
            raise earlier(RESET)

    def _refuse(self, model: Any, where: int) -> None:
        """End the solve, and accept no point, as nobody knows which rows it violates."""
        model.terminate()
        if where == self._codes.MIPSOL:
            with suppress(self._gurobi_error):  # of a model that takes no rows
                model.cbLazy(0.0 * model.getVars()[0] >= 1.0)

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
