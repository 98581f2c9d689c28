"""Constraint rows as a diagram: every path is a row, its length the row's slack."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from nzdd import NZDD, ZDD
from nzdd.formulations.models.arrays import Floats, as_matrix, as_vector
from nzdd.formulations.rows.edge_constraints import EdgeConstraints
from nzdd.formulations.rows.separation import SeparatedRows, concatenated
from nzdd.formulations.rows.symbols import Symbols, encode
from nzdd.input.arrays import refuse_overflow
from nzdd.input.parameters import check_choice
from nzdd.input.row_table import Progress
from nzdd.input.text import outline, outline_table
from nzdd.zdd.shortest_rows import RowSearch, ShortRows

Sense = Literal[">=", "<=", "="]
SENSES = (">=", "<=", "=")


@dataclass(frozen=True, eq=False, repr=False)
class ConstraintDiagram:
    """Rows ``A x >= b``, ``A x <= b`` or ``A x = b`` as a ZDD of (column, coefficient) symbols.

    A row oracle (see `nzdd.formulations.rows.separation.RowOracle`) over any number of rows. These
    diagrams hold *rows*; other "decision diagrams for optimisation" hold feasible points.

    Make one with `from_rows`, or for implicit rows with `from_zdd`.

    Attributes
    ----------
    zdd : ZDD
        One row a distinct row; at a point x, the length of a row is its slack (of ``<=`` rows:
        that of their negation).
    symbols : Symbols
        What each symbol adds to the slack.
    sense : {">=", "<=", "="}
    """

    __repr__ = outline
    _repr_html_ = outline_table
    zdd: ZDD
    symbols: Symbols
    sense: Sense

    @classmethod
    def from_rows(
        cls,
        A: Any,
        b: ArrayLike,
        sense: Sense = ">=",
        *,
        order: str = "auto",
        progress: Progress | None = None,
    ) -> ConstraintDiagram:
        """Build the diagram of the rows of one sense.

        Parameters
        ----------
        A : sparse or dense array, shape (m, n)
            Finite coefficients of any kind.
        b : array of float, shape (m,), or float
            Finite right-hand sides.
        sense : {">=", "<=", "="}
        order, progress
            See `nzdd.ZDD.from_rows`.

        Raises
        ------
        ValueError
            If shapes do not match, or a number is not finite.

        Notes
        -----
        Time O(nonzeros log nonzeros), less for rows with one coefficient; memory O(nonzeros).
        Rows that are equal on both sides merge.
        """
        check_choice("sense", sense, SENSES)
        matrix = as_matrix("A", A)
        right = as_vector("b", b, matrix.shape[0])
        common = right[0] if right.size and (right == right[0]).all() else None
        symbols, family = encode(matrix, right if common is None else np.zeros_like(right))
        zdd = ZDD.from_rows(family, order=order, progress=progress)
        if common:
            zdd, symbols = _with_common(zdd, symbols, np.zeros(matrix.shape[1]), -common)
        return cls(zdd, symbols if sense != "<=" else symbols.negated(), sense)

    @classmethod
    def from_zdd(
        cls,
        zdd: ZDD,
        b: float,
        sense: Sense = ">=",
        *,
        coefficients: ArrayLike = 1.0,
        columns: ArrayLike | None = None,
        constants: ArrayLike = 0.0,
        num_columns: int | None = None,
        nominal: ArrayLike = 0.0,
    ) -> ConstraintDiagram:
        """For every row S of a family the constraint ``sum of c[j] x[j] + d[j] over S >= b``.

        With `nominal` coefficients a, it is ``a @ x + sum of c[j] x[j] + d[j] over S >= b``: a
        robust constraint, whose coefficients deviate by c from the nominal ones in a scenario S.
        With `constants` d the right-hand side depends on S.

        Parameters
        ----------
        zdd : ZDD
            Of any number of rows; they are never listed.
        b : float
        sense : {">=", "<=", "="}
        coefficients : array of float of the shape of `columns`, mapping from names, or float
            The coefficient c of each symbol.
        columns : array of int, shape (num_symbols,) or (num_symbols, k), or mapping, optional
            The column of each symbol, or its k columns, each with a coefficient; by default symbol
            j is column j.
        constants : array of float, shape (num_symbols,), mapping from names, or float
            What a symbol adds besides; 0 by default.
        num_columns : int, optional
            By default the largest column plus one, or the length of `nominal` if that is greater.
        nominal : array of float, shape (num_columns,), or float
            The coefficients that every row has besides those of its set; 0 by default.

        Raises
        ------
        ValueError
            If a shape does not match, a number is not finite, the absolute numbers sum to 2**1023
            or more, or a column is out of range.
        TypeError
            If `zdd` is not a ZDD.

        Notes
        -----
        Time and memory O(nodes + num_columns).

        Examples
        --------
        >>> from nzdd.families import sets_of_size
        >>> diagram = ConstraintDiagram.from_zdd(sets_of_size(30, 15), 1.0)
        >>> diagram.zdd.count(), diagram.min_slack([0.5] * 29 + [0.0])
        (155117520, 6.0)

        Each of 30 loads is 1, or 3 for up to 15 of them; the capacity is 50:

        >>> load = ConstraintDiagram.from_zdd(
        ...     sets_of_size(30, (0, 15)), 50, "<=", coefficients=2, nominal=np.ones(30)
        ... )
        >>> load.min_slack(np.ones(30))
        -10.0

        Each of 30 loads is 1 where it is bought, and up to 15 of those not bought cost 3; column 30
        is at least the worst total:

        >>> total = ConstraintDiagram.from_zdd(
        ...     sets_of_size(30, (0, 15)),
        ...     0,
        ...     coefficients=3,
        ...     constants=-3,
        ...     nominal=np.append(-np.ones(30), 1),
        ... )
        >>> total.min_slack(np.append(np.ones(30), 40))
        10.0
        """
        check_choice("sense", sense, SENSES)
        if not isinstance(zdd, ZDD):
            raise TypeError(f"the family must be a ZDD, not {type(zdd).__name__}")
        number, by_symbol = zdd.num_symbols, zdd.ground.by_symbol
        columns, constants = by_symbol(columns, "column"), by_symbol(constants, "constant")
        coefficients = by_symbol(coefficients, "coefficient")
        column = np.arange(number) if columns is None else np.asarray(columns)
        if (
            column.ndim not in (1, 2)
            or column.shape[0] != number
            or (column.dtype.kind not in "iu" and column.size)
        ):
            raise ValueError(
                f"columns has shape {column.shape} and dtype {column.dtype}; the family has "
                f"{number} symbols: give ({number},) integers, one for each symbol"
            )
        coefficient = _of_shape("coefficients", coefficients, column.shape)
        constant = as_vector("constants", constants, number)
        right = float(as_vector("b", b, 1)[0])
        symbol = np.arange(column.size) // max(1, column.size // max(1, number))
        column = column.astype(np.int64).ravel()
        size = num_columns
        if size is None:
            size = max([int(column.max(initial=-1)) + 1, *np.shape(nominal)])
        wrong = (column < 0) | (column >= size)
        if wrong.any():
            raise ValueError(f"columns must lie in 0..{size - 1}; one is {column[wrong][0]}")
        common = as_vector("nominal", nominal, size)
        refuse_overflow(
            "coefficients, constants and b of a constraint",
            *(coefficient, constant, common, np.array([right])),
        )
        terms = Symbols.of_terms(symbol, column, coefficient, number, size).terms
        symbols = Symbols(terms, constant)
        if right or common.any():
            zdd, symbols = _with_common(zdd, symbols, common, -right)
        return cls(zdd, symbols if sense != "<=" else symbols.negated(), sense)

    @property
    def num_columns(self) -> int:
        """The number of columns of the model."""
        return self.symbols.num_columns

    @property
    def common_symbol(self) -> int:
        """The symbol at the root that every row has; -1 without one."""
        zdd = self.zdd
        if zdd.root < 2 or zdd.low[zdd.root] != 0:
            return -1
        return int(zdd.order.symbols_of(zdd.level[[zdd.root]])[0])

    @cached_property
    def nzdd(self) -> NZDD:
        """The same rows as an NZDD of few nonzeros, made when first asked for."""
        return self.zdd.to_nzdd("nonzeros", free=self.symbols.free)

    @cached_property
    def edges(self) -> EdgeConstraints:
        """The extended formulation of the rows, made when first asked for."""
        return EdgeConstraints(self.nzdd, self.symbols, self.sense == "=")

    def with_symbols(self, symbols: Symbols) -> ConstraintDiagram:
        """The same sets with other numbers, none of which becomes or was zero; O(1)."""
        other = replace(self, symbols=symbols)
        # What depends on the sets alone is not made again.
        kept = {name: made for name, made in vars(self).items() if name in ("nzdd", "search")}
        vars(other).update(kept)
        return other

    def min_slack(self, x: ArrayLike) -> float:
        """The least slack of all rows at x; negative where a row is violated.

        For equalities the negated largest residual. Infinite without rows. Time O(nodes).
        """
        lengths = self.symbols.lengths(x)
        least = self.search.least(lengths)
        return min(least, self.search.least(-lengths)) if self.sense == "=" else least

    def separate(
        self,
        x: ArrayLike,
        max_rows: int = 50,
        *,
        tolerance: float = 1e-6,
        diverse: bool = False,
        ray: bool = False,
    ) -> SeparatedRows:
        """The most violated rows at a finite point x; see `RowOracle.separate`.

        With ``diverse``, each row is the most violated one through a branch of the diagram that no
        row before it takes. Without it, rows may be similar.

        Notes
        -----
        One sweep over the nodes, and a search that touches little more than the rows it returns;
        with ``diverse`` two sweeps and a heap of the violated branches.
        """
        lengths = self.symbols.lengths(x)
        if not np.isfinite(lengths).all():
            raise ValueError("x must be finite")
        if ray:
            lengths = lengths - self.symbols.constant
        search = self.search.covering if diverse else self.search.shortest
        found = self.listed(search(lengths, max_rows, -tolerance))
        if self.sense != "=":
            return found
        above = self.listed(search(-lengths, max_rows, -tolerance))
        both = concatenated([found, above], self.num_columns)
        return both.take(np.argsort(both.slack, kind="stable")[:max_rows])

    def tightest(self, x: ArrayLike, count: int = 1) -> ShortRows:
        """The rows of least slack at x as sets of symbols; the lengths are the slacks.

        For equalities the rows of least residual, negative ones first. Time O(nodes) and O(count x
        (symbols + log count)).
        """
        return self.search.shortest(self.symbols.lengths(x), count)

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which columns may violate a row by going down, and which by going up.

        Of columns of the ground set, whether or not a row has them. Time O(symbols).
        """
        terms, both = self.symbols.terms, self.sense == "="
        down, up = np.zeros((2, self.num_columns), np.bool_)
        down[terms.indices[both | (terms.data > 0)]] = True
        up[terms.indices[both | (terms.data < 0)]] = True
        return down, up

    @cached_property
    def search(self) -> RowSearch:
        """The search for short rows, made when first asked for."""
        return RowSearch(self.zdd)

    def listed(self, found: ShortRows) -> SeparatedRows:
        """Rows that `search` found, with their sides; their lengths are the slacks."""
        matrix, constant = self.symbols.sums(found.symbols, found.offsets)
        none = np.full(len(found), np.inf)
        right = 0.0 - constant
        if self.sense == "<=":
            matrix.data *= -1.0
            right = constant
        return SeparatedRows(
            matrix,
            -none if self.sense == "<=" else right,
            none if self.sense == ">=" else right,
            found.lengths,
            self.symbols.set_hashes(found.symbols, found.offsets),
        )


def _with_common(
    zdd: ZDD, symbols: Symbols, coefficients: Floats, constant: float
) -> tuple[ZDD, Symbols]:
    """The same with one further symbol, in every row."""
    terms = csr_array(vstack([symbols.terms, csr_array(coefficients[None, :])], format="csr"))
    return zdd.with_symbols(1), Symbols(terms, np.append(symbols.constant, constant))


def _of_shape(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Floats:
    """The value as `as_vector`, raveled; ValueError unless it is a number or of the shape."""
    given = np.shape(value)
    if given not in ((), shape):
        raise ValueError(f"{name} has shape {given}; it must have {shape}, or be one number")
    return as_vector(name, np.ravel(value) if given else value, math.prod(shape))
