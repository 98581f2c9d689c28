"""The second derivatives of a loss by the weights of rules, as far as they are needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.losses.smooth import Curvature, Loss
from nzdd.input.arrays import Floats

RARE = 1e-3
"""Classes up to this probability in a row are taken to vary there without the others, which saves
most of the work: most rows are between few classes."""

STALE = 0.1
"""All is computed anew once the curvature differs by this share."""

LEAST_SAMPLE, SAMPLE = 20_000, 100
"""Of more distinct rows so many, and so many for each weight, stand for all at first: steps that
differ a little from those of Newton lead to the same minimum."""


class Hessian:
    """Second derivatives by pairs of weights, each of a rule for an output.

    Computed once for each pair, and kept while the curvature of the loss is nearly the same; of
    many rows from a sample (Byrd et al. 2011), until that does not do. Time O(rows that the rules
    cover) for each pair; memory 8 bytes for each pair.
    """

    def __init__(self, rows: BinnedRows, loss: Loss) -> None:
        self._rows, self._loss = rows, loss
        self._of_all = self._fresh = False
        self._forget()

    def improve(self) -> bool:
        """Compute all anew at the next call, and more exactly; whether that is possible."""
        if self._fresh and self._of_all:
            return False
        self._of_all = self._fresh
        self._forget()
        return True

    def _forget(self) -> None:
        self._curvature: Curvature | None = None
        self._keys = np.empty(0, np.int64)  # output times 2^32, plus rule
        self._products = np.empty((0, self._loss.num_outputs))  # by the constants last

    def matrix(self, votes: Floats, outputs: NDArray[np.intp], rules: Numbers) -> Floats:
        """The derivatives by some weights, and by the constants of all outputs behind them."""
        now = self._loss.curvature(votes).apart(RARE)
        if self._curvature is not None and _differ(now.own(), self._curvature.own()):
            self._of_all = False
            self._forget()
        self._fresh = self._curvature is None
        if self._curvature is None:
            self._curvature, self._sampled = now, self._sample(now, rules.size)
        keys = (outputs.astype(np.int64) << 32) + rules
        self._add(np.setdiff1d(keys, self._keys), self._sampled)
        order = np.argsort(self._keys)
        at = order[np.searchsorted(self._keys, keys, sorter=order)]
        size, known = keys.size, self._keys.size
        constants = self._products[at, known:]
        diagonal, outer = self._sampled
        full = np.empty((size + len(constants.T), size + len(constants.T)))
        full[:size, :size] = self._products[np.ix_(at, at)]
        full[:size, size:], full[size:, :size] = constants, constants.T
        full[size:, size:] = np.diag(diagonal.sum(axis=0)) - outer.T @ outer
        return full

    def _sample(self, curvature: Curvature, num_weights: int) -> Curvature:
        """Of rows that stand for all, unless all are wanted."""
        count, rows = max(LEAST_SAMPLE, SAMPLE * num_weights), self._rows.num_rows
        if self._of_all or count >= rows:
            self._of_all = True
            return curvature
        return curvature.sampled(np.random.default_rng(0).choice(rows, count, replace=False))

    def _add(self, new: NDArray[np.int64], curvature: Curvature) -> None:
        if not new.size:
            return
        old, self._keys = self._keys.size, np.concatenate((self._keys, new))
        size = self._keys.size
        products = np.empty((size, size + self._loss.num_outputs))
        products[:old, :old] = self._products[:, :old]
        products[:old, size:] = self._products[:, old:]
        outputs, rules = self._keys >> 32, (self._keys & 0xFFFFFFFF).astype(np.uint32)
        products[old:] = self._rows.hessian(curvature, rules, outputs.astype(np.uint32), old)
        products[:old, old:size] = products[old:, :old].T
        self._products = products


def _differ(now: Floats, before: Floats) -> bool:
    """Whether the curvature of any output has changed much."""
    return bool((np.abs(now - before).sum(axis=0) > STALE * before.sum(axis=0)).any())
