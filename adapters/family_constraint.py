"""A constraint for every member of a family, on the variables of any library or solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import ZDD
from nzdd.formulations.models.arrays import Floats, as_vector
from nzdd.formulations.models.result import Result
from nzdd.formulations.rows.binding_members import binding_members
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram, Sense
from nzdd.ground_set import GroundSet
from nzdd.input.text import shown


@dataclass(frozen=True, eq=False)
class FamilyConstraint:
    """``nominal @ x + sum over S of (coefficients[j] x[columns[j]] + constants[j]) >= b``, all S.

    Make one with `on_variables`.

    Attributes
    ----------
    variables : list
        The variable of each column, in the library's own form, all different.
    family : ZDD
    b : float
    sense : {">=", "<=", "="}
    coefficients, constants : ndarray of float64, shape (num_symbols,)
        The coefficient is 0 where a symbol has no variable.
    columns : ndarray of int64, shape (num_symbols,)
        The column of each symbol.
    nominal : ndarray of float64, shape (number of variables,)
    """

    variables: list[Any]
    family: ZDD
    b: float
    sense: Sense
    coefficients: Floats
    constants: Floats
    columns: NDArray[np.int64]
    nominal: Floats

    @classmethod
    def on_variables(
        cls,
        variables: Any,
        family: ZDD,
        b: float,
        sense: Sense,
        *,
        coefficients: ArrayLike = 1.0,
        constants: ArrayLike = 0.0,
        nominal: Any = None,
        check: Callable[[Any], object],
        key: Callable[[Any], Any] = id,
    ) -> FamilyConstraint:
        """Give the symbols of a family variables.

        Parameters
        ----------
        variables : mapping of symbol to variable, or sequence of one variable a symbol
            Of a family with names: of name to variable. None for a symbol that has its constant
            only. Several symbols may share a variable.
        family : ZDD
            Of any number of members; they are never listed.
        b, sense, coefficients, constants
            See `ConstraintDiagram.from_zdd`.
        nominal : mapping of variable to coefficient, or iterable of such pairs, optional
            The terms that every row has besides those of its member.
        check : callable
            Raises TypeError or ValueError if something is not a variable of the model.
        key : callable
            Equal for the same variable only.

        Raises
        ------
        TypeError, ValueError
            If a symbol or the number of variables does not fit the family, a symbol of some member
            is missing, a variable does not fit the model, a number is not finite, a symbol without
            a variable has a coefficient, or there is no variable at all.

        Notes
        -----
        Time and memory O(nodes of the family + variables).
        """
        if not isinstance(family, ZDD):
            raise TypeError(
                f"the family must be a ZDD, not {type(family).__name__}; see nzdd.families"
            )
        number = family.num_symbols
        places: dict[Any, int] = {}
        own: list[Any] = []

        def place(variable: Any) -> int:
            check(variable)
            column = places.setdefault(key(variable), len(own))
            if column == len(own):
                own.append(variable)
            return column

        columns = np.full(number, -1)
        missing = np.isin(np.arange(number), family.variable)
        for symbol, variable in by_symbol(variables, family.ground):
            missing[symbol] = False
            if variable is not None:
                columns[symbol] = place(variable)
        terms = [(place(variable), value) for variable, value in _terms(nominal)]
        if not own:
            raise ValueError("no symbol has a variable; give {symbol: variable}")
        if missing.any():
            raise ValueError(
                f"{family.ground.label(int(np.argmax(missing)))} of the family has no variable; "
                "give it one, or None if it has a constant only"
            )
        common = np.zeros(len(own))
        values = as_vector("nominal", [value for _, value in terms], len(terms))
        np.add.at(common, [column for column, _ in terms], values)
        found = cls(
            own,
            family,
            b,
            sense,
            _of_variables(coefficients, columns, family.ground),
            as_vector("constants", family.ground.by_symbol(constants, "constant"), number),
            np.maximum(columns, 0),
            common,
        )
        _ = found.rows  # what else is wrong is said here
        return found

    @cached_property
    def rows(self) -> ConstraintDiagram:
        """The rows over the columns of the variables, made when first asked for."""
        return self.rows_over(np.arange(len(self.variables)), len(self.variables))

    def rows_over(self, columns: ArrayLike, num_columns: int) -> ConstraintDiagram:
        """The same rows over the columns of a model, where variable j is ``columns[j]``.

        Time O(nodes of the family + num_columns).
        """
        place = np.asarray(columns, np.int64)
        nominal = np.zeros(num_columns)
        nominal[place] = self.nominal
        return ConstraintDiagram.from_zdd(
            self.family,
            self.b,
            self.sense,
            coefficients=self.coefficients,
            columns=place[self.columns],
            constants=self.constants,
            num_columns=num_columns,
            nominal=nominal,
        )


def with_binding_members(
    result: Result, constraints: Sequence[FamilyConstraint], rows: Sequence[ConstraintDiagram]
) -> Result:
    """The result with the members that bind, for each constraint, given as rows of the model.

    Time O(nodes) and that of listing the members, at most 20 a constraint.
    """
    if result.x is None or not rows:
        return result
    known = result.multipliers or (None,) * len(rows)
    members = tuple(
        binding_members(each, result.x, multipliers, ground=constraint.family.ground)
        for constraint, each, multipliers in zip(constraints, rows, known, strict=True)
    )
    return replace(result, binding=members)


def by_symbol(values: Any, ground: GroundSet, what: str = "variable") -> Iterable[tuple[int, Any]]:
    """Symbols and what is given for them, by symbol or name or in order."""
    if hasattr(values, "items"):
        return ground.keyed(values).items()
    try:
        listed = list(values)
    except TypeError:
        raise TypeError(
            f"{what}s is {shown(values)}; give {{symbol: {what}}}, or one per symbol"
        ) from None
    if len(listed) != ground.size:
        raise ValueError(
            f"{len(listed)} {what}s do not fit a family of {ground.size} symbols; give one a "
            f"symbol, None for none, or {{symbol: {what}}}"
        )
    return enumerate(listed)


def _terms(nominal: Any) -> list[tuple[Any, Any]]:
    """Variables and coefficients."""
    items: Any = () if nominal is None else nominal
    try:
        return [
            (variable, number)
            for variable, number in (items.items() if hasattr(items, "items") else items)
        ]
    except (TypeError, ValueError):
        raise TypeError(
            f"nominal is {shown(nominal)}; give {{variable: coefficient}}, or pairs of them"
        ) from None


def _of_variables(coefficients: ArrayLike, columns: NDArray[np.int64], ground: GroundSet) -> Floats:
    """The coefficient of each symbol, 0 where it has no variable."""
    given = ground.by_symbol(coefficients, "coefficient")
    factors = as_vector("coefficients", given, columns.size)
    absent = columns < 0
    if np.ndim(given) and (absent & (factors != 0)).any():
        at = int(np.argmax(absent & (factors != 0)))
        raise ValueError(
            f"coefficients[{at}] is {factors[at]:g}, but {ground.label(at)} has no variable; give "
            "it one, or the coefficient 0"
        )
    return np.where(absent, 0.0, factors)
