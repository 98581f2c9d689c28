"""Bounds on the integer optimum, proven by the masters: (22) and (23)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample, equal_rows
from nzdd.formulations.learning.l0_rboost.master import MasterPoint
from nzdd.formulations.learning.l0_rboost.pair_cuts import PairCuts
from nzdd.input.arrays import Floats

TOLERANCE = 1e-6


class Bounds:
    """The best lower and upper bounds on (15) over all monomials; see `L0RBoostResult`.

    `lower` rises above what equal rows of both classes prove only if the cuts are valid for (15).
    `weights`, over the monomials at that time, prove `upper`.
    """

    def __init__(self, sample: BitSample, margin: float, penalties: Floats, valid: bool) -> None:
        self._sample, self._margin, self._valid = sample, margin, valid
        self._least_penalty = float(penalties.min())
        # Whether all objectives are whole numbers: then (23) rounds up.
        values = np.concatenate((sample.weights, penalties))
        self._whole = bool((values == np.round(values)).all())
        # The weights sum to 1, so mu sums to at least 1; of equal rows one class is misclassified.
        self.proven = self._least_penalty + _contradictions(sample)
        self.lower = self._rounded(self.proven)
        self.upper = math.inf
        self.weights: Floats = np.empty(0)

    @property
    def closed(self) -> bool:
        """Whether the integer problem is solved."""
        return self.upper - self.lower <= TOLERANCE * max(1.0, abs(self.upper))

    def offer_weights(self, weights: Floats, votes: NDArray[np.int8], penalties: Floats) -> None:
        """Keep weights that improve `upper`: in (15), xi is 1 for the rows below the margin."""
        margins = self._sample.labels * (votes @ weights)
        below = margins < self._margin - TOLERANCE
        value = float(self._sample.weights[below].sum() + penalties[weights > 0].sum())
        if value < self.upper:
            self.upper, self.weights = value, weights

    def feasible_duals(self, point: MasterPoint, cuts: PairCuts) -> tuple[Floats, Floats]:
        """w and v of a master, scaled to satisfy (20b) despite rounding."""
        rows = self._sample.labels.size
        load = (1 + self._margin) * point.row_duals
        load += np.bincount(cuts.first, point.pair_duals, rows)
        load += np.bincount(cuts.second, point.pair_duals, rows)
        scale = min(1.0, float((self._sample.weights[load > 0] / load[load > 0]).min(initial=1.0)))
        return point.row_duals * scale, point.pair_duals * scale

    def proved(
        self, rows: Floats, pairs: Floats, best: float, surplus: float, value: float
    ) -> float:
        """The lower bound that duals prove on the relaxation with the present cuts.

        It is ``rho sum w + sum v - best - (b - 1) surplus``. `rows` and `pairs` are w and v, which
        satisfy (20b). `best` is an upper bound on the reward (27) of all monomials, so that (20c)
        holds with ``alpha = -best``. `surplus`, at least 0, bounds the reward for w = 0: how far
        ``sum v`` exceeds c_u. b bounds ``sum mu``: solutions better than the `value` of the master
        have ``sum mu`` at most ``value / min c``. If `surplus` is 0 the bound is (22) with b = 1:
        since the weights sum to 1, a reduced cost c-bar lowers the objective by at most c-bar. The
        same duals times ``min c / (min c + surplus)`` have no surplus, and prove that share of the
        bound and the rest of min c, which is more while much is missing.
        """
        usage = max(1.0, value / self._least_penalty)
        whole = float(self._margin * rows.sum() + pairs.sum() - best)
        share = self._least_penalty / (self._least_penalty + surplus)
        return max(whole - (usage - 1) * surplus, share * whole + (1 - share) * self._least_penalty)

    def offer_proof(self, proven: float) -> None:
        """Keep what was `proved` for all monomials."""
        self.proven = max(self.proven, proven)
        if self._valid:
            self.lower = max(self.lower, self._rounded(self.proven))

    def _rounded(self, proven: float) -> float:
        return math.ceil(proven - TOLERANCE) if self._whole else proven


def _contradictions(sample: BitSample) -> float:
    """The least weight that any classifier misclassifies, because equal rows differ in class."""
    _, index = equal_rows(sample.bits)
    sides = [
        np.bincount(index[side], sample.weights[side], sample.labels.size)
        for side in (sample.positive, ~sample.positive)
    ]
    return float(np.minimum(*sides).sum())
