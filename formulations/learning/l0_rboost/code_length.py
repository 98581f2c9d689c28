"""How many bits describe a vote of monomials and its mistakes, and what risk that bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_integer, check_number

KAPPA = 1.5
"""The paper's value, in the middle of [1 + 1/M, 2]: accounts for the weights of monomials."""


@dataclass(frozen=True, slots=True)
class CodeLength:
    """The two-part code of section 2, in bits: first the vote, then its mistakes.

    The sender names each monomial by its table in a code book and its place there, the weights by
    support vectors (theorem 2.1), and each misclassified row by its number. For a vote without
    monomials only mistakes count.

    Attributes
    ----------
    exact : int
        (6): ``n ceil(log K) + sum ceil(log |U_k|) + (n + 1) ceil(log M)`` for n monomials of orders
        k, M rows, K tables and ``|U_k| = 2**k * C(N, k)`` of N attributes; logarithms to base 2.
    linear : int
        (7), at least (6): ``2 n`` in place of ``n + 1``, so that it is a sum over the monomials,
        which is what the penalties (28) stand for.
    uniform : int
        (8), at least (7): the largest of the tables in place of each.
    mistakes : int
        ``L(y | g)``: ``ceil(log M)`` for each misclassified row.
    total_weight : float
        M.
    """

    exact: int
    linear: int
    uniform: int
    mistakes: int
    total_weight: float

    @classmethod
    def of_vote(
        cls,
        monomials: Sequence[Monomial],
        errors: float,
        *,
        num_attributes: int,
        max_order: int,
        total_weight: float,
    ) -> CodeLength:
        """The lengths for monomials with a weight.

        Parameters
        ----------
        monomials : sequence of Monomial
        errors : float
            The weight of the misclassified rows, which is rounded up.
        num_attributes, max_order : int
            N and K.
        total_weight : float
            M, at least 1.

        Raises
        ------
        ValueError
            If an argument is out of range.

        Examples
        --------
        >>> CodeLength.of_vote(
        ...     [Monomial((0,)), Monomial((1,), (2,))],
        ...     errors=3,
        ...     num_attributes=4,
        ...     max_order=2,
        ...     total_weight=100,
        ... )
        CodeLength(exact=31, linear=38, uniform=40, mistakes=21, total_weight=100)
        """
        check_integer("num_attributes", num_attributes, 0)
        check_integer("max_order", max_order)
        check_number("total_weight", total_weight, 1.0)
        check_number("errors", errors)
        row, table, count = _bits(total_weight), _bits(max_order), len(monomials)
        places = [
            _bits(2**each.order * math.comb(num_attributes, each.order)) for each in monomials
        ]
        shared = count * table + sum(places)
        return cls(
            exact=shared + (count + 1) * row if count else 0,
            linear=shared + 2 * count * row,
            uniform=count * (table + 2 * row + max(places, default=0)),
            mistakes=math.ceil(errors) * row,
            total_weight=total_weight,
        )

    @property
    def total(self) -> int:
        """``L(y, g)``: the vote by (6), and its mistakes."""
        return self.exact + self.mistakes

    def risk_bound(self, confidence: float = 0.95) -> float:
        """Formula (5): a bound on the share of errors among M new rows; above 1 it says nothing.

        Parameters
        ----------
        confidence : float
            ``1 - delta``, in (0, 1).

        Returns
        -------
        float
            ``(total + log2(1 / delta)) / M``.

        Raises
        ------
        ValueError
            If the confidence is out of range.

        Notes
        -----
        Printed is ``ln(delta) / M``, which is below 0 and mixes units. Among 2 M rows in random
        order, b errors all lie in the second half with a probability of at most ``2**-b``, hence
        the logarithm to base 2 (Blum and Langford 2003). The bound is the paper's: it assumes
        that the numbers of monomials and mistakes are known, and that theorem 2.1 recovers the
        weights.
        """
        check_number("confidence", confidence, 0.0, 1.0, above=True)
        if confidence == 1:
            raise ValueError("confidence is 1; only a bound of less than 1 can be told")
        return (self.total - math.log2(1 - confidence)) / self.total_weight


def _bits(count: float) -> int:
    """Enough to name one of so many; exact, for large numbers too."""
    return (math.ceil(count) - 1).bit_length()


def description_lengths(
    num_attributes: int, max_order: int, total_weight: float, kappa: float = KAPPA
) -> Floats:
    """The penalty of every order, counted in misclassified rows.

    A code book has a table of ``2**k * C(N, k)`` monomials for every order k up to K, and a
    misclassified row is named by log M bits. Hence ``c(k) = (k + log2 C(N, k) + log2 K) / log2 M +
    kappa``.

    Parameters
    ----------
    num_attributes : int
        N.
    max_order : int
        K, at least 1; orders above N are left out.
    total_weight : float
        M, above 1.
    kappa : float
        Not negative.

    Returns
    -------
    ndarray, shape (min(K, N) + 1,)
        Increasing up to an order of about 2 N / 3.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Examples
    --------
    >>> description_lengths(16, 2, 256).round(3).tolist()
    [1.625, 2.25, 2.738]
    """
    check_integer("num_attributes", num_attributes, 0)
    check_integer("max_order", max_order)
    check_number("total_weight", total_weight, 1.0, above=True)
    check_number("kappa", kappa)
    orders = range(min(max_order, num_attributes) + 1)
    bits = [k + math.log2(math.comb(num_attributes, k)) + math.log2(max_order) for k in orders]
    return np.array(bits) / math.log2(total_weight) + kappa
