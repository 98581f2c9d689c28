"""Pair cuts (17): of two rows of different classes, one is misclassified or they are separated.

``xi_i + xi_i' + sum of mu_u over the u that separate i from i' >= 1``, where i is positive and i'
negative. A classifier separates them if its vote is larger on i than on i'. Then it is right on at
least one of the two and gives them different votes, which is how the paper defines "distinguishes".

The paper has two cuts for each pair, one for either order, with sets S_ii' of classifiers that must
also be right on i. These printed cuts are not valid for votes of -1, 0 and 1. Example: let u vote 1
on both rows with weight 1/3, and u' vote -1 on i' with weight 2/3. Both rows have margin 1/3, but
no classifier is in S_ii'. For the joined cut above, the proof of theorem 4.1 holds: if no u with
``lambda_u > 0`` votes more on i than on i', then ``H_i lambda <= H_i' lambda``, so not both margins
are positive. The printed cuts are much stronger and make sparser votes, but prove nothing about
(15).
"""

from __future__ import annotations

from typing import Any

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
from nzdd.input.arrays import Bools, Floats, Ints
from nzdd.input.parameters import check_choice, check_number

Votes = NDArray[np.int8]
TOLERANCE = 1e-6


def in_cuts(votes: Votes, labels: Floats, first: Ints, second: Ints, form: str = JOINED) -> Bools:
    """Whether the cut of a pair contains a classifier, shape (pairs, classifiers)."""
    sign = labels[first][:, None].astype(np.int8)
    return distinguishes(sign * votes[first], sign * votes[second], form)


class PairCuts:
    """The pairs of a sample, and the cuts chosen so far.

    `factor` multiplies the smallest Hamming distance, see `nearest`, which None does without. There
    is a ``joined`` cut for each pair, the positive row first, or a ``printed`` one for each order.
    `first` and `second` are the rows of the cuts in the order of addition. With a factor, memory
    P x N bytes (twice that above 255 attributes), and time O(P x N x attributes) once, for P
    positive and N negative rows.
    """

    def __init__(self, sample: BitSample, factor: float | None, form: str = JOINED) -> None:
        check_number("hamming", factor, 1.0, infinite=True, choices=(None,))
        check_choice("form", form, FORMS)
        self.form = form
        self._factor = factor
        self._labels = sample.labels
        self._positive = np.flatnonzero(sample.positive)
        self._negative = np.flatnonzero(~sample.positive)
        self._distance: NDArray[Any] | None = None
        if factor is not None:
            ones = sample.bits.astype(np.float32)
            up, down = ones[self._positive], ones[self._negative]
            sizes = up.sum(axis=1)[:, None] + down.sum(axis=1)[None, :]
            self._distance = (sizes - 2 * up @ down.T).astype(np.min_scalar_type(ones.shape[1]))
        self.first = np.empty(0, np.int64)
        self.second = np.empty(0, np.int64)
        self._taken = np.empty(0, np.int64)

    @property
    def nearest_first(self) -> bool:
        """Whether every new column brings its cuts."""
        return self._factor is not None

    @property
    def count(self) -> int:
        """The number of cuts."""
        return self.first.size

    def nearest(self, vote: Votes) -> tuple[Ints, Ints]:
        """Add and return the cuts of close pairs that contain a classifier with these votes.

        A pair is close if its Hamming distance is at most the factor times the least distance of
        the pairs that the classifier separates: the rule of section 7. Without a factor no pair is.
        Time O(P x N).
        """
        if self._factor is None or self._distance is None:
            return np.empty(0, np.int64), np.empty(0, np.int64)
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
        """Add and return the cuts that a point (xi, mu) violates: the set V of Algorithm 1.

        At most this many, the most violated. Time O(rows x classifiers in use + pairs of patterns x
        classifiers in use); see `PairDiagram`.
        """
        used = usage > 0
        # Cuts of the master may be violated by rounding; they are left out below.
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
        """The cuts over these classifiers: one diagram, or one for each order of the pairs."""
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
