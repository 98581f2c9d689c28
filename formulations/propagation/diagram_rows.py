"""Bound propagation over the rows of a diagram, which are never listed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.propagation.implied_bounds import (
    TOLERANCE,
    Bounds,
    Terms,
    broken,
    rounding_error,
)
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.edge_constraints import are_integers
from nzdd.formulations.rows.separation import SeparatedRows
from nzdd.formulations.rows.symbols import totals


@dataclass(frozen=True, slots=True, eq=False)
class Lengths:
    """The greatest lengths of symbols within bounds, and what they are made of.

    `symbols` has infinity where a term is unbounded; `own` is the sum of the finite terms and the
    constant, `unbounded` the number of other terms. Of each term, `coefficient` is that of its
    column in a row with the symbol, `value` the greatest of what the symbol adds, `common` the
    greatest of what every row has of this column.
    """

    symbols: Floats
    own: Floats
    unbounded: Floats | None
    coefficient: Floats
    value: Floats
    common: Floats


class DiagramRows:
    """What the rows of a diagram imply for the bounds of the columns.

    With the greatest length of every symbol within the bounds, two sweeps give for each symbol the
    least greatest length of the other symbols in a row with it, and so the bound that the
    strictest row implies for each of its columns: those of row by row propagation, for all rows.

    A column in a symbol and in the symbol that every row has counts once, with the sum of both
    coefficients. A column in several other symbols of one row counts as several columns, which
    gives valid bounds, but perhaps weaker ones.
    """

    def __init__(self, diagram: ConstraintDiagram, integrality: Bools) -> None:
        self.diagram, self._integrality = diagram, integrality
        self._terms = Terms(diagram.symbols.terms)
        self._constant = diagram.symbols.constant
        self.columns = self._terms.columns
        self._integers = are_integers(self._terms.coefficient) and are_integers(self._constant)
        longest = -diagram.search.least(np.full(self._constant.size, -1.0))
        self._longest = int(longest) if np.isfinite(longest) else 0
        widest = int(np.diff(diagram.symbols.terms.indptr).max(initial=0))
        self._additions = self._longest + widest
        self._signs = (1.0, -1.0) if diagram.sense == "=" else (1.0,)
        self._find_common()

    def _find_common(self) -> None:
        """Find the symbol that every row has, at the root, and the columns it shares."""
        terms = self._terms
        is_common = terms.group == self.diagram.common_symbol
        size = self._integrality.size
        everywhere = np.bincount(terms.column[is_common], terms.coefficient[is_common], size)
        owners = np.bincount(terms.column[~is_common], minlength=size)
        shared = (everywhere != 0) & (owners == 1)
        # What every row has of the column of a term.
        self._everywhere = np.where(~is_common & shared[terms.column], everywhere[terms.column], 0)
        self._shares = bool(shared.any())
        # Of a common term, the other symbol with its column where both work against each other.
        opposite = np.flatnonzero(self._everywhere * terms.coefficient < 0)
        opponent = np.full(size, -1)
        opponent[terms.column[opposite]] = terms.group[opposite]
        self._opponent = np.where(is_common, opponent[terms.column], -1)

    def tighten(self, lower: Floats, upper: Floats) -> tuple[Bounds | None, bool]:
        """Bounds implied by all rows, and whether a row is perhaps `broken`.

        Returns
        -------
        bounds : pair of ndarray, shape (num_columns,), or None
            Infinite where nothing tighter follows; None if nothing does at all.
        suspect : bool
            Time O(nodes + terms).
        """
        bounds, suspect = None, False
        group, column = self._terms.group, self._terms.column
        width = (upper - lower)[column]
        for sign in self._signs:
            lengths = self._lengths(sign, lower, upper)
            least, beside = self.diagram.search.least_beside(lengths.symbols)
            suspect |= least < -TOLERANCE
            through = beside + lengths.symbols
            # Else the row holds at either bound.
            with np.errstate(invalid="ignore"):
                short = through[group] < np.abs(lengths.coefficient) * width
            if lengths.unbounded is not None:
                short |= np.isinf(lengths.value) & np.isfinite(beside[group])
            which = np.flatnonzero(short)
            if not which.size:
                continue
            error = self._error(lengths, lower, upper)
            within, value = group[which], lengths.value[which]
            finite = np.isfinite(value)
            rest = beside[within] + lengths.own[within] - lengths.common[which]
            rest -= np.where(finite, value, 0.0)
            if lengths.unbounded is not None:
                rest[lengths.unbounded[within] - ~finite > 0] = np.inf
            # A row with the opponent has another coefficient. Only where these are longer than the
            # shortest rows, the shortest are without it.
            opponent = self._opponent[which]
            unclear = (opponent >= 0) & ~(through[opponent] > least + 2 * error)
            rest[unclear] = np.inf
            if bounds is None:
                bounds = np.full(lower.size, -np.inf), np.full(lower.size, np.inf)
            coefficient = lengths.coefficient[which]
            self._terms.implied(which, coefficient, rest, error, bounds, self._integrality)
        return bounds, bool(suspect)

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
            error = self._error(lengths, lower, upper)
            if not self.diagram.search.least(-lengths.symbols) >= error:
                return False
        return True

    def _lengths(self, sign: float, lower: Floats, upper: Floats) -> Lengths:
        terms, size = self._terms, self._constant.size
        coefficient = sign * terms.coefficient
        common = np.zeros(coefficient.size)
        if self._shares:
            everywhere = sign * self._everywhere
            greatest = terms.greatest(everywhere, lower, upper)
            counted = np.isfinite(greatest)
            common = np.where(counted, greatest, 0.0)
            coefficient = np.where(counted, coefficient + everywhere, coefficient)
        value = terms.greatest(coefficient, lower, upper) - common
        own = totals(terms.group, value, size) + sign * self._constant
        if np.isfinite(own).all():
            return Lengths(own, own, None, coefficient, value, common)
        finite = np.isfinite(value)
        own = totals(terms.group, np.where(finite, value, 0.0), size) + sign * self._constant
        unbounded = totals(terms.group, ~finite, size)
        symbols = np.where(unbounded > 0, np.inf, own)
        return Lengths(symbols, own, unbounded, coefficient, value, common)

    def _error(self, lengths: Lengths, lower: Floats, upper: Floats) -> float:
        """The rounding error of the length of a row: at most that of a row of the longest ones."""
        each = np.where(np.isfinite(lengths.value), np.abs(lengths.value), 0.0)
        each = each + 2 * np.abs(lengths.common)
        sizes = totals(self._terms.group, each, self._constant.size) + np.abs(self._constant)
        k = self._longest
        most = float(np.partition(sizes, -k)[-k:].sum()) if k else 0.0
        exact = self._integers and are_integers(lower[self.columns])
        exact = exact and are_integers(upper[self.columns])
        return float(rounding_error(self._additions, most, exact))
