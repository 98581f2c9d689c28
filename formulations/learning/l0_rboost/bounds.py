"""Bounds on the integer optimum that the masters prove: (22) and (23)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.master import MasterPoint
from nzdd.formulations.learning.l0_rboost.pair_cuts import PairCuts

Floats = NDArray[np.float64]
TOLERANCE = 1e-6


class Bounds:
    """The best lower and upper bound on (15) over all monomials.

    Parameters
    ----------
    sample : BitSample
    margin : float
    penalties : ndarray, shape (orders,)
    valid : bool
        Whether the cuts hold for (15); otherwise `lower` stays what it is without them.

    Attributes
    ----------
    proven, lower, upper : float
        See `L0RBoostResult`.
    weights : ndarray
        Behind `upper`, of the monomials that there were then.
    """

    def __init__(self, sample: BitSample, margin: float, penalties: Floats, valid: bool) -> None:
        self._sample, self._margin, self._valid = sample, margin, valid
        self._least_penalty = float(penalties.min())
        # Then all objectives are whole numbers, and (23) rounds up.
        values = np.concatenate((sample.weights, penalties))
        self._whole = bool((values == np.round(values)).all())
        # the weights sum to 1, and so at least does mu
        self.proven = self.lower = self._least_penalty
        self.upper = math.inf
        self.weights: Floats = np.empty(0)

    @property
    def closed(self) -> bool:
        """Whether the integer problem is solved."""
        return self.upper - self.lower <= TOLERANCE * max(1.0, abs(self.upper))

    def offer_weights(self, weights: Floats, votes: NDArray[np.int8], penalties: Floats) -> None:
        """The value of (15) where exactly the rows below the margin are given up."""
        margins = self._sample.labels * (votes @ weights)
        below = margins < self._margin - TOLERANCE
        value = float(self._sample.weights[below].sum() + penalties[weights > 0].sum())
        if value < self.upper:
            self.upper, self.weights = value, weights

    def feasible_duals(self, point: MasterPoint, cuts: PairCuts) -> tuple[Floats, Floats]:
        """w and v of a master, made to satisfy (20b) exactly where rounding has missed it."""
        rows = self._sample.labels.size
        load = (1 + self._margin) * point.row_duals
        load += np.bincount(cuts.first, point.pair_duals, rows)
        load += np.bincount(cuts.second, point.pair_duals, rows)
        scale = min(1.0, float((self._sample.weights[load > 0] / load[load > 0]).min(initial=1.0)))
        return point.row_duals * scale, point.pair_duals * scale

    def offer_duals(
        self, rows: Floats, pairs: Floats, best: float, surplus: float, value: float
    ) -> float:
        """The lower bound that duals prove, on the relaxation with the cuts there are.

        Parameters
        ----------
        rows, pairs : ndarray
            w and v that satisfy (20b).
        best : float
            At least the largest reward (27) of all monomials; with ``alpha = -best`` (20c) holds.
        surplus : float
            At least the largest reward where w = 0, and 0: by how much ``sum v`` exceeds c_u.
        value : float
            Of the master, so that no better solution has ``sum mu`` above ``value / min c``.

        Returns
        -------
        float
            ``rho sum w + sum v - best - (b - 1) surplus`` with b the bound on ``sum mu``. Where
            `surplus` is 0 that is (22) with b = 1: as the weights sum to 1, a reduced cost c-bar
            lets the objective fall by c-bar at most.
        """
        usage = max(1.0, value / self._least_penalty)
        proven = float(self._margin * rows.sum() + pairs.sum() - best - (usage - 1) * surplus)
        self.proven = max(self.proven, proven)
        if self._valid:
            self.lower = math.ceil(self.proven - TOLERANCE) if self._whole else self.proven
        return proven
