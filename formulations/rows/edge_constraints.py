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
        The upper bounds are infinite, except those of equalities.
    """

    matrix: Matrix
    potentials: Matrix
    lower: Floats
    upper: Floats

    @property
    def num_nonzeros(self) -> int:
        """The nonzeros of both matrices."""
        return int(self.matrix.nnz + self.potentials.nnz)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeConstraints:
    """The rows of a diagram as one constraint for each edge, with a potential for each inner node.

    Attributes
    ----------
    nzdd : NZDD
        Each path is a row; at a point x, the length of the path is the slack of the row (for a
        ``<=`` row, of its negation).
    symbols : Symbols
        What each symbol adds to the length.
    is_equality : bool
        Whether every row, and so every edge constraint, is an equality.
    """

    nzdd: NZDD
    symbols: Symbols
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
        return self.nzdd.potentials(self.symbols.lengths(x))[1:-1]

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
        longest, size = self._greatest(lower, upper)
        terms, constant = self.symbols.terms.data, self.symbols.constant
        exact = all(are_integers(part) for part in (terms, constant, lower, upper))
        from_root, to_leaf = (
            self._at_most(longest, size, to_leaf=to_leaf, exact=exact) for to_leaf in (False, True)
        )
        return -to_leaf[1:-1], from_root[1:-1]

    def _at_most(self, lengths: Floats, sizes: Floats, *, to_leaf: bool, exact: bool) -> Floats:
        """`NZDD.potentials`, rounded upwards; `sizes` are the sums of the sizes of the terms.

        A sum of k rounded products is off by at most k + 1 units in the last place of the sum of
        their sizes (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2).
        """
        shortest = self.nzdd.potentials(lengths, to_leaf=to_leaf)
        finite = np.isfinite(lengths)
        count = np.diff(self.symbols.terms.indptr) + (self.symbols.constant != 0)
        size = -self.nzdd.potentials(np.where(finite, -sizes, np.inf), to_leaf=to_leaf)
        terms = -self.nzdd.potentials(np.where(finite, -1.0 * count, np.inf), to_leaf=to_leaf)
        rounds = np.isfinite(shortest) & ~(exact & (size <= EXACT_INTEGERS))
        with np.errstate(invalid="ignore"):  # where no path is finite
            off = (terms + 4) * np.finfo(np.float64).eps * size
        return np.where(rounds, np.nextafter(shortest + off, np.inf), shortest)

    def longest_lengths(self, lower: ArrayLike, upper: ArrayLike) -> Floats:
        """The greatest length of each symbol within the bounds of the columns.

        Infinite, as without a bound, if the bound is so large that sums of terms might overflow.
        """
        return self._greatest(lower, upper)[0]

    def _greatest(self, lower: ArrayLike, upper: ArrayLike) -> tuple[Floats, Floats]:
        """`longest_lengths`, and the sums of the sizes of their terms."""
        terms, constant = self.symbols.terms, self.symbols.constant
        low, high = (as_point(bounds, self.symbols.num_columns) for bounds in (lower, upper))
        with np.errstate(invalid="ignore", over="ignore"):
            at = terms.data * np.where(terms.data < 0, low[terms.indices], high[terms.indices])
            parts = csr_array((at, terms.indices, terms.indptr), shape=terms.shape)
            ones = np.ones(self.symbols.num_columns)
            longest, size = parts @ ones + constant, abs(parts) @ ones + np.abs(constant)
        inside = size < FAR_OUT
        return np.where(inside, longest, np.inf), np.where(inside, size, np.inf)

    def rows(self) -> EdgeRows:
        """Theorem 1 in matrix form. Time and memory O(edges + labels)."""
        nzdd, leaf = self.nzdd, self.nzdd.num_nodes - 1
        matrix, constant = self.symbols.sums(nzdd.labels, nzdd.label_offsets)
        right = 0.0 - constant
        # edge by edge: the node that it leaves, which comes first, and the one that it enters
        inner = np.column_stack((nzdd.source != 0, nzdd.target != leaf))
        node = np.column_stack((nzdd.source, nzdd.target)).astype(np.int64)[inner] - 1
        sign = np.broadcast_to((1.0, -1.0), inner.shape)[inner]
        indptr = np.concatenate(([0], np.cumsum(inner.sum(axis=1))))
        shape = (nzdd.num_edges, self.num_potentials)
        potentials = csr_array((sign, node, indptr), shape=shape)
        upper = right if self.is_equality else np.full(right.size, np.inf)
        return EdgeRows(matrix, potentials, right, upper)


def are_integers(values: ArrayLike) -> bool:
    """Whether all finite values are integers."""
    array = np.asarray(values)
    finite = array[np.isfinite(array)]
    return bool((finite == np.rint(finite)).all())
