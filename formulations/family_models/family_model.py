"""A model that holds constraints over families beside ordinary rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from nzdd import NZDD, ZDD
from nzdd.formulations.family_models.choice import choice_rows
from nzdd.formulations.family_models.column_numbers import Columns, checked_columns, widened
from nzdd.formulations.family_models.levels import level_rows
from nzdd.formulations.models.arrays import Floats, as_bounds, as_matrix, as_vector
from nzdd.formulations.models.binding import BindingMembers
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.formulations.rows.binding_members import binding_members
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram, Sense
from nzdd.ground_set import GroundSet
from nzdd.input.arrays import refuse_overflow
from nzdd.input.memory import check_room
from nzdd.input.parameters import check_integer, check_number
from nzdd.input.text import shown, table

MAX_LEVELS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class _ForAll:
    """A constraint for all members; `ground` has the symbols of the family and their names."""

    rows: ConstraintDiagram
    ground: GroundSet


class FamilyModel:
    """A linear or mixed-integer model with constraints over families of sets.

    Columns and rows are added step by step, in arrays: `add_columns` returns the numbers of the new
    columns, which all other methods take. `nzdd.solve` solves it by every method and returns a
    result over all columns, in which ``result.x[columns]`` are the values of some.

    Two kinds of constraints need no list of the members of a family, which may be far too many:

    * `for_all`: a row for every member S, ``a @ x + sum of c[j] x[j] + d[j] over S >= b``;
      `add_largest` and `add_smallest` are columns that bound the values of all members;
    * `choose`: columns that are the indicator of one member.

    Parameters
    ----------
    model : LinearModel, optional
        What to start from, without its names; by default nothing.
    maximize : bool
        The sense of the objective, where there is no model to start from.

    Examples
    --------
    A saboteur may close any two of four roads; which single road do we guard, so that the roads
    left open carry the most at worst?

    >>> import numpy as np, nzdd
    >>> from nzdd.families import sets_of_size
    >>> capacity = np.array([7.0, 5.0, 4.0, 3.0])
    >>> model = nzdd.FamilyModel()
    >>> guarded = model.add_columns(4, upper=1, integrality=True)
    >>> model.add_rows(np.ones(4), guarded, upper=1)
    >>> loss = model.add_largest(
    ...     sets_of_size(4, 2), columns=guarded, coefficients=-capacity, constants=capacity
    ... )
    >>> result = nzdd.solve(model)
    >>> result.fun, int(result.x[guarded].argmax()), result.binding[0].members
    (9.0, 0, ((1, 2),))
    """

    def __init__(self, model: LinearModel | None = None, *, maximize: bool = False) -> None:
        if model is not None and not isinstance(model, LinearModel):
            raise TypeError(f"model is {shown(model)}; give a LinearModel, or nothing")
        self.maximize = maximize if model is None else model.maximize
        self._offset = 0.0 if model is None else model.offset
        self._columns: list[tuple[Floats, Floats, Floats, NDArray[np.bool_]]] = []
        self._rows: list[tuple[csr_array[Any, Any], Floats, Floats]] = []
        self._for_all: list[_ForAll] = []
        self._choices: list[tuple[Columns, GroundSet]] = []
        self._diagrams: tuple[ConstraintDiagram, ...] = ()
        self.num_columns = 0
        if model is not None:
            columns = self.add_columns(
                model.num_columns,
                model.objective,
                lower=model.lower,
                upper=model.upper,
                integrality=model.integrality,
            )
            self.add_rows(model.matrix, columns, model.row_lower, model.row_upper)

    def add_columns(
        self,
        number: int,
        costs: ArrayLike = 0.0,
        *,
        lower: ArrayLike = 0.0,
        upper: ArrayLike = np.inf,
        integrality: ArrayLike = False,
    ) -> Columns:
        """Add columns, and return their numbers, shape (number,).

        Costs, bounds and integrality are arrays of that shape or single values, as those of a
        `LinearModel`. ValueError or TypeError as there.
        """
        check_integer("number", number, 0)
        check_room(int(number), 32, "columns", "add fewer")
        part = LinearModel(
            as_vector("costs", costs, number),
            lower=lower,
            upper=upper,
            integrality=integrality,
        )
        self._columns.append((part.objective, part.lower, part.upper, part.integrality))
        self.num_columns += number
        return np.arange(self.num_columns - number, self.num_columns)

    def add_rows(
        self,
        matrix: Any,
        columns: ArrayLike,
        lower: ArrayLike = -np.inf,
        upper: ArrayLike = np.inf,
    ) -> None:
        """Add the rows ``lower <= matrix @ x[columns] <= upper``.

        Parameters
        ----------
        matrix : sparse or dense array, shape (m, k), or (k,) for one row
        columns : array of int, shape (k,)
            Of several groups of columns: ``np.concatenate((x, y))``.
        lower, upper : array of float, shape (m,), or float

        Raises
        ------
        ValueError
            If a shape does not fit, or a column does not exist.
        """
        rows = as_matrix("matrix", matrix, or_row=True)
        chosen = checked_columns(columns, self.num_columns)
        if chosen.shape != (rows.shape[1],):
            raise ValueError(
                f"columns has shape {chosen.shape}; the matrix needs ({rows.shape[1]},)"
            )
        low = as_bounds("lower", lower, rows.shape[0], forbidden=np.inf)
        high = as_bounds("upper", upper, rows.shape[0], forbidden=-np.inf)
        size = (rows.shape[0], self.num_columns)
        wide = csr_array((rows.data, chosen[rows.indices], rows.indptr), shape=size)
        self._rows.append((wide, low, high))

    def for_all(
        self,
        family: ZDD,
        b: float,
        sense: Sense = ">=",
        *,
        columns: ArrayLike,
        coefficients: ArrayLike = 1.0,
        constants: ArrayLike = 0.0,
        nominal: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> None:
        """Add the constraint ``a @ x + sum of c[j] x[j] + d[j] over S >= b`` for every member S.

        Parameters
        ----------
        family : ZDD
            Of any number of members; they are never listed. `nzdd.families.product` makes one of
            several families.
        b : float
        sense : {">=", "<=", "="}
        columns : array of int, shape (num_symbols,) or (num_symbols, k), or mapping from names
            The column of each symbol, or its k columns.
        coefficients : array of float of the shape of `columns`, mapping from names, or float
            The coefficients c. With the columns of `add_levels` they are tables of values.
        constants : array of float, shape (num_symbols,), mapping from names, or float
            The constants d, by which the right-hand side depends on the member.
        nominal : pair of arrays (columns, coefficients), optional
            The terms ``a @ x`` of every member.

        Raises
        ------
        ValueError
            If a shape does not fit the family, a number is not finite, the absolute numbers sum to
            2**1023 or more, or a column does not exist.
        TypeError
            If the family is not a ZDD.
        """
        if not isinstance(family, ZDD):
            raise TypeError(f"the family must be a ZDD, not {type(family).__name__}")
        places = family.ground.by_symbol(columns, "column")
        common = np.zeros(self.num_columns)
        np.add.at(common, *self._terms(nominal))
        rows = ConstraintDiagram.from_zdd(
            family,
            b,
            sense,
            coefficients=coefficients,
            columns=checked_columns(places, self.num_columns),
            constants=constants,
            num_columns=self.num_columns,
            nominal=common,
        )
        self._for_all.append(_ForAll(rows, family.ground))

    def add_largest(
        self,
        family: ZDD,
        *,
        columns: ArrayLike,
        coefficients: ArrayLike = 1.0,
        constants: ArrayLike = 0.0,
        nominal: tuple[ArrayLike, ArrayLike] | None = None,
        cost: float = 1.0,
        lower: float = -np.inf,
        upper: float = np.inf,
        integrality: bool = False,
    ) -> int:
        """Add a column that is at least the value of every member, and return its number.

        The value of S is ``a @ x + sum of c[j] x[j] + d[j] over S``; see `for_all`. With a cost
        that is minimised, the column is the largest value: a min-max objective. In the order of
        `for_all` constraints it counts as one. Where all values are integers, so may be the column;
        CP-SAT needs that, and bounds.

        Raises
        ------
        ValueError
            As `for_all`; if the family is empty; or if the cost pulls the column upwards, where
            nothing bounds it.
        """
        terms = columns, coefficients, constants, nominal
        column = {"lower": lower, "upper": upper, "integrality": integrality}
        return self._extreme(family, *terms, cost, column, upwards=True)

    def add_smallest(
        self,
        family: ZDD,
        *,
        columns: ArrayLike,
        coefficients: ArrayLike = 1.0,
        constants: ArrayLike = 0.0,
        nominal: tuple[ArrayLike, ArrayLike] | None = None,
        cost: float = 1.0,
        lower: float = -np.inf,
        upper: float = np.inf,
        integrality: bool = False,
    ) -> int:
        """Add a column that is at most the value of every member: `add_largest` for max-min."""
        terms = columns, coefficients, constants, nominal
        column = {"lower": lower, "upper": upper, "integrality": integrality}
        return self._extreme(family, *terms, cost, column, upwards=False)

    def _extreme(
        self,
        family: ZDD,
        columns: ArrayLike,
        coefficients: ArrayLike,
        constants: ArrayLike,
        nominal: tuple[ArrayLike, ArrayLike] | None,
        cost: float,
        kind: dict[str, Any],
        *,
        upwards: bool,
    ) -> int:
        name, do = ("largest", "minimise") if upwards else ("smallest", "maximise")
        if isinstance(family, ZDD) and not family:
            raise ValueError(f"the family is empty, so there is no {name} value")
        check_number("cost", cost, -np.inf)
        if cost and (cost > 0) == (upwards == self.maximize):
            raise ValueError(
                f"cost {cost:g} makes the {name} value unbounded but for its bounds, as the model "
                f"is to {'maximise' if self.maximize else 'minimise'}; {do} it, or choose a member"
            )
        own, values = self._terms(nominal)
        before = self.num_columns
        (column,) = self.add_columns(1, cost, **kind).tolist()
        try:
            self.for_all(
                family,
                0.0,
                "<=" if upwards else ">=",
                columns=columns,
                coefficients=coefficients,
                constants=constants,
                nominal=(np.append(own, column), np.append(values, -1.0)),
            )
        except BaseException:
            self._columns.pop()
            self.num_columns = before
            raise
        return int(column)

    def choose(
        self,
        family: ZDD | NZDD,
        costs: ArrayLike = 0.0,
        *,
        edge_costs: ArrayLike = 0.0,
        integrality: ArrayLike = True,
    ) -> Columns:
        """Add a column for each symbol, which together are the indicator of one member.

        Parameters
        ----------
        family : ZDD or NZDD
            With a member at least.
        costs : array of float, shape (num_symbols,), mapping from names, or float
        edge_costs : array of float, shape (num_edges,), or float
            The cost of each edge of an NZDD on the path of the member.
        integrality : bool
            Without it the columns are a convex combination of members; without further rows on
            them, an optimal solution of a linear program is a member all the same.

        Returns
        -------
        ndarray of int64, shape (num_symbols,)

        Raises
        ------
        ValueError
            If the family is empty, the shape of the costs does not fit, or there are costs of edges
            and the family is not an NZDD.

        Notes
        -----
        Adds a flow through the family's NZDD, a column for each edge and a row for each node; see
        `nzdd.formulations.family_models.choice.choice_rows`. Time and memory O(nodes + edges +
        labels).
        """
        if not isinstance(family, ZDD | NZDD):
            raise TypeError(f"the family is {shown(family)}; give a ZDD or an NZDD")
        nzdd = family if isinstance(family, NZDD) else family.to_nzdd("edges")
        if not nzdd.num_edges:
            raise ValueError("the family is empty, so there is no member to choose")
        if nzdd is not family and np.any(np.asarray(edge_costs) != 0):
            raise ValueError("edge_costs need an NZDD; give zdd.to_nzdd() and a cost for each edge")
        by_symbol = nzdd.ground.by_symbol(costs, "cost")
        symbol_costs = as_vector("costs", by_symbol, nzdd.num_symbols)
        flow_costs = as_vector("edge_costs", edge_costs, nzdd.num_edges)
        chosen = self.add_columns(
            nzdd.num_symbols, symbol_costs, upper=1.0, integrality=integrality
        )
        flow = self.add_columns(nzdd.num_edges, flow_costs, upper=1.0)
        rows = choice_rows(nzdd)
        self.add_rows(rows.matrix, np.concatenate((chosen, flow)), rows.right, rows.right)
        self._choices.append((chosen, nzdd.ground))
        return chosen

    def add_levels(self, columns: ArrayLike) -> Columns:
        """Add for each integer column and each of its values a column that is 1 at that value.

        With them, any function of a single column is linear: a table of values. Column ``[i, l]``
        is 1 where ``x[columns[i]]`` is its lower bound plus l.

        Parameters
        ----------
        columns : array of int, shape (k,)
            Integer columns with finite bounds.

        Returns
        -------
        ndarray of int64, shape (k, L)
            L is the most values that one of the columns has; columns beyond the values of theirs
            are 0.

        Raises
        ------
        ValueError
            If a column is not integer, or has no finite bounds, or more than `MAX_LEVELS` values.
        """
        chosen = checked_columns(columns, self.num_columns)
        if chosen.ndim != 1:
            raise ValueError(f"columns has {chosen.ndim} dimensions; give a vector of columns")
        _, lower, upper, integrality = self._all_columns()
        low, high = lower[chosen], upper[chosen]
        wrong = ~integrality[chosen] | ~np.isfinite(high - low) | (high - low >= MAX_LEVELS)
        if wrong.any():
            at = int(chosen[wrong][0])
            raise ValueError(
                f"column {at} is {'integer' if integrality[at] else 'continuous'} between "
                f"{lower[at]:g} and {upper[at]:g}; levels need integers with finite bounds, at "
                f"most {MAX_LEVELS} values"
            )
        exists, matrix, right = level_rows(low, high)
        new = self.add_columns(exists.size, upper=exists.ravel(), integrality=True)
        self.add_rows(matrix, np.concatenate((new, chosen)), right, right)
        return new.reshape(exists.shape)

    def __repr__(self) -> str:
        return f"FamilyModel({', '.join(f'{n} {what}' for what, n in self._facts().items())})"

    def _repr_html_(self) -> str:
        return table("FamilyModel", self._facts())

    def _facts(self) -> dict[str, str]:
        rows = sum(matrix.shape[0] for matrix, _, _ in self._rows)
        return {
            "columns": str(self.num_columns),
            "rows": str(rows),
            "constraints for all members": str(len(self._for_all)),
        }

    @property
    def linear(self) -> LinearModel:
        """All columns and ordinary rows, those of choices included. Time O(nonzeros)."""
        costs, lower, upper, integrality = self._all_columns()
        wide = [csr_array((1, self.num_columns))[:0]]
        wide += [widened(matrix, self.num_columns) for matrix, _, _ in self._rows]
        row_lower, row_upper = (
            np.concatenate([np.empty(0), *(part[side] for part in self._rows)]) for side in (1, 2)
        )
        return LinearModel(
            costs,
            csr_array(vstack(wide, format="csr")),
            row_lower,
            row_upper,
            lower,
            upper,
            integrality,
            maximize=self.maximize,
            offset=self._offset,
        )

    @property
    def diagrams(self) -> tuple[ConstraintDiagram, ...]:
        """The rows for all members, a diagram for each constraint in the order of the calls."""
        sizes = [each.num_columns for each in self._diagrams]
        if sizes != [self.num_columns] * len(self._for_all):  # else searches and flows are kept
            self._diagrams = tuple(
                replace(
                    part.rows,
                    symbols=replace(
                        part.rows.symbols,
                        terms=widened(part.rows.symbols.terms, self.num_columns),
                    ),
                )
                for part in self._for_all
            )
        return self._diagrams

    def binding(self, result: Result, max_members: int = 20) -> tuple[BindingMembers, ...]:
        """For each constraint of `for_all` the members that bind; empty without a point.

        The multipliers are those of `Result.multipliers`. `nzdd.solve` gives this as
        ``result.binding``.
        """
        if result.x is None:
            return ()
        known = (result.multipliers or (None,) * len(self._for_all))[: len(self._for_all)]
        return tuple(
            binding_members(
                rows,
                result.x,
                multipliers,
                ground=part.ground,
                max_members=max_members,
            )
            for rows, part, multipliers in zip(self.diagrams, self._for_all, known, strict=True)
        )

    def chosen(self, result: Result) -> tuple[tuple[Any, ...], ...]:
        """For each call of `choose` the chosen member, by its names; empty without a point.

        Without names, by its symbols; of a convex combination the symbols of more than one half.
        """
        x = result.x
        if x is None:
            return ()
        return tuple(ground.names_of(np.flatnonzero(x[at] > 0.5)) for at, ground in self._choices)

    def _all_columns(self) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
        parts = list(zip(*self._columns, strict=True)) or [(np.empty(0),)] * 4
        costs, lower, upper, flags = (np.concatenate(part) for part in parts)
        return costs, lower, upper, flags.astype(np.bool_)

    def _terms(self, nominal: tuple[ArrayLike, ArrayLike] | None) -> tuple[Columns, Floats]:
        """Columns and coefficients of the terms that all members have."""
        if nominal is None:
            return np.empty(0, np.int64), np.empty(0)
        try:
            own, values = nominal
        except (TypeError, ValueError):
            raise ValueError(
                f"nominal is {shown(nominal)}; give a pair (columns, coefficients)"
            ) from None
        columns = checked_columns(own, self.num_columns).ravel()
        coefficients = as_vector("nominal", values, columns.size)
        refuse_overflow("nominal coefficients", coefficients)
        return columns, coefficients
