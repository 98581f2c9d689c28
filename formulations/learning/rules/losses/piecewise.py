"""Piecewise linear losses: hinge and absolute error."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.fixed_sum import with_sum
from nzdd.input.arrays import Floats

Positions = NDArray[np.intp]


class PiecewiseLinearLoss:
    """A sum of terms ``max(low (t - vote), high (t - vote))`` with targets t.

    By linear programming duality, a term is the largest of all ``dual * (t - vote)`` with a dual
    between low and high. The duals of the terms of a vote sum to its residual.

    Parameters
    ----------
    places : ndarray of integers, shape (terms,)
        The vote of a term: its distinct row times the number of outputs, plus the output.
    targets : ndarray of float64, shape (terms,)
    low, high : ndarray of float64, shape (terms,)
        At most 0, and at least 0.
    num_rows, num_outputs : int

    Attributes
    ----------
    places, targets, low, high
        Of merged terms, sorted by place, then by target; terms that are 0 are left out.
    """

    def __init__(
        self,
        places: NDArray[np.integer],
        targets: Floats,
        low: Floats,
        high: Floats,
        num_rows: int,
        num_outputs: int = 1,
    ) -> None:
        used = np.flatnonzero(high > low)
        order = used[np.lexsort((targets[used], places[used]))]
        places, targets = places[order].astype(np.intp), targets[order]
        new = np.append(True, (np.diff(places) != 0) | (np.diff(targets) != 0))[: order.size]
        number = np.cumsum(new) - 1
        self.places, self.targets = places[new], targets[new]
        self.low = np.asarray(np.bincount(number, low[order]), np.float64)
        self.high = np.asarray(np.bincount(number, high[order]), np.float64)
        self.num_rows, self.num_outputs = num_rows, num_outputs

    def terms(self, output: int) -> Positions:
        """The positions of the terms of an output."""
        return np.flatnonzero(self.places % self.num_outputs == output)

    def start(self) -> Floats:
        """The best constant vote, shape (outputs,); the middle one where there are several."""
        return np.array([self._constant(self.terms(k)) for k in range(self.num_outputs)])

    def _constant(self, terms: Positions) -> float:
        if not terms.size:
            return 0.0
        terms = terms[np.argsort(self.targets[terms], kind="stable")]
        targets = self.targets[terms]
        # the residual of a vote just above each target
        rest = self.high[terms].sum() - np.cumsum(self.high[terms] - self.low[terms])
        rest[np.abs(rest) < 1e-12 * self.high[terms].sum()] = 0
        first, last = np.argmax(rest <= 0), np.argmax(rest < 0)
        if not (rest < 0).any():  # no vote is too large
            return float(targets[first])
        return float((targets[first] + targets[last]) / 2)

    def start_duals(self) -> Floats:
        """Duals that prove that `start` is optimal, shape (terms,).

        Of those with the same vote as target each takes the same part.
        """
        start = self.start()
        errors = self.targets - start[self.places % self.num_outputs]
        low, high = (
            np.where(errors > 0, self.high, self.low),
            np.where(errors < 0, self.low, self.high),
        )
        duals = np.empty(errors.size)
        for output in range(self.num_outputs):
            terms = self.terms(output)
            duals[terms] = with_sum(np.zeros(terms.size), low[terms], high[terms], 0.0)
        return duals

    def value(self, votes: Floats) -> float:
        """The sum of all terms. Time O(rows + terms)."""
        errors = self.targets - votes.ravel()[self.places]
        return float(np.maximum(self.low * errors, self.high * errors).sum())

    def residuals(self, duals: Floats) -> Floats:
        """The sums of the duals of each vote, shape (rows, outputs)."""
        size = self.num_rows * self.num_outputs
        sums = np.asarray(np.bincount(self.places, duals, size), np.float64)
        return sums.reshape(self.num_rows, self.num_outputs)

    def dual(self, residuals: Floats) -> float:
        """The lower bound of `ConvexLoss.dual`.

        Of the duals with these sums, those of the largest targets are as large as possible.
        """
        room = self.high - self.low
        size = residuals.size
        left = residuals.ravel() - np.bincount(self.places, self.low, size)
        above = np.bincount(self.places, room, size)[self.places] - room  # of larger targets
        before = np.cumsum(room) - room
        first = np.searchsorted(self.places, self.places)
        above -= before - before[first]
        duals = self.low + np.clip(left[self.places] - above, 0.0, room)
        return float(duals @ self.targets)


class HingeLoss(PiecewiseLinearLoss):
    """The mean of ``max(0, 1 - y vote)`` with y = 1 for the right class and -1 for others.

    Parameters
    ----------
    counts : ndarray of float64, shape (rows, classes)
        The weight of each class in each distinct row, of sum 1. Two classes make one output, the
        vote for the second one. More classes make an output each, one against the rest, whose
        losses are added.

    Notes
    -----
    For two classes this is, up to scale, the soft margin of Demiriz et al. 2002; see `NuForm`.
    """

    def __init__(self, counts: Floats) -> None:
        num_rows, classes = counts.shape
        one = counts[:, 1:] if classes == 2 else counts
        rest = counts.sum(axis=1, keepdims=True) - one
        rest = counts[:, :1] if classes == 2 else rest
        places = np.tile(np.arange(one.size), 2)
        none = np.zeros(one.size)
        super().__init__(
            places,
            np.repeat([1.0, -1.0], one.size),
            np.concatenate((none, -np.maximum(rest.ravel(), 0.0))),
            np.concatenate((one.ravel(), none)),
            num_rows,
            one.shape[1],
        )


class AbsoluteLoss(PiecewiseLinearLoss):
    """The mean absolute error.

    Parameters
    ----------
    number : ndarray of integers, shape (rows,)
        The distinct row of each row.
    targets, weights : ndarray of float64, shape (rows,)
        The weights have the sum 1.
    num_rows : int
        Of the distinct rows.
    """

    def __init__(
        self, number: NDArray[np.integer], targets: Floats, weights: Floats, num_rows: int
    ) -> None:
        super().__init__(number, targets, -weights, weights, num_rows)
