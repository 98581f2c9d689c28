"""Rows of oracles in an Xpress problem of the user, found in its callbacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nzdd import ZDD
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.solvers.callbacks.own_model import (
    check_rows,
    gone,
    no_integers,
    of_another_model,
    overlooked,
)
from nzdd.adapters.solvers.callbacks.row_giver import RowGiver
from nzdd.adapters.solvers.callbacks.violated_rows import MAX_ROWS, one_sided
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

Verdict = tuple[int | None, None]

NO_POINT = "?422 ", "Solution is not available"
"""How Xpress's messages begin that there is no point."""

LAST = -1_000_000
"""The priority of a callback that is called after others, so that they cannot overrule it."""

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

TOLERANCES, TIGHT = ("feastol", "miptol"), 1e-9
"""Controls, and how far from an integer a column may be, so that a row of large coefficients is not
satisfied by that. Its callbacks do not tell bounds, by which others get smaller coefficients."""

SET_BY_XPRESS = {"mippresolve": 8}
"""Bits of controls that Xpress sets itself while it solves problems with continuous variables."""

ANEW = "call remove(problem) of what add_rows returned, and add the rows anew"


def add_rows(
    model: Any, variables: Sequence[Any], rows: RowOracle, *, max_rows: int = MAX_ROWS
) -> OwnRows:
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
    OwnRows
        The callbacks, with the counts `rounds` and `rows_added`, and ``remove(problem)``, which
        takes the rows out again. ``optimize()`` raises what an oracle raises.

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
    Sets the controls `IMPLICIT_ROWS` to 0 and `TOLERANCES` to 1e-9, and nothing else: presolve,
    dual reductions and symmetry look at listed rows only, and would cut optima off. Forgets an
    earlier solution. Rows given in callbacks do not count for a licence that is limited in size.

    Between two solves the problem may be changed; rows stay with their variables, wherever these
    are. ``optimize()`` raises ValueError if one of them was deleted, if no integer variables are
    left, if one of the controls is not 0, and in a copy, where Xpress keeps the callbacks: call
    ``remove(copy)``, and add the rows for its variables. After an exception call ``postSolve()``
    before you change the problem. Xpress does not ask for rows where it finds the listed ones
    unbounded, and says so: give variables bounds.
    """
    place = _place_of(model)
    listed = np.asarray(variables, object).reshape(-1).tolist()
    check_rows(rows, len(listed), max_rows)
    for variable in listed:
        place(variable)
    if not model.attributes.mipents:
        raise no_integers("Xpress")
    own = OwnRows(listed, RowGiver((rows,), max_rows))
    keep_implicit_rows(model)
    for control in TOLERANCES:
        model.setControl(control, TIGHT)
    # A change, if only to what it is, so that Xpress forgets an earlier solution and tree.
    model.postSolve()
    model.chgBounds([0], ["U"], model.getUB(0, 0))
    own.put_into(model)
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
) -> OwnRows:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    model, max_rows
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
    nominal : {variable: coefficient}, or pairs of them, optional
        Terms that every row has besides, such as ``{t: 1}`` of an epigraph variable t.

    Returns
    -------
    OwnRows
        As `add_rows`.

    Raises
    ------
    TypeError, ValueError
        As `add_rows`; or if something does not fit the family.

    Notes
    -----
    Time and memory O(nodes of the family + variables).
    """
    place = _place_of(model)
    added = FamilyConstraint.on_variables(
        variables,
        family,
        b,
        sense,
        coefficients=coefficients,
        constants=constants,
        nominal=nominal,
        check=place,
        key=place,
    )
    return add_rows(model, added.variables, added.rows, max_rows=max_rows)


def _place_of(model: Any) -> Callable[[Any], int]:
    """The function from a variable to its index; TypeError or ValueError if it is not one."""
    xpress = require("xpress", "the solver xpress")
    if not isinstance(model, xpress.problem):
        raise TypeError(f"model must be an xpress.problem, not {type(model).__name__}")

    def place(variable: Any) -> int:
        if not isinstance(variable, xpress.var):
            raise TypeError(f"variables must be a sequence of xpress.var; one is {variable!r}")
        found = int(variable.index)
        if found >= model.attributes.cols or model.getVariable(found) is not variable:
            raise ValueError(
                f"variable {variable.name!r} belongs to another problem; give what addVariable of "
                "this problem returned"
            )
        return found

    return place


class RowCallbacks:
    """Callbacks that give Xpress the rows that its points violate."""

    def __init__(self, columns: ArrayLike, rows: RowGiver) -> None:
        self._columns, self._rows = np.array(columns, np.int64), rows
        xpress = require("xpress", "the solver xpress")
        self._errors = xpress.SolverError, xpress.ModelError

    @property
    def rounds(self) -> int:
        """The calls of the oracle for rows."""
        return self._rows.rounds

    @property
    def rows_added(self) -> int:
        """The number of different rows given."""
        return self._rows.rows_added

    def candidate(self, model: Any, data: Any, kind: int, cutoff: float) -> Verdict:
        """Reject a candidate that violates a row, or cut it off where it is that of a node.

        No opinion is None: 0 would take back what another callback has rejected.
        """
        x = self.point(model)
        if x is None:
            return None, None
        if kind != FROM_NODE:
            return (1 if len(self._rows.violated(x)) else None), None
        # Rejected, the node would be dropped with all the points in it.
        self._cut(model, self._rows.for_candidate(x))
        return None, None

    def node(self, model: Any, data: Any) -> None:
        """Cut off the solution of a node's relaxation."""
        x, number = self.point(model), int(model.attributes.currentnode)
        if x is not None:
            self._cut(model, self._rows.for_relaxation(x, 0 if number <= 1 else number))

    def point(self, model: Any) -> Floats | None:
        """The values of the columns at the point of a callback.

        None where another callback has cut it off, as Xpress will come again with another point, or
        where a node's program has none.
        """
        try:
            return np.asarray(model.getCallbackSolution(), np.float64)[self._columns]
        except self._errors as error:
            if not str(error).startswith(NO_POINT):  # pragma: no cover - no other is known
                raise
            return None

    def _cut(self, model: Any, rows: SeparatedRows) -> None:
        """Add rows to the node."""
        types, sides, begins, indices, coefficients = [], [], [0], [], []
        for kind, side, columns, values in one_sided(rows, self._columns):
            types.append(kind)
            sides.append(side)
            indices.extend(columns)
            coefficients.extend(values)
            begins.append(len(indices))
        if types:
            model.addCuts([0] * len(types), types, sides, begins, indices, coefficients)


class OwnRows(RowCallbacks):
    """The same for some variables of a user's problem, which may move between two solves."""

    def __init__(self, variables: list[Any], rows: RowGiver) -> None:
        super().__init__([], rows)
        self._variables = variables
        self._names = [variable.name for variable in variables]
        # Xpress tells callbacks apart by their identity, and bound methods are made anew.
        self._added = self.check, self.candidate, self.node

    def put_into(self, model: Any) -> None:
        """Make them callbacks of a problem."""
        check, candidate, node = self._added
        model.addCheckTimeCallback(check)
        model.addPreIntsolCallback(candidate, None, LAST)
        model.addOptnodeCallback(node)

    def remove(self, model: Any) -> None:
        """Take the rows out of their problem."""
        check, candidate, node = self._added
        model.postSolve()
        model.removeCheckTimeCallback(check)
        model.removePreIntsolCallback(candidate)
        model.removeOptnodeCallback(node)

    def check(self, model: Any, data: Any) -> None:
        """Raise ValueError if rows would be overlooked; Xpress calls this first, and often."""
        if not model.attributes.mipents:
            raise no_integers("Xpress")
        for control in IMPLICIT_ROWS:
            value = int(model.getControl(control))
            if value & ~SET_BY_XPRESS.get(control, 0):
                raise overlooked(f"the control {control}", value, 0)

    def point(self, model: Any) -> Floats | None:
        """See `RowCallbacks`; with the columns of the variables as they are now."""
        self._columns = np.array([variable.index for variable in self._variables], np.int64)
        if (self._columns < 0).any():
            raise gone(self._names[int(np.argmin(self._columns))], ANEW)
        if model.getVariable(int(self._columns[0])) is not self._variables[0]:
            raise of_another_model(ANEW)
        return super().point(model)


def keep_implicit_rows(model: Any) -> None:
    """Switch off what overlooks rows that are not listed; the columns stay as they are.

    Xpress 9.9 may crash where it translates a row for its presolved problem.
    """
    for control in IMPLICIT_ROWS:
        model.setControl(control, 0)
