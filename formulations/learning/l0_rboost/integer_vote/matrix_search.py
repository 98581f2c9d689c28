"""Monomials that cover much more of one class, by matrix products: quick, without a proof.

All products of two bits are one product of matrices, and those with complements follow from it. So
up to two literals nothing is missed, except by rounding and beyond some 2,000 bits; longer products
extend the best ones of one literal less.
`nzdd.formulations.learning.l0_rboost.monomials.MonomialSearch` is exact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.input.arrays import Bools, Floats, Ints

PRODUCTS = 1 << 22
"""The most products of two bits: beyond it only the bits with the largest sums are multiplied."""

Singles = NDArray[np.float32]


class MatrixSearch:
    """Search over fixed rows.

    Parameters
    ----------
    bits : ndarray of bool, shape (rows, attributes)

    Notes
    -----
    Memory O(rows x attributes) and up to some `PRODUCTS` numbers of 4 bytes. A search for two
    literals takes the time of a matrix product, O(rows x attributes^2) at most.
    """

    def __init__(self, bits: Bools) -> None:
        self._ones = bits.astype(np.float32)

    def best(self, amounts: Floats, penalties: Floats, count: int) -> list[Monomial]:
        """The monomials with the largest rewards, the best first, of sign 1.

        Parameters
        ----------
        amounts : ndarray, shape (rows,)
            The reward is the absolute value of their sum over the rows that a monomial covers, less
            the penalty of its order.
        penalties : ndarray, shape (max_order + 1,)
        count : int
            The most monomials to return; as many of every order are considered.
        """
        signed = amounts.astype(np.float32)
        width = self._ones.shape[1]
        # A literal j is the bit j, and j + width its complement.
        sums = signed @ self._ones
        literals = np.concatenate((sums, signed.sum() - sums))
        found = [self._rated(np.arange(2 * width)[:, None], np.abs(literals), count)]
        if penalties.size > 2 and width > 1:
            found.append(self._pairs(signed, sums, count))
        while 2 < len(found) + 1 < min(penalties.size, width + 1):
            found.append(self._longer(signed, found[-1][0], count))
        rated = [
            (float(reward) - penalties[order], chosen)
            for order, (places, rewards) in enumerate(found[: penalties.size - 1], 1)
            for chosen, reward in zip(places.tolist(), rewards.tolist(), strict=True)
        ]
        rated.sort(key=lambda each: -each[0])
        return [_monomial(chosen, width) for _, chosen in rated[:count]]

    def _pairs(self, signed: Singles, sums: Singles, count: int) -> tuple[Ints, Singles]:
        """Those of two literals."""
        width = sums.size
        rows = _largest(np.abs(sums), max(1, PRODUCTS // width))
        some = self._ones if rows.size == width else self._ones[:, rows]
        both = (some * signed[:, None]).T @ self._ones
        one, other, total = sums[rows][:, None], sums[None, :], signed.sum()
        kinds = (
            (both, 0, 0),
            (one - both, 0, width),
            (other - both, width, 0),
            (total - one - other + both, width, width),
        )
        pairs, rewards = [], []
        for values, first, second in kinds:
            own = np.abs(values)
            own[np.arange(rows.size), rows] = -1.0  # a bit with itself
            # Every pair of two bits or of two complements comes twice.
            best = _largest(own.ravel(), 2 * count)
            up, down = np.divmod(best, width)
            pairs.append(np.sort(np.column_stack((rows[up] + first, down + second)), axis=1))
            rewards.append(own.ravel()[best])
        places, index = np.unique(np.concatenate(pairs), axis=0, return_index=True)
        return self._rated(places, np.concatenate(rewards)[index], count)

    def _longer(self, signed: Singles, places: Ints, count: int) -> tuple[Ints, Singles]:
        """Monomials with one literal more."""
        width = self._ones.shape[1]
        covered = self._literal(places[:, 0]) * signed[:, None]
        for column in places.T[1:]:
            covered *= self._literal(column)
        sums = covered.T @ self._ones
        values = np.hstack((sums, covered.sum(axis=0)[:, None] - sums))
        every = np.arange(len(places))[:, None]
        own = np.abs(values)
        own[every, places % width] = own[every, places % width + width] = -1.0
        best = _largest(own.ravel(), 2 * count)
        longer = np.column_stack((places[best // (2 * width)], best % (2 * width)))
        chosen, index = np.unique(np.sort(longer, axis=1), axis=0, return_index=True)
        return self._rated(chosen, own.ravel()[best[index]], count)

    def _literal(self, places: Ints) -> Singles:
        """The rows where literals hold, shape (rows, literals)."""
        width = self._ones.shape[1]
        ones = self._ones[:, places % width]
        return np.where(places < width, ones, 1 - ones).astype(np.float32)

    def _rated(self, places: Ints, rewards: Singles, count: int) -> tuple[Ints, Singles]:
        """The best ones; those with a literal twice have the reward -1."""
        best = _largest(rewards, count)
        best = best[rewards[best] >= 0]
        return places[best], rewards[best]


def _largest(values: Singles, count: int) -> Ints:
    """Where the largest values are, in order of position."""
    if values.size <= count:
        return np.arange(values.size)
    return np.sort(np.argpartition(values, -count)[-count:])


def _monomial(places: list[int], width: int) -> Monomial:
    return Monomial(
        tuple(sorted(place for place in places if place < width)),
        tuple(sorted(place - width for place in places if place >= width)),
    )
