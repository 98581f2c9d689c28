"""Rows of oracles in a CPLEX model of the user, found in its generic callback."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from nzdd import ZDD
from nzdd.adapters.extras import require
from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.adapters.solvers.callbacks.own_model import (
    check_rows,
    columns_of,
    gone,
    no_integers,
    of_another_model,
    overlooked,
    refuse_earlier,
)
from nzdd.adapters.solvers.callbacks.row_giver import RowGiver
from nzdd.adapters.solvers.callbacks.violated_rows import MAX_ROWS, one_sided
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.rows.constraint_diagram import Sense
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

PURGE = 1
"""A user cut may be dropped again where it no longer binds."""

PARAMETERS = {"reduce": 1, "symmetry": 0}
"""Parameters of preprocessing, and the most that keeps rows in callbacks: primal reductions only,
and no symmetry."""

ANEW = "call model.set_callback() and add the rows anew"

ANNOTATION = "nzdd_rows"
"""Its values go with the variables where others are deleted, and copies do not have it."""

_numbers = count(1)

_ADDED: WeakKeyDictionary[Any, OwnRows] = WeakKeyDictionary()
"""The callback of each model that has rows of oracles."""


def add_rows(
    model: Any,
    variables: Sequence[int | str],
    rows: RowOracle,
    callback: Any = None,
    *,
    contexts: int = 0,
    max_rows: int = MAX_ROWS,
) -> OwnRows:
    """Put all rows of an oracle into a CPLEX model of your own, and call its ``solve()``.

    Call it once for each oracle.

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
        A generic callback of your own and its contexts, as for ``set_callback``: CPLEX has one a
        model, so it is called by that of the rows, before them. What an earlier call returned is
        called anyway.
    max_rows : int
        Rows taken of one point at most.

    Returns
    -------
    OwnRows
        Which the model has as its callback now; with the counts `rounds` and `rows_added`.
        ``solve()`` raises what an oracle or your callback raises; that is in `error`, too.

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
    reductions look at listed rows only, and would cut optima off. Forgets an earlier solution.
    Rows given in callbacks do not count for a licence that is limited in size.

    Between two solves the model may be changed; rows stay with their variables, wherever these are,
    by a long annotation ``nzdd_rows``. ``solve()`` raises ValueError if one of them was deleted, if
    a parameter named above has another value, or if a solution is left of a solve without the rows.
    ``model.set_callback()`` takes all rows out. A copy of the model has none: add them to it, too.
    If the type of the problem is a linear program again, CPLEX refuses to solve it (error 1811).
    """
    place = _place_of(model)
    check_rows(rows, len(variables), max_rows)
    indices = [place(variable) for variable in variables]
    if not model.variables.get_num_integer() + model.variables.get_num_binary():
        raise no_integers("CPLEX")
    keep_implicit_rows(model)
    # A change, if only to what it is, so that CPLEX forgets an earlier solution and tree.
    model.variables.set_upper_bounds(0, model.variables.get_upper_bounds(0))
    earlier = _ADDED.get(model)
    if getattr(model, "_genericcallback", earlier) is None:
        earlier = None  # the user has removed it
    others = [] if earlier is None else [(earlier, earlier.contexts)]
    if callback is not None and callback is not earlier:
        others.append((callback, getattr(callback, "contexts", contexts)))
    own = _ADDED[model] = OwnRows(model, indices, RowGiver((rows,), max_rows), others)
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
) -> OwnRows:
    """Add ``sum over S of (c[j] x[j] + d[j]) >= b`` for every member S of a family.

    Parameters
    ----------
    model, callback, contexts, max_rows
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
    return add_rows(
        model, added.variables, added.rows, callback, contexts=contexts, max_rows=max_rows
    )


def _place_of(model: Any) -> Callable[[Any], int]:
    """The function from an index or a name to the index; TypeError or ValueError if wrong."""
    cplex = require("cplex", "the solver cplex")
    if not isinstance(model, cplex.Cplex):
        raise TypeError(f"model must be a cplex.Cplex, not {type(model).__name__}")
    count = model.variables.get_num()

    def place(variable: Any) -> int:
        if not isinstance(variable, (int, np.integer, str)):
            raise TypeError(f"variables must be indices or names; one is {variable!r}")
        if not isinstance(variable, str):
            if not 0 <= variable < count:
                raise ValueError(f"the model has {count} variables, and none with index {variable}")
            return int(variable)
        try:
            return int(model.variables.get_indices(variable))
        except cplex.exceptions.CplexError:
            raise ValueError(f"the model has no variable {variable!r}") from None

    return place


class RowCallback:
    """A generic callback, which gives CPLEX the rows that its points violate."""

    def __init__(self, indices: list[int], rows: RowGiver) -> None:
        self._indices, self._columns = indices, np.array(indices, np.int64)
        self._rows = rows
        cplex = require("cplex", "the solver cplex")
        self._pair, self._codes = cplex.SparsePair, cplex.callbacks.Context
        self.contexts: int = self._codes.id.candidate | self._codes.id.relaxation

    @property
    def rounds(self) -> int:
        """The calls of the oracle for rows."""
        return self._rows.rounds

    @property
    def rows_added(self) -> int:
        """The number of different rows given."""
        return self._rows.rows_added

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
        """Rows as CPLEX takes them."""
        listed = list(one_sided(rows, self._columns))
        pairs = [self._pair(columns, values) for _, _, columns, values in listed]
        return pairs, "".join(row[0] for row in listed), [row[1] for row in listed]


class OwnRows(RowCallback):
    """The same for some variables of a user's model, which may move between two solves.

    It calls `others`, callbacks with their contexts, before it gives rows.
    """

    def __init__(
        self, model: Any, indices: list[int], rows: RowGiver, others: Sequence[tuple[Any, int]]
    ) -> None:
        super().__init__(indices, rows)
        self._marks, self._names = _marked(model, indices), _names(model, indices)
        self._others = others
        self.contexts |= self._codes.id.thread_up
        for _, contexts in others:
            self.contexts |= contexts
        self.error: BaseException | None = None

    def invoke(self, context: Any) -> None:
        """Answer CPLEX."""
        try:
            if context.get_id() == self._codes.id.thread_up:  # first of all, in each solve
                self.error = None
                self._check(context._cpx)
            if self.error is not None:
                raise self.error
            for callback, contexts in self._others:
                if context.get_id() & contexts:
                    callback.invoke(context)
            self.give(context)
        except BaseException as error:
            self.error = error
            context.abort()
            if context.in_candidate():
                context.reject_candidate()
            raise

    def _check(self, model: Any) -> None:
        """Find the variables; ValueError if the rows do not fit the model as it is now."""
        place = {mark: index for index, mark in enumerate(_marks(model))}
        if not place:
            raise of_another_model("call add_rows or add_family_constraint for it, too")
        for name, mark in zip(self._names, self._marks, strict=True):
            if mark not in place:
                raise gone(name, ANEW)
        self._indices = [place[mark] for mark in self._marks]
        self._columns = np.array(self._indices, np.int64)
        for parameter, most in PARAMETERS.items():
            value = getattr(model.parameters.preprocessing, parameter).get()
            if not 0 <= value <= most:
                raise overlooked(f"preprocessing.{parameter}", value, most)
        own = model.variables
        bounds = own.get_lower_bounds(self._indices), own.get_upper_bounds(self._indices)
        self._rows.fit(columns_of(*bounds, np.isin(own.get_types(self._indices), ("B", "I"))))
        if model.solution.is_primal_feasible():
            refuse_earlier(self._rows, np.array(model.solution.get_values(self._indices)), ANEW)


def _marked(model: Any, indices: list[int]) -> list[int]:
    """A mark for each of some variables, which no other variable has, or ever had."""
    annotations = model.long_annotations
    if not annotations.get_num() or ANNOTATION not in annotations.get_names():
        annotations.add(ANNOTATION, 0)
    marks = _marks(model)
    new = [index for index in dict.fromkeys(indices) if not marks[index]]
    given = [(index, next(_numbers)) for index in new]
    annotations.set_values(ANNOTATION, annotations.object_type.variable, given)
    marks = _marks(model)
    return [marks[index] for index in indices]


def _marks(model: Any) -> list[int]:
    """The marks of all variables, 0 where there is none; none at all in a copy of a model."""
    annotations, found = model.long_annotations, []
    if annotations.get_num() and ANNOTATION in annotations.get_names():
        found = annotations.get_values(ANNOTATION, annotations.object_type.variable)
    return list(found)


def _names(model: Any, indices: list[int]) -> list[str]:
    """The names of some variables, those that CPLEX writes to files if they have none."""
    try:
        return list(model.variables.get_names(indices))
    except require("cplex", "the solver cplex").exceptions.CplexSolverError:
        return [f"x{index + 1}" for index in indices]


def keep_implicit_rows(model: Any) -> None:
    """Switch off what overlooks rows that are not listed."""
    for name, value in PARAMETERS.items():
        getattr(model.parameters.preprocessing, name).set(value)
