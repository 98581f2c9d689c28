"""Functions of one column beside rules: their values by bin, and rows that know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import (
    ANY_SIGN,
    BinColumn,
    BinnedRows,
    Numbers,
    Progress,
    worth,
)
from nzdd.formulations.learning.rules.losses.smooth import Curvature
from nzdd.input.arrays import Floats


class Term(NamedTuple):
    """A function of the bins of an ordered column; 0 where its value is missing.

    Attributes
    ----------
    column : int
    values : ndarray of float64, shape (known + 1, outputs)
    """

    column: int
    values: Floats

    def of(self, codes: NDArray[np.uint8]) -> Floats:
        """Its values for rows of bins; a number that is no bin counts as missing."""
        return self.values[np.minimum(codes[:, self.column], len(self.values) - 1)]


class RowsWithTerms(BinnedRows):
    """Rows of bins with terms that are numbered before the rules, as rules without literals.

    Parameters
    ----------
    codes, columns
        As for `BinnedRows`.
    terms : sequence of Term
        Of one output each. Their penalty is that of order 0.
    monotone : sequence of int, length n, optional
        As for `BinnedRows`; values of terms of such columns rise with the bins.

    Notes
    -----
    Memory 8 bytes for each row and term.
    """

    def __init__(
        self,
        codes: NDArray[np.uint8],
        columns: Sequence[BinColumn],
        terms: Sequence[Term],
        monotone: Sequence[int] | None = None,
    ) -> None:
        super().__init__(codes, columns, monotone=monotone)
        self.terms = tuple(terms)
        columns_of = [term.of(self.codes)[:, 0] for term in terms]
        self._values = np.array(columns_of, np.float64).reshape(len(terms), self.num_rows).T
        self.rules = [()] * len(terms)
        signs = {0: ANY_SIGN, 1: 1, -1: 2}
        self._signs = [signs[self.monotone[term.column]] for term in terms]

    def largest_term(self, values: Floats) -> float:
        """See `BinnedRows.largest_term`."""
        own = self.signs[: len(self.terms)]
        return float(worth(values @ self._values, own).max(initial=0.0))

    def _add(
        self, offsets: NDArray[np.int64], literals: Numbers, progress: Progress | None
    ) -> Numbers:
        return self._numbered(offsets, literals, progress, len(self.terms))

    def sums(self, rules: Numbers, values: Floats) -> Floats:
        """See `BinnedRows.sums`."""
        of_terms, terms, others = self._parted(rules)
        found = np.empty((rules.size, *values.shape[1:]))
        found[of_terms] = self._values[:, terms].T @ values
        found[~of_terms] = super().sums(others, values)
        return found

    def squares(self, rules: Numbers, values: Floats) -> Floats:
        """See `BinnedRows.squares`."""
        of_terms, terms, others = self._parted(rules)
        found = np.empty((rules.size, *values.shape[1:]))
        found[of_terms] = (self._values[:, terms] ** 2).T @ values
        found[~of_terms] = super().sums(others, values)
        return found

    def votes(self, rules: Numbers, weights: Floats) -> Floats:
        """See `BinnedRows.votes`."""
        of_terms, terms, others = self._parted(rules)
        found = super().votes(others, np.ascontiguousarray(weights[~of_terms]))
        return found + self._values[:, terms] @ weights[of_terms]

    def products(self, values: Floats, first: Numbers, second: Numbers) -> Floats:
        """See `BinnedRows.products`."""
        (a, terms, rules), (b, other_terms, other_rules) = map(self._parted, (first, second))
        found = np.empty((first.size, second.size))
        weighted = values[:, None] * self._values
        found[np.ix_(a, b)] = self._values[:, terms].T @ weighted[:, other_terms]
        found[np.ix_(~a, ~b)] = super().products(values, rules, other_rules)
        if other_terms.size:
            found[np.ix_(~a, b)] = super().sums(rules, weighted[:, other_terms])
        if terms.size:
            found[np.ix_(a, ~b)] = super().sums(other_rules, weighted[:, terms]).T
        return found

    def hessian(
        self, curvature: Curvature, rules: Numbers, outputs: Numbers, first: int = 0
    ) -> Floats:
        """See `BinnedRows.hessian`."""
        count = curvature.diagonal.shape[1]
        found = np.zeros((rules.size - first, rules.size + count))
        places = [np.flatnonzero(outputs == output) for output in range(count)]
        for output, place in enumerate(places):
            new = place[place >= first]
            if not new.size:
                continue
            for other, columns in enumerate(places):
                values = curvature.between(output, other)
                products = self.products(values, rules[new], rules[columns])
                found[np.ix_(new - first, columns)] = products
                found[new - first, rules.size + other] = self.sums(rules[new], values)
        return found

    def _parted(self, rules: Numbers) -> tuple[NDArray[np.bool_], Numbers, Numbers]:
        """Which numbers are terms; these, and the others as the core has them."""
        of_terms = rules < len(self.terms)
        others = rules[~of_terms] - np.uint32(len(self.terms))
        return of_terms, rules[of_terms], others.astype(np.uint32)
