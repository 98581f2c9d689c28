"""Pair cuts (17): of two rows of different classes one is wrong, or some classifier separates them.

``xi_i + xi_i' + sum of mu_u over the u that separate i from i' >= 1``, where i is positive and i'
negative. A classifier separates them if its value is larger on i than on i': then it calls them
differently and is right on one of the two at least, which is how the paper defines "distinguishes".

The paper's sets S_ii' demand in addition that it is right on i, for both orders of the pair. Such a
cut is not valid for votes of -1, 0 and 1: let u say 1 of both rows with weight 1/3 and u' say -1
of i' with weight 2/3. Both rows have margin 1/3, and no classifier is in S_ii'. With both halves
joined the proof of theorem 4.1 holds: if no u with ``lambda_u > 0`` says more of i than of i', then
``H_i lambda <= H_i' lambda``, and not both margins are positive. The printed cuts, two a pair, are
much stronger, though they prove nothing about (15), and make sparser votes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.pair_diagram import (
    FORMS,
    JOINED,
    PRINTED,
    PairDiagram,
    distinguishes,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Votes = NDArray[np.int8]
TOLERANCE = 1e-6


def tells_apart(
    votes: Votes, labels: Floats, first: Ints, second: Ints, form: str = JOINED
) -> NDArray[np.bool_]:
    """Which classifiers are in the cuts of which pairs, shape (pairs, classifiers)."""
    sign = labels[first][:, None].astype(np.int8)
    return distinguishes(sign * votes[first], sign * votes[second], form)


class PairCuts:
    """The pairs of a sample, and which of them have a cut already.

    Parameters
    ----------
    sample : BitSample
    factor : float
        Of the smallest Hamming distance, see `nearest`; at least 1.
    form : {"joined", "printed"}
        ``joined``: a cut a pair, the positive row first. ``printed``: one for each of its orders.

    Attributes
    ----------
    first, second : ndarray of int
        Rows of the pairs with a cut, in the order in which they came.
    form : str

    Notes
    -----
    Memory a byte for each of the positive rows times the negative rows (two above 255 attributes),
    and time O(that x attributes) once.
    """

    def __init__(self, sample: BitSample, factor: float, form: str = JOINED) -> None:
        if not factor >= 1:
            raise ValueError(f"the Hamming factor is {factor}; it must be at least 1")
        if form not in FORMS:
            raise ValueError(f"the form of cuts {form!r} is unknown; take {' or '.join(FORMS)}")
        self.form = form
        self._factor = factor
        self._labels = sample.labels
        self._positive = np.flatnonzero(sample.positive)
        self._negative = np.flatnonzero(~sample.positive)
        ones = sample.bits.astype(np.float32)
        up, down = ones[self._positive], ones[self._negative]
        sizes = up.sum(axis=1)[:, None] + down.sum(axis=1)[None, :]
        self._distance = (sizes - 2 * up @ down.T).astype(np.min_scalar_type(ones.shape[1]))
        self.first = np.empty(0, np.int64)
        self.second = np.empty(0, np.int64)
        self._taken = np.empty(0, np.int64)

    @property
    def count(self) -> int:
        """How many cuts there are."""
        return self.first.size

    def nearest(self, vote: Votes) -> tuple[Ints, Ints]:
        """Take the close pairs that have no cut yet and whose cuts contain a classifier.

        Parameters
        ----------
        vote : ndarray, shape (rows,)

        Returns
        -------
        first, second : ndarray of int
            Those whose Hamming distance is at most the factor times the least among all pairs
            that it separates: the rule of section 7. Time O(positive rows x negative rows).
        """
        up, down = vote[self._positive][:, None], vote[self._negative][None, :]
        orders = [distinguishes(up, down, self.form)]
        if self.form == PRINTED:
            orders.append(distinguishes(-down, -up, self.form))
        apart = np.logical_or.reduce(orders)
        if not apart.any():
            return self._take(np.empty(0, np.int64), np.empty(0, np.int64))
        close = self._distance <= self._factor * int(self._distance[apart].min())
        one, other = np.nonzero(orders[0] & close)
        first, second = self._positive[one], self._negative[other]
        if self.form == PRINTED:
            one, other = np.nonzero(orders[1] & close)
            first = np.concatenate((first, self._negative[other]))
            second = np.concatenate((second, self._positive[one]))
        return self._take(first, second)

    def violated(
        self, slack: Floats, votes: Votes, usage: Floats, most: int | None = None
    ) -> tuple[Ints, Ints]:
        """Take the pairs whose cut a point violates: the set V of Algorithm 1.

        Parameters
        ----------
        slack : ndarray, shape (rows,)
            xi.
        votes : ndarray, shape (rows, classifiers)
        usage : ndarray, shape (classifiers,)
            mu.
        most : int, optional
            Take only this many, the most violated.

        Returns
        -------
        first, second : ndarray of int
            Time O(rows x classifiers in use + pairs of patterns x classifiers in use); see
            `PairDiagram`.
        """
        used = usage > 0
        # Cuts that are there already may be missed by a rounding, and do not count.
        count = None if most is None else most + self.count
        parts = [
            diagram.shortest(slack, usage[used], 1 - TOLERANCE, count)
            for diagram in self.diagrams(votes[:, used])
        ]
        first, second, lengths = (np.concatenate(part) for part in zip(*parts, strict=True))
        free = ~np.isin(self._codes(first, second), self._taken)
        first, second, lengths = first[free], second[free], lengths[free]
        if most is not None and first.size > most:
            best = np.argpartition(lengths, most)[:most]
            first, second = first[best], second[best]
        return self._take(first, second)

    def diagrams(self, votes: Votes) -> list[PairDiagram]:
        """All cuts over these classifiers: one diagram, or one for either order of the pairs."""
        orders = [(self._positive, self._negative, 1)]
        if self.form == PRINTED:
            orders.append((self._negative, self._positive, -1))
        return [PairDiagram(votes, one, other, sign, self.form) for one, other, sign in orders]

    def _codes(self, first: Ints, second: Ints) -> Ints:
        return np.asarray(first * self._labels.size + second)

    def _take(self, first: Ints, second: Ints) -> tuple[Ints, Ints]:
        codes = self._codes(first, second)
        free = ~np.isin(codes, self._taken)
        self._taken = np.concatenate((self._taken, codes[free]))
        self.first = np.concatenate((self.first, first[free]))
        self.second = np.concatenate((self.second, second[free]))
        return first[free], second[free]
