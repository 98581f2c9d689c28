"""The extended formulation of one diagram (Kurokawa et al. 2022, theorem 1), row by edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from nzdd import NZDD
from nzdd.formulations.models.arrays import Floats, Matrix, as_point
from nzdd.formulations.rows.symbols import Symbols

EXACT_INTEGERS = 2.0**53
"""Sums of integers up to this are exact."""

FAR_OUT = 2.0**960
"""Sums of up to 2**63 smaller terms do not overflow."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeRows:
    """The constraints of all edges in matrix form.

    Attributes
    ----------
    matrix : csr_array, shape (num_edges, num_columns)
    potentials : csr_array, shape (num_edges, num_potentials)
        +1 for the inner node an edge leaves, -1 for the one it enters.
    lower, upper : ndarray, shape (num_edges,)
        The upper bounds are infinite but for equalities.
    """

    matrix: Matrix
    potentials: Matrix
    lower: Floats
    upper: Floats


@dataclass(frozen=True, slots=True, eq=False)
class EdgeConstraints:
    """The rows of a diagram as one constraint for each edge, with a potential for each inner node.

    Attributes
    ----------
    nzdd : NZDD
        Each path is a row; at a point x, the length of the path is the slack of the row (for a
        ``<=`` row, of its negation).
    symbols : Symbols
        The column and the coefficient of each symbol.
    num_columns : int
    is_equality : bool
        Whether every row, and so every edge constraint, is an equality.
    """

    nzdd: NZDD
    symbols: Symbols
    num_columns: int
    is_equality: bool

    @property
    def num_potentials(self) -> int:
        """The number of new columns: the inner nodes of the diagram."""
        return self.nzdd.num_nodes - 2

    def lift(self, x: ArrayLike) -> Floats:
        """Potentials that satisfy every edge constraint wherever x satisfies every row.

        Returns
        -------
        ndarray, shape (num_potentials,)
            Shortest distances from the root. Time O(edges + labels).
        """
        return self.nzdd.potentials(self._lengths(x))[1:-1]

    def potential_bounds(self, lower: ArrayLike, upper: ArrayLike) -> tuple[Floats, Floats]:
        """The bounds of the potentials that the bounds of the columns imply, or infinity.

        Parameters
        ----------
        lower, upper : arrays of float, shape (num_columns,)

        Returns
        -------
        lower, upper : ndarray, shape (num_potentials,)
            A path has a greatest length within the bounds of its columns. A potential is at most
            the least such length of all paths from the root, and at least minus that of all paths
            to the leaf. Both bounds are moved outwards by the largest possible rounding error, so
            that they never cut off a feasible point. Time O(edges + labels).
        """
        longest = self.longest_lengths(lower, upper)
        exact = all(_are_integers(part) for part in (self.symbols.coefficient, lower, upper))
        from_root, to_leaf = (
            self._at_most(longest, to_leaf=to_leaf, exact=exact) for to_leaf in (False, True)
        )
        return -to_leaf[1:-1], from_root[1:-1]

    def _at_most(self, lengths: Floats, *, to_leaf: bool, exact: bool) -> Floats:
        """`NZDD.potentials`, rounded upwards.

        A sum of k rounded products is off by at most k + 1 units in the last place of the sum of
        their sizes (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2).
        """
        shortest = self.nzdd.potentials(lengths, to_leaf=to_leaf)
        finite = np.isfinite(lengths)
        size = -self.nzdd.potentials(np.where(finite, -np.abs(lengths), np.inf), to_leaf=to_leaf)
        terms = -self.nzdd.potentials(np.where(finite, -1.0, np.inf), to_leaf=to_leaf)
        rounds = np.isfinite(shortest) & ~(exact & (size <= EXACT_INTEGERS))
        with np.errstate(invalid="ignore"):  # where no path is finite
            off = (terms + 4) * np.finfo(np.float64).eps * size
        return np.where(rounds, np.nextafter(shortest + off, np.inf), shortest)

    def longest_lengths(self, lower: ArrayLike, upper: ArrayLike) -> Floats:
        """The greatest length of each symbol within the bounds of the columns.

        Infinite, as without a bound, if the bound is so large that sums of terms might overflow.
        """
        column, coefficient = self.symbols.column, self.symbols.coefficient
        low, high = (
            np.append(as_point(bounds, self.num_columns), 1.0)[column] for bounds in (lower, upper)
        )
        with np.errstate(invalid="ignore", over="ignore"):
            longest = coefficient * np.where(coefficient < 0, low, high)
        longest = np.where(coefficient == 0, 0.0, longest)
        return np.where(np.abs(longest) < FAR_OUT, longest, np.inf)

    def rows(self) -> EdgeRows:
        """Theorem 1 in matrix form. Time and memory O(edges + labels)."""
        nzdd, leaf = self.nzdd, self.nzdd.num_nodes - 1
        edge = np.repeat(np.arange(nzdd.num_edges), np.diff(nzdd.label_offsets))
        column, value = self.symbols.column[nzdd.labels], self.symbols.coefficient[nzdd.labels]
        constant = self.symbols.free[nzdd.labels]
        right = np.zeros(nzdd.num_edges)
        np.subtract.at(right, edge[constant], value[constant])
        places = (edge[~constant], column[~constant])
        matrix = csr_array((value[~constant], places), shape=(nzdd.num_edges, self.num_columns))
        leaves, enters = np.flatnonzero(nzdd.source != 0), np.flatnonzero(nzdd.target != leaf)
        sign = np.concatenate((np.ones(leaves.size), -np.ones(enters.size)))
        node = np.concatenate((nzdd.source[leaves], nzdd.target[enters])).astype(np.int64) - 1
        places = (np.concatenate((leaves, enters)), node)
        potentials = csr_array((sign, places), shape=(nzdd.num_edges, self.num_potentials))
        upper = right if self.is_equality else np.full(right.size, np.inf)
        return EdgeRows(matrix, potentials, right, upper)

    def _lengths(self, x: ArrayLike) -> Floats:
        return self.symbols.lengths(as_point(x, self.num_columns))


def _are_integers(values: ArrayLike) -> bool:
    array = np.asarray(values)
    finite = array[np.isfinite(array)]
    return bool((finite == np.rint(finite)).all())
