"""The second derivatives of a loss by the weights of rules, as far as they are needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.losses.smooth import Loss
from nzdd.input.arrays import Floats

STALE = 0.1
"""All is computed anew once the curvature differs by this share."""


class Hessian:
    """Second derivatives by pairs of weights, each of a rule for an output.

    Computed once for each pair, and kept while the curvature of the loss is nearly the same. Time
    O(rows that the rules cover) for each pair; memory 8 bytes for each pair.
    """

    def __init__(self, rows: BinnedRows, loss: Loss) -> None:
        self._rows, self._loss = rows, loss
        self.forget()

    def forget(self) -> None:
        """Compute all anew at the next call."""
        self._curvature: dict[tuple[int, int], Floats] = {}
        self._keys = np.empty(0, np.int64)  # rule times outputs, plus output
        self._products = np.empty((0, 0))

    def matrix(
        self, votes: Floats, outputs: NDArray[np.intp], rules: Numbers
    ) -> tuple[Floats, bool]:
        """The derivatives by some weights, and by the constants of all outputs behind them.

        The second value says whether they are those at these votes, not at some before.
        """
        count = self._loss.num_outputs
        everyone = range(count)
        between = self._loss.curvature(votes)
        diagonal = [between(output, output) for output in everyone]
        known = [self._curvature.get((output, output)) for output in everyone]
        fresh = known[0] is None or any(
            np.abs(now - before).sum() > STALE * before.sum()
            for now, before in zip(diagonal, known, strict=True)
            if before is not None
        )
        if fresh:
            self.forget()
            self._curvature = {(j, k): between(j, k) for j in everyone for k in range(j + 1)}
        keys = rules.astype(np.int64) * count + outputs
        self._add(np.setdiff1d(keys, self._keys))
        order = np.argsort(self._keys)
        at = order[np.searchsorted(self._keys, keys, sorter=order)]
        size = keys.size
        full = np.empty((size + count, size + count))
        full[:size, :size] = self._products[np.ix_(at, at)]
        for j in everyone:
            own = np.flatnonzero(outputs == j)
            for k in everyone:
                curvature = self._between(j, k)
                full[size + j, size + k] = curvature.sum()
                full[own, size + k] = full[size + k, own] = self._rows.sums(rules[own], curvature)
        return full, fresh

    def _between(self, j: int, k: int) -> Floats:
        return self._curvature[max(j, k), min(j, k)]

    def _add(self, new: NDArray[np.int64]) -> None:
        if not new.size:
            return
        keys = np.concatenate((self._keys, new))
        old, size = self._keys.size, keys.size
        products = np.empty((size, size))
        products[:old, :old] = self._products
        count = self._loss.num_outputs
        outputs, rules = keys % count, (keys // count).astype(np.uint32)
        added = outputs[old:]
        for j in np.unique(added):
            first = old + np.flatnonzero(added == j)
            for k in np.unique(outputs):
                second = np.flatnonzero(outputs == k)
                block = self._rows.products(self._between(j, k), rules[first], rules[second])
                products[np.ix_(first, second)] = block
                products[np.ix_(second, first)] = block.T
        self._keys, self._products = keys, products
