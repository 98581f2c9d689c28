"""A model that holds constraints over families beside ordinary rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from nzdd import NZDD, ZDD
from nzdd.formulations.family_models.choice import choice_rows
from nzdd.formulations.family_models.column_numbers import (
    Columns,
    checked_columns,
    nominal_terms,
    widened,
)
from nzdd.formulations.family_models.growing_model import GrowingModel
from nzdd.formulations.family_models.many_choice import (
    ChosenMembers,
    Counts,
    ManyChoice,
    ManyColumns,
    chosen_members,
    many_columns,
    many_rows,
)
from nzdd.formulations.models.arrays import Floats, as_vector, is_number
from nzdd.formulations.models.binding import BindingMembers
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.formulations.rows.binding_members import binding_members
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram, Sense
from nzdd.ground_set import GroundSet
from nzdd.input.parameters import check_number
from nzdd.input.text import shown, table
from nzdd.path_graph import PathGraph


@dataclass(frozen=True, slots=True, eq=False)
class _ForAll:
    """A constraint for all members; `ground` has the symbols of the family and their names."""

    rows: ConstraintDiagram
    ground: GroundSet


class FamilyModel(GrowingModel):
    """A linear or mixed-integer model with constraints over families of sets.

    Columns and rows are added step by step, in arrays: `add_columns` returns the numbers of the new
    columns, which all other methods take. `nzdd.solve` solves it by every method and returns a
    result over all columns, in which ``result.x[columns]`` are the values of some.

    Three kinds of constraints need no list of the members of a family, which may be far too many:

    * `for_all`: a row for every member S, ``a @ x + sum of c[j] x[j] + d[j] over S >= b``;
      `add_largest` and `add_smallest` are columns that bound the values of all members;
    * `choose`: columns that are the indicator of one member;
    * `choose_many`: columns that are sums over any number of members.

    Parameters
    ----------
    model : LinearModel, optional
        A model to start from; its names are dropped. By default none.
    maximize : bool
        The sense of the objective, without a model to start from.

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
        if model is None:
            super().__init__(maximize=maximize)
        else:
            super().__init__(maximize=model.maximize, offset=model.offset)
        self._for_all: list[_ForAll] = []
        self._choices: list[tuple[Columns, GroundSet] | ManyChoice] = []
        self._diagrams: tuple[ConstraintDiagram, ...] = ()
        if model is not None:
            columns = self.add_columns(
                model.num_columns,
                model.objective,
                lower=model.lower,
                upper=model.upper,
                integrality=model.integrality,
            )
            self.add_rows(model.matrix, columns, model.row_lower, model.row_upper)

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
        np.add.at(common, *nominal_terms(nominal, self.num_columns))
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
                f"cost {cost:g} leaves the {name} value unbounded (or at its bound), as the model "
                f"is to {'maximise' if self.maximize else 'minimise'}; {do} it, or choose a member"
            )
        own, values = nominal_terms(nominal, self.num_columns)
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

    def choose_many(
        self,
        family: ZDD | NZDD | PathGraph,
        costs: ArrayLike = 0.0,
        *,
        edge_costs: ArrayLike = 0.0,
        cost: float = 0.0,
        total: tuple[float, float] = (0, np.inf),
        integrality: bool = True,
    ) -> Counts:
        """Choose members of a family, each any number of times; add columns of what they sum to.

        Rows on these columns state the demands: at least a demand of each symbol (cover), at most
        a supply (pack), or exactly one (partition). `nzdd.cover`, `nzdd.pack` and `nzdd.partition`
        are models with just such rows.

        Parameters
        ----------
        family : ZDD, NZDD or PathGraph
            With a member at least.
        costs : array of float, shape (num_symbols,), mapping from names, or float
            The cost of a symbol in a member.
        edge_costs : array of float, shape (num_edges,), or float
            The cost of each edge of an NZDD or a PathGraph on the path of a member.
        cost : float
            The cost of a member besides.
        total : pair of float
            The least and the greatest number of members.
        integrality : bool
            Without it members may be chosen by parts.

        Returns
        -------
        Counts
            ``symbols``, the columns of how often each symbol is chosen, shape (num_symbols,), and
            ``total``, the column of how many members are chosen.

        Raises
        ------
        ValueError
            If the family is empty, the shape of the costs does not fit, or there are costs of edges
            of a ZDD.
        TypeError
            If it is no family.

        Notes
        -----
        Adds an integral flow through the family's graph, a column for each edge and a row for each
        node. `nzdd.solve` with ``method="auto"`` or ``"lazy"`` does not use them, but generates
        members as they are needed. Time and memory O(nodes + edges + labels).

        Examples
        --------
        Cut 20, 10 and 20 pieces of three lengths from as few rolls of length 100 as possible:

        >>> import numpy as np, nzdd
        >>> model = nzdd.FamilyModel()
        >>> pieces = model.choose_many(nzdd.families.patterns([45, 36, 31], 100), cost=1.0)
        >>> model.add_rows(np.eye(3), pieces.symbols, lower=[20, 10, 20])
        >>> result = nzdd.solve(model)
        >>> result.fun, result.dual_bound
        (20.0, 20.0)
        """
        graph = PathGraph.of(family, edge_costs)
        if not graph.num_edges:
            raise ValueError("the family is empty, so there is no member to choose")
        low, high = as_vector("total", total, 2, is_number, "it must be a number").tolist()
        check_number("cost", cost, -np.inf)
        by_symbol = as_vector("costs", graph.ground.by_symbol(costs, "cost"), graph.num_symbols)
        whole = {"integrality": integrality}
        symbols = self.add_columns(graph.num_symbols, by_symbol, **whole)
        (number,) = self.add_columns(1, cost, lower=low, upper=high, **whole)
        flow = self.add_columns(graph.num_edges, graph.costs, **whole)
        counts = Counts(symbols, int(number))
        self._choices.append(ManyChoice(graph, counts, flow, len(self._rows)))
        self.add_rows(many_rows(graph), np.concatenate((symbols, [number], flow)), 0.0, 0.0)
        return counts

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

    def hint_of(self, *members: csr_array) -> Floats:
        """A point to start from: for each `choose_many` some members, as rows over the symbols.

        It has NaN for all other columns. A row that is no member counts nothing.

        Raises
        ------
        ValueError
            Unless there are rows for each `choose_many`, over its symbols.
        """
        x = np.full(self.linear.num_columns, np.nan)
        choices = self._many
        if len(choices) != len(members):
            raise ValueError(
                f"members are given for {len(members)} of {len(choices)} calls of choose_many"
            )
        for choice, rows in zip(choices, members, strict=True):
            paths = choice.graph.edges_of(choice.graph.paths_of(rows))
            x[choice.flow] = flow = np.asarray(paths.sum(axis=0)).ravel()
            x[choice.counts.symbols] = choice.graph.occurrences.T @ flow
            x[choice.counts.total] = flow[choice.graph.source == 0].sum()
        return x

    def chosen(self, result: Result) -> tuple[tuple[Any, ...] | ChosenMembers, ...]:
        """What was chosen, for each call of `choose` and `choose_many`; empty without a point.

        `nzdd.solve` gives this as ``result.chosen``: of `choose` the member by its names, or by its
        symbols where there are no names (of a convex combination those of more than one half), and
        of `choose_many` a `ChosenMembers`.
        """
        x = result.x
        if x is None:
            return ()
        costs, _, _, _ = self._all_columns()
        return tuple(
            chosen_members(choice, x, costs, maximize=self.maximize)
            if isinstance(choice, ManyChoice)
            else choice[1].names_of(np.flatnonzero(x[choice[0]] > 0.5))
            for choice in self._choices
        )

    @property
    def _many(self) -> list[ManyChoice]:
        return [choice for choice in self._choices if isinstance(choice, ManyChoice)]

    @property
    def many(self) -> ManyColumns | None:
        """The model without the flows of `choose_many`; None if there is no such call.

        None, too, where there are constraints for all members besides, or members are chosen by
        parts beside integers. Time O(nonzeros).
        """
        choices = self._many
        if not choices or self._for_all:
            return None
        integrality = self._all_columns()[3]
        whole = np.concatenate([integrality[choice.flow] for choice in choices])
        if not whole.all() and integrality.any():
            return None
        sizes = [matrix.shape[0] for matrix, _, _ in self._rows]
        return many_columns(self.linear, choices, np.cumsum([0, *sizes]))
