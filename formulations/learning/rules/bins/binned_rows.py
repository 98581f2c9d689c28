"""Distinct rows of bins, and the search for conjunctions over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd import _core
from nzdd.cores import num_cores
from nzdd.formulations.learning.rules.bins.literals import Conjunction, Kind, Literal
from nzdd.formulations.learning.rules.losses.smooth import Curvature
from nzdd.input.arrays import Floats

MAX_BINS = 255
"""The most bins of a column, the one of missing values included."""

ROUNDING = 1e-9
"""A sum is 0 if it is at most this share of that of the absolute values."""

ANY_SIGN = 3
"""A rule's weight may be positive (1) or negative (2)."""

WIDE = 5e8
"""Additions of a search of all pairs that are too many."""

BITS_AT_ONCE = 16
"""How many of these are done at once for columns of two frequent bins."""

OFTEN = 0.1
"""The share of places that are not in the most frequent bin of dense columns."""

SHORT = 2e6
"""Additions that are not worth a second thread."""

Progress = Callable[[str, float], object]
Numbers = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class BinColumn:
    """The bins of a column.

    Attributes
    ----------
    known : int
        Bins 0 to ``known - 1`` hold values.
    missing : bool
        Whether bin `known` stands for missing values.
    ordered : bool
        Whether the bins are intervals of numbers, ascending, or categories.
    """

    known: int
    missing: bool = False
    ordered: bool = True


class BinnedRows:
    """The distinct rows of a table of bins, and the rules that were found over them.

    Parameters
    ----------
    codes : ndarray of uint8, shape (rows, n)
        The bin of every column.
    columns : sequence of BinColumn, length n
    progress : callable, optional
        Called with a stage and the share of it that is done.
    monotone : sequence of int, length n, optional
        1 for an ordered column with which votes may only rise, -1 where they may only fall, else 0.

    Attributes
    ----------
    signs : ndarray of uint8, shape (rules,)
        Of the weights that a rule may have: 1 positive ones, 2 negative ones, 3 both.
    num_rows : int
        Of the distinct rows, which are sorted: they do not depend on the order of the given ones.
    number : ndarray of uint32, shape (rows,)
        The distinct row of each given row.
    wide : bool
        Whether a search of all pairs would take seconds.
    listed_share : float
        Of places in bins other than the first.
    of_bits : bool
        Whether columns have two bins at most.
    rules : list of Conjunction
        Those that `best` has found or `add` was given, numbered in that order. No two of them
        with the same signs cover the same rows.

    Notes
    -----
    Memory for each distinct row: 2 n bytes, and 12 for each column that is not in its most frequent
    bin. For each rule 4 bytes a covered row.
    """

    def __init__(
        self,
        codes: NDArray[np.uint8],
        columns: Sequence[BinColumn],
        progress: Progress | None = None,
        monotone: Sequence[int] | None = None,
    ) -> None:
        self.monotone = tuple(monotone or [0] * len(columns))
        first, number = _core.distinct_codes(codes.ravel(), len(codes), progress)
        distinct = np.ascontiguousarray(codes[first])
        order = np.argsort(distinct.view(f"S{distinct.shape[1]}").ravel())  # as bytes
        place = np.empty(order.size, np.uint32)
        place[order] = np.arange(order.size, dtype=np.uint32)
        self.number, self.codes = place[number], distinct[order]
        self.columns = tuple(columns)
        self.num_rows = first.size
        self.rules: list[Conjunction] = []
        self.terms: tuple[Any, ...] = ()  # of `RowsWithTerms`
        self._signs: list[int] = []
        self._kept: dict[int, int] = {}
        self._core = _searched(self.codes, columns, self.monotone)
        listed = np.count_nonzero(self.codes, axis=None)
        bins = sum(column.known + column.missing for column in columns)
        # threads cost more than they save on short work
        self._pairs_work = float(listed**2 / max(1, first.size) + bins**2)
        self.of_bits = all(column.known + column.missing <= 2 for column in columns)
        self.listed_share = listed / max(1, self.codes.size)
        dense_bits = self.of_bits and 6 * listed > self.codes.size and len(columns) <= 4096
        self.wide = self._pairs_work > WIDE * (BITS_AT_ONCE if dense_bits else 1)

    def part(self, columns: NDArray[np.intp]) -> BinnedRows:
        """The same rows, of some columns, perhaps with equal ones; only `rated` may be called."""
        part = BinnedRows.__new__(BinnedRows)
        part.columns = tuple(self.columns[column] for column in columns)
        part.codes = np.ascontiguousarray(self.codes[:, columns])
        part.num_rows, part._pairs_work = self.num_rows, 0.0
        part.monotone = tuple(self.monotone[column] for column in columns)
        part._core = _searched(part.codes, part.columns, part.monotone)
        return part

    @cached_property
    def rare_bins(self) -> csr_array | None:
        """Where a column is not in its most frequent bin, shape (rows, n); None if that is often.

        Memory 5 bytes for each such place.
        """
        if self.listed_share > OFTEN:
            return None
        others = np.count_nonzero(self.codes, axis=0)
        frequent = np.zeros(others.size, np.uint8)
        for column in np.flatnonzero(2 * others > self.num_rows).tolist():
            frequent[column] = np.bincount(self.codes[:, column]).argmax()
        return csr_array(self.codes != frequent, dtype=np.float32)

    def rated(
        self,
        values: Floats,
        penalty: Floats,
        count: int,
        above: float,
        progress: Progress | None = None,
    ) -> tuple[list[list[int]], Floats]:
        """The packed literals of the rules that `best` would add, and their rewards."""
        threads = _threads(self._pairs_work)
        rewards, offsets, literals = self._core.best(
            values, penalty, count, above, threads, progress
        )
        packed, ends = literals.tolist(), offsets.tolist()
        return [packed[a:b] for a, b in pairwise(ends)], rewards

    def add_packed(
        self, rules: Sequence[Sequence[int]], values: Floats, progress: Progress | None = None
    ) -> Numbers:
        """As `add`, of packed literals; single ones as `best` has them."""
        balanced = abs(values.sum()) <= ROUNDING * np.abs(values).sum()
        each = [[self._smaller(rule[0])] if balanced and len(rule) == 1 else rule for rule in rules]
        offsets = np.cumsum([0, *map(len, each)], dtype=np.int64)
        flat = np.array([literal for rule in each for literal in rule], np.uint32)
        return self._add(offsets, flat, progress)

    def best(
        self,
        values: Floats,
        penalty: Floats,
        count: int,
        above: float,
        progress: Progress | None = None,
    ) -> tuple[Numbers, Floats]:
        """The rules over which values sum to the most.

        Parameters
        ----------
        values : ndarray of float64, shape (num_rows,)
            If their sum is 0, two single literals that share out the rows have the same reward. Of
            them only the one of fewer rows is taken: in a vote with a constant the other one says
            nothing new.
        penalty : ndarray of float64, shape (max_order + 1,)
            Above 0, one for each number of literals.
        count : int
            How many rules at most. Of two literals of the same two columns only the best pair
            counts, and of the literals of one column the best one.
        above : float
            Rules of a smaller reward are left out.

        Returns
        -------
        numbers : ndarray of uint32
            Positions in `rules`, the best first.
        rewards : ndarray of float64
            The absolute sum of the values of the covered rows, divided by the penalty, for rules
            that may have a weight of the sign of that sum. The first one is the largest of all
            rules of at most ``max_order`` literals, if it is above `above`.

        Notes
        -----
        Exact up to rounding. For order 2, time O(rows x b^2 + B^2), where b is the mean number of
        columns that are not in their most frequent bin and B the number of all bins; each further
        order takes up to 2 B times as long. Pairs of columns of two bins that are both frequent
        take a fraction of this: integers are added up first, and values only where the reward may
        be large enough. Memory O(B^2).
        """
        rules, rewards = self.rated(values, penalty, count, above, progress)
        return self.add_packed(rules, values, progress), rewards

    def add(self, rules: Sequence[Conjunction], progress: Progress | None = None) -> Numbers:
        """The positions in `rules` of given conjunctions, which are added where they are new.

        Time O(rows) for each. Conjunctions that cover the same rows share a number.
        """
        packed = [literal.packed for rule in rules for literal in rule]
        offsets = np.cumsum([0, *map(len, rules)], dtype=np.int64)
        return self._add(offsets, np.array(packed, np.uint32), progress)

    def _add(
        self, offsets: NDArray[np.int64], literals: Numbers, progress: Progress | None
    ) -> Numbers:
        return self._numbered(offsets, literals, progress)

    def _numbered(
        self,
        offsets: NDArray[np.int64],
        literals: Numbers,
        progress: Progress | None,
        before: int = 0,
    ) -> Numbers:
        """Add rules, whose numbers follow `before` others that the core does not know."""
        numbers = self._core.add(offsets, literals, progress) + np.uint32(before)
        # the core has more new rules where an addition before this one was stopped
        ends, new = self._core.literals(len(self._signs) - before)
        for start, end in pairwise(ends.tolist()):
            rule = _rule(new[start:end])
            self.rules[len(self._signs) :] = [rule]  # Ctrl-C may come before its signs
            self._signs.append(self._allowed(rule))
        for at, number in enumerate(numbers.tolist()):
            packed = literals[offsets[at] : offsets[at + 1]]
            if packed.size < len(self.rules[number]):  # the same rows by fewer literals
                self.rules[number] = _rule(packed)
        return numbers

    def largest_term(self, values: Floats) -> float:
        """The largest absolute sum of values times a term, which these rows do not have."""
        return 0.0

    @property
    def signs(self) -> NDArray[np.uint8]:  # noqa: D102 - an attribute
        return np.array(self._signs, np.uint8)

    def sign(self, rule: int) -> int:
        """Of `signs` that of one rule."""
        return self._signs[rule]

    def _allowed(self, rule: Conjunction) -> int:
        """The signs that a weight of a rule may have."""
        signs = ANY_SIGN
        for literal in rule:
            direction = self.monotone[literal.column] * self.columns[literal.column].ordered
            if direction and literal.kind in (Kind.ABOVE, Kind.AT_MOST):
                signs &= 1 if (literal.kind is Kind.ABOVE) == (direction > 0) else 2
        return signs

    def _smaller(self, packed: int) -> int:
        """Of a packed literal and its opposite, if they share out the rows, that of fewer rows."""
        if packed not in self._kept:
            literal = Literal.unpacked(packed)
            other = literal.opposite
            codes, known = self.codes[:, literal.column], self.columns[literal.column].known
            own, others = (np.count_nonzero(each.holds(codes, known)) for each in (literal, other))
            swapped = own + others == self.num_rows and (others, other) < (own, literal)
            self._kept[packed] = other.packed if swapped else packed
        return self._kept[packed]

    def orders(self) -> NDArray[np.intp]:
        """The number of literals of every rule."""
        return np.fromiter(map(len, self.rules), np.intp, len(self.rules))

    def sizes(self, rules: Numbers) -> NDArray[np.intp]:
        """How many literals each of some rules counts for: a term as one."""
        return np.maximum(self.orders()[rules], 1)

    def sums(self, rules: Numbers, values: Floats) -> Floats:
        """The sums of the values of the rows that each rule covers.

        Of values of shape (rows,) or (rows, outputs), with the shape (rules,) or (rules, outputs).
        Time O(covered rows x outputs): one call for all outputs takes a fraction of one for each.
        """
        outputs = values[:1].size
        sums: Floats = self._core.sums(rules, values.ravel(), outputs, None)
        return sums.reshape(rules.size, *values.shape[1:])

    def squares(self, rules: Numbers, values: Floats) -> Floats:
        """The same of values times the squares of what a rule says: of conjunctions `sums`."""
        return self.sums(rules, values)

    def votes(self, rules: Numbers, weights: Floats) -> Floats:
        """The sum of the weights of the rules that cover each row. Time O(rows + covered rows)."""
        votes: Floats = self._core.votes(rules, weights, None)
        return votes

    def products(self, values: Floats, first: Numbers, second: Numbers) -> Floats:
        """The sums of the values over the rows that two rules cover, shape (first, second)."""
        threads = _threads(float(first.size) * second.size * self.num_rows / 4)
        products: Floats = self._core.products(values, first, second, threads, None)
        return products.reshape(first.size, second.size)

    def hessian(
        self, curvature: Curvature, rules: Numbers, outputs: Numbers, first: int = 0
    ) -> Floats:
        """The second derivatives of a loss by weights of rules.

        Parameters
        ----------
        curvature : Curvature
            Of the loss, by the votes of the rows.
        rules, outputs : ndarray of uint32, shape (weights,)
            What each weight is for.
        first : int
            The first weight to compute the derivatives of.

        Returns
        -------
        ndarray of float64, shape (weights - first, weights + outputs of the loss)
            By each weight from `first` on and all weights, and the constants of all outputs. Time
            O(covered rows) for each pair; with `first` 0 half of it.
        """
        count = curvature.diagonal.shape[1]
        if count == 1:  # no outer products
            values = curvature.own()[:, 0]
            constants = self.sums(rules[first:], values)
            return np.column_stack((self.products(values, rules[first:], rules), constants))
        threads = _threads(float(rules.size - first) * rules.size * self.num_rows / 4)
        diagonal, outer = curvature.diagonal.ravel(), curvature.outer.ravel()
        derivatives = self._core.hessian(
            diagonal, outer, rules, outputs, count, first, threads, None
        )
        return derivatives.reshape(rules.size - first, rules.size + count)


def worth(scores: Floats, signs: NDArray[np.uint8]) -> Floats:
    """How much derivatives are worth to weights of the allowed signs; the last axis is rules."""
    return np.asarray(
        np.maximum(np.where(signs & 1, scores, 0.0), np.where(signs & 2, -scores, 0.0))
    )


def _searched(
    codes: NDArray[np.uint8], columns: Sequence[BinColumn], monotone: Sequence[int]
) -> _core.BinnedSearch:
    return _core.BinnedSearch(
        codes.ravel(),
        len(codes),
        np.array([column.known for column in columns], np.uint32),
        np.array([column.missing for column in columns], np.uint8),
        np.array([column.ordered for column in columns], np.uint8),
        np.array(monotone, np.int8).view(np.uint8) % 253,  # 2 for -1
    )


def _rule(packed: Numbers) -> Conjunction:
    return tuple(map(Literal.unpacked, packed.tolist()))


def _threads(work: float) -> int:
    """One for work that takes about a millisecond, else one per core."""
    return num_cores() if work > SHORT else 1
