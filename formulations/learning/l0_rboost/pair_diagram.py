"""The pair cuts over given classifiers as a diagram: row, pattern, pattern, row.

Rows with the same votes of all classifiers have the same sets in (17). So the |P| |N| cuts are the
paths of an NZDD with two layers of inner nodes. The first layer has a node for every *pattern* of
votes of the first rows of pairs, the other layer one for every pattern of the second rows::

    root --{xi_i}--> pattern of i --{mu_u : u separates them}--> pattern of i' --{xi_i'}--> leaf

It has |P| + |N| edges at root and leaf, and an edge for each pair of patterns. The most violated
cut is a shortest path.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd import NZDD
from nzdd.formulations.learning.l0_rboost.bit_sample import equal_rows
from nzdd.input.arrays import Bools, Floats, Ints

Votes = NDArray[np.int8]
JOINED, PRINTED = "joined", "printed"
FORMS = (JOINED, PRINTED)
AT_A_TIME = 1 << 22
"""The most pairs of patterns to look at together."""


def distinguishes(one: Votes, other: Votes, form: str) -> Bools:
    """Whether the cut of a pair contains a classifier, by its votes for the first row's class.

    See `nzdd.formulations.learning.l0_rboost.pair_cuts` for the two forms. The votes are broadcast.
    """
    if form == PRINTED:
        return np.asarray((one == 1) & (other != 1))
    return np.asarray(one > other)


class PairDiagram:
    """The cuts of all pairs of a first and a second row.

    Parameters
    ----------
    votes : ndarray of int8, shape (rows, classifiers)
        -1, 0 and 1.
    first, second : ndarray of int
        The rows of one class, which come first in the pairs, and those of the other.
    sign : {1, -1}
        The class of the first rows.
    form : {"joined", "printed"}

    Notes
    -----
    Time O(rows x classifiers + rows log rows), memory O(rows + patterns x classifiers).
    """

    def __init__(
        self, votes: Votes, first: Ints, second: Ints, sign: int = 1, form: str = JOINED
    ) -> None:
        self._rows, self._classifiers = votes.shape
        self._form = form
        self._first = _Side(sign * votes[first], first)
        self._second = _Side(sign * votes[second], second)

    @property
    def num_pairs(self) -> int:
        """The number of paths."""
        return self._first.rows.size * self._second.rows.size

    @property
    def num_edges(self) -> int:
        """One for each row, and one for each pair of patterns."""
        rows = self._first.rows.size + self._second.rows.size
        return rows + len(self._first.patterns) * len(self._second.patterns)

    def nzdd(self) -> NZDD:
        """The diagram itself.

        Returns
        -------
        NZDD
            Symbol i is xi of row i, and symbol ``rows + u`` is mu of classifier u. Time and memory
            O(pairs of patterns x classifiers).
        """
        up, down = self._first, self._second
        ups, downs = len(up.patterns), len(down.patterns)
        apart = distinguishes(up.patterns[:, None], down.patterns[None], self._form)
        pair, classifier = np.nonzero(apart.reshape(ups * downs, -1))
        source = (np.zeros(up.rows.size), np.repeat(np.arange(ups), downs) + 1, 1 + ups + down.of)
        leaf = np.full(down.rows.size, 1 + ups + downs)
        target = (1 + up.of, 1 + ups + np.tile(np.arange(downs), ups), leaf)
        sizes = (np.ones(up.rows.size), np.bincount(pair, minlength=ups * downs), leaf > 0)
        return NZDD.from_edges(
            2 + ups + downs,
            np.concatenate(source).astype(np.int64),
            np.concatenate(target),
            np.concatenate(([0], np.cumsum(np.concatenate(sizes)))).astype(np.int64),
            np.concatenate((up.rows, self._rows + classifier, down.rows)),
            self._rows + self._classifiers,
        )

    def shortest(
        self, slack: Floats, usage: Floats, below: float, count: int | None = None
    ) -> tuple[Ints, Ints, Floats]:
        """The shortest paths: the pairs with the most violated cuts.

        Parameters
        ----------
        slack : ndarray, shape (rows,)
            xi: the lengths of the first and last edges.
        usage : ndarray, shape (classifiers,)
            mu, which makes the lengths of the edges between patterns.
        below : float
            Only shorter paths.
        count : int, optional
            At most this many; None for all.

        Returns
        -------
        first, second : ndarray of int
            Rows, in any order.
        lengths : ndarray of float

        Notes
        -----
        Time O(rows log rows + pairs of patterns x classifiers + output log output), memory for
        `AT_A_TIME` pairs of patterns and the output.
        """
        up, down = self._first.sorted(slack), self._second.sorted(slack)
        height = max(1, AT_A_TIME // len(down.patterns))
        parts = [
            self._shortest(up.part(start, start + height), down, slack, usage, below, count)
            for start in range(0, len(up.patterns), height)
        ]
        first, second, lengths = (np.concatenate(part) for part in zip(*parts, strict=True))
        if count is not None and lengths.size > count:
            kept = np.argpartition(lengths, count)[:count]
            first, second, lengths = first[kept], second[kept], lengths[kept]
        return first, second, lengths

    def _shortest(
        self,
        up: _Side,
        down: _Side,
        slack: Floats,
        usage: Floats,
        below: float,
        count: int | None,
    ) -> tuple[Ints, Ints, Floats]:
        """The shortest paths between two sides, whose rows are sorted by slack."""
        middle = self._middle(up.patterns, down.patterns, usage)
        best = middle + slack[up.least][:, None] + slack[down.least]
        (places,) = np.nonzero(best.ravel() < below)
        if count is not None and places.size > count:
            # The shortest paths use the pairs of patterns with the shortest own paths.
            places = places[np.argpartition(best.ravel()[places], count)[:count]]
        one, other = np.unravel_index(places, best.shape)
        pair, first, second = _combined(up.sizes[one], down.sizes[other], count)
        first = up.rows[up.starts[one[pair]] + first]
        second = down.rows[down.starts[other[pair]] + second]
        lengths = middle.ravel()[places[pair]] + slack[first] + slack[second]
        kept = np.flatnonzero(lengths < below)
        return first[kept], second[kept], lengths[kept]

    def _middle(self, up: Votes, down: Votes, usage: Floats) -> Floats:
        """The lengths of the edges between patterns."""

        def total(left: Bools, right: Bools) -> Floats:
            return np.asarray((left * usage) @ right.T.astype(np.float64))

        if self._form == PRINTED:
            return total(up == 1, down != 1)
        return total(up == 1, down < 1) + total(up == 0, down == -1)


class _Side:
    """Rows grouped by pattern: `starts` and `sizes` locate the rows of a pattern among `rows`, and
    `of` is the pattern of each row."""

    def __init__(self, votes: Votes, rows: Ints) -> None:
        places, of = equal_rows(np.hstack((votes == 1, votes == -1)))
        self.patterns = votes[places]
        order = np.argsort(of, kind="stable")
        self.rows, self.of = rows[order], of[order]
        self.sizes = np.bincount(of, minlength=len(self.patterns))
        self.starts = np.cumsum(self.sizes) - self.sizes

    def sorted(self, slack: Floats) -> _Side:
        """The same, with the rows of each pattern sorted by slack."""
        side = object.__new__(_Side)
        side.__dict__ |= self.__dict__
        side.rows = self.rows[np.lexsort((slack[self.rows], self.of))]
        return side

    def part(self, start: int, end: int) -> _Side:
        """The same rows, and some of the patterns."""
        side = object.__new__(_Side)
        side.__dict__ |= self.__dict__
        for name in ("patterns", "starts", "sizes"):
            setattr(side, name, getattr(self, name)[start:end])
        return side

    @property
    def least(self) -> Ints:
        """The first row of each pattern."""
        return np.asarray(self.rows[self.starts])


def _combined(ups: Ints, downs: Ints, count: int | None) -> tuple[Ints, Ints, Ints]:
    """All (pair, i, j) with i < ups[pair] and j < downs[pair] that may be among the `count` best.

    As rows are sorted by slack, (i + 1)(j + 1) - 1 other combinations of the pair are as good.
    """
    if count is not None:
        ups = np.minimum(ups, count)
    pair, first = _counted(ups)
    widths = downs[pair]
    if count is not None:
        widths = np.minimum(widths, count // (first + 1))
    place, second = _counted(widths)
    return pair[place], first[place], second


def _counted(sizes: Ints) -> tuple[Ints, Ints]:
    """The numbers 0 to size - 1 for every size, after the position of that size."""
    which = np.repeat(np.arange(sizes.size), sizes)
    return which, np.arange(which.size) - (np.cumsum(sizes) - sizes)[which]
