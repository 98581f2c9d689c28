"""Bound propagation over the rows of a diagram, which are never listed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.propagation.terms import (
    TOLERANCE,
    Mask,
    Terms,
    are_integers,
    broken,
    rounding_error,
)
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.separation import SeparatedRows


@dataclass(frozen=True, slots=True, eq=False)
class Lengths:
    """The greatest lengths of symbols within bounds, and what they are made of.

    `symbols` has infinity where a term is unbounded; `own` is the sum of the finite terms and the
    constant, `unbounded` the number of other terms. Of each term, `coefficient` is that of its
    column in a row with the symbol, `value` the greatest of what the symbol adds, `common` the
    greatest of what every row has of this column. `error` is that of the sum of a row.
    """

    symbols: Floats
    own: Floats
    unbounded: Floats
    coefficient: Floats
    value: Floats
    common: Floats
    error: float


class DiagramRows:
    """What the rows of a diagram imply for the bounds of the columns.

    With the greatest length of every symbol within the bounds, two sweeps give for each symbol the
    least greatest length of the other symbols in a row with it, and so the bound that the
    strictest row implies for each of its columns: those of row by row propagation, for all rows.

    A column in a symbol and in the symbol that every row has counts once, with the sum of both
    coefficients. A column in several other symbols of one row counts as several columns, which
    gives valid bounds, but perhaps weaker ones.
    """

    def __init__(self, diagram: ConstraintDiagram, integrality: Mask) -> None:
        self.diagram, self._integrality = diagram, integrality
        terms, self._constant = diagram.symbols.terms, diagram.symbols.constant
        symbol = np.repeat(np.arange(terms.shape[0]), np.diff(terms.indptr))
        self._terms = Terms(symbol, terms.indices, terms.data)
        self.columns = self._terms.columns
        self._integers = are_integers(terms.data) and are_integers(self._constant)
        longest = -diagram.search.least(np.full(self._constant.size, -1.0))
        self._longest = int(longest) if np.isfinite(longest) else 0
        self._additions = self._longest + int(np.diff(terms.indptr).max(initial=0))
        self._signs = (1.0, -1.0) if diagram.sense == "=" else (1.0,)
        self._find_common()

    def _find_common(self) -> None:
        """Find the symbol that every row has, at the root, and the columns it shares."""
        zdd, terms = self.diagram.zdd, self._terms
        common = -1
        if zdd.root >= 2 and zdd.low[zdd.root] == 0:
            common = int(zdd.variable[zdd.root])
        is_common = terms.group == common
        size = self._integrality.size
        everywhere = np.bincount(
            terms.column[is_common], terms.coefficient[is_common], minlength=size
        )
        owners = np.bincount(terms.column[~is_common], minlength=size)
        shared = (everywhere != 0) & (owners == 1)
        # What every row has of the column of a term.
        self._everywhere = np.where(~is_common & shared[terms.column], everywhere[terms.column], 0)
        # The other symbol with the column of a common term, where the two work against each other.
        owner, opposite = np.zeros(size, np.int64), np.zeros(size, np.bool_)
        owner[terms.column[~is_common]] = terms.group[~is_common]
        opposite[terms.column[self._everywhere * terms.coefficient < 0]] = True
        self._opposed = np.flatnonzero(is_common & opposite[terms.column])
        self._opponent = owner[terms.column[self._opposed]]

    def implied(self, lower: Floats, upper: Floats) -> tuple[Floats, Floats, bool]:
        """Bounds of all columns that follow, and whether a row is perhaps `broken`.

        Returns
        -------
        lower, upper : ndarray, shape (num_columns,)
            Infinite where nothing follows.
        suspect : bool
            Time O(nodes + terms).
        """
        found, suspect = [], False
        for sign in self._signs:
            lengths = self._lengths(sign, lower, upper)
            least, beside = self.diagram.search.least_beside(lengths.symbols)
            suspect |= least < -TOLERANCE
            group = self._terms.group
            finite = np.isfinite(lengths.value)
            others = lengths.own[group] - np.where(finite, lengths.value, 0.0) - lengths.common
            rest = np.where(lengths.unbounded[group] - ~finite > 0, np.inf, beside[group] + others)
            # A row with the opponent has another coefficient; all rows as short as the shortest
            # one must be without it.
            with_opponent = beside[self._opponent] + lengths.symbols[self._opponent]
            unclear = ~(with_opponent > least + 2 * lengths.error)
            rest[self._opposed[unclear]] = np.inf
            found.append(
                self._terms.implied(lengths.coefficient, rest, lengths.error, self._integrality)
            )
        lows, highs = zip(*found, strict=True)
        return np.max(lows, axis=0), np.min(highs, axis=0), bool(suspect)

    def broken(self, lower: Floats, upper: Floats) -> SeparatedRows:
        """A row that no point within the bounds satisfies, or none. Time O(nodes + terms)."""
        for sign in self._signs:
            lengths = self._lengths(sign, lower, upper)
            row = self.diagram.listed(self.diagram.search.shortest(lengths.symbols, 1, -TOLERANCE))
            row = row.take(broken(row, lower, upper))
            if len(row):
                return row
        return SeparatedRows.none(self.diagram.num_columns)

    def hold(self, lower: Floats, upper: Floats) -> bool:
        """Whether every point within the bounds satisfies all rows. Time O(nodes + terms)."""
        for sign in self._signs:
            lengths = self._lengths(-sign, lower, upper)
            if not self.diagram.search.least(-lengths.symbols) >= lengths.error:
                return False
        return True

    def _lengths(self, sign: float, lower: Floats, upper: Floats) -> Lengths:
        terms = self._terms
        alone, everywhere = sign * terms.coefficient, sign * self._everywhere
        common = terms.greatest(everywhere, lower, upper)
        counted = np.isfinite(common)
        common = np.where(counted, common, 0.0)
        coefficient = np.where(counted, alone + everywhere, alone)
        together = terms.greatest(coefficient, lower, upper)
        value = together - common
        finite = np.isfinite(value)
        size = self._constant.size
        own = np.bincount(terms.group, np.where(finite, value, 0.0), size) + sign * self._constant
        unbounded = np.bincount(terms.group, ~finite, size)
        each = np.where(finite, np.abs(together), 0.0) + np.abs(common)
        sizes = np.bincount(terms.group, each, size) + np.abs(self._constant)
        k = self._longest
        most = np.partition(sizes, -k)[-k:].sum() if k else 0.0
        columns = self.columns
        exact = self._integers and are_integers(lower[columns]) and are_integers(upper[columns])
        error = rounding_error(self._additions, float(most), exact)
        symbols = np.where(unbounded > 0, np.inf, own)
        return Lengths(symbols, own, unbounded, coefficient, value, common, float(error))
