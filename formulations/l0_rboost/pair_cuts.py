"""Pair cuts (17): of two rows of different classes one is wrong, or something tells them apart.

``xi_i + xi_i' + sum of mu_u over the u that tell i from i' >= 1``, where i is positive and i'
negative. A classifier tells them apart if it says more of i than of i': then it calls them
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

from nzdd.formulations.l0_rboost.bit_sample import BitSample

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Votes = NDArray[np.int8]
TOLERANCE = 1e-6
JOINED, PRINTED = "joined", "printed"
FORMS = (JOINED, PRINTED)


def tells_apart(
    votes: Votes, labels: Floats, first: Ints, second: Ints, form: str = JOINED
) -> NDArray[np.bool_]:
    """Which classifiers are in the cuts of which pairs, shape (pairs, classifiers)."""
    one, other, sign = votes[first], votes[second], labels[first][:, None]
    if form == PRINTED:
        return np.asarray((sign * one == 1) & (one != other))
    return np.asarray(sign * one > sign * other)


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
    Memory some bytes for each of the positive rows times the negative rows, and time O(that x
    attributes) once.
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
        orders = 2 if form == PRINTED else 1
        self._free = np.ones((orders, *self._distance.shape), np.bool_)
        self.first = np.empty(0, np.int64)
        self.second = np.empty(0, np.int64)

    @property
    def count(self) -> int:
        """How many cuts there are."""
        return self.first.size

    def nearest(self, vote: Votes) -> tuple[Ints, Ints]:
        """Take the close pairs whose cuts hold a classifier and that are not taken yet.

        Parameters
        ----------
        vote : ndarray, shape (rows,)

        Returns
        -------
        first, second : ndarray of int
            Those whose Hamming distance is at most the factor times the least among all pairs
            that it tells apart: the rule of section 7. Time O(positive rows x negative rows).
        """
        up, down = vote[self._positive][:, None], vote[self._negative][None, :]
        apart = np.stack([up > down] if self.form == JOINED else _printed(up, down))
        if not apart.any():
            return self._take(np.empty(0, np.int64))
        least = int(self._distance[apart.any(axis=0)].min())
        close = apart & (self._distance <= self._factor * least) & self._free
        return self._take(np.flatnonzero(close))

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
            Take only so many, the most violated.

        Returns
        -------
        first, second : ndarray of int
            Time O(positive rows x negative rows x classifiers in use).
        """
        used = usage > 0
        up, down = votes[self._positive][:, used], votes[self._negative][:, used]
        share = usage[used]

        def total(left: NDArray[np.bool_], right: NDArray[np.bool_]) -> Floats:
            return np.asarray((left * share) @ right.T.astype(np.float64))

        if self.form == PRINTED:
            reached = np.stack((total(up == 1, down != 1), total(up != -1, down == -1)))
        else:  # more is 1 against less, or 0 against -1
            reached = (total(up == 1, down < 1) + total(up == 0, down == -1))[None]
        reached += slack[self._positive][:, None] + slack[self._negative][None, :]
        missing = np.where(self._free, 1 - reached, 0.0).ravel()
        found = np.flatnonzero(missing > TOLERANCE)
        if most is not None and found.size > most:
            found = found[np.argpartition(-missing[found], most)[:most]]
        return self._take(found)

    def _take(self, places: Ints) -> tuple[Ints, Ints]:
        self._free.ravel()[places] = False
        order, up, down = np.unravel_index(places, self._free.shape)
        positive, negative = self._positive[up], self._negative[down]
        first = np.where(order == 0, positive, negative)
        second = np.where(order == 0, negative, positive)
        self.first = np.concatenate((self.first, first))
        self.second = np.concatenate((self.second, second))
        return first, second


def _printed(up: Votes, down: Votes) -> list[NDArray[np.bool_]]:
    """Which pairs a classifier is in S_ii' of, and in S_i'i."""
    return [(up == 1) & (down != 1), (down == -1) & (up != -1)]
