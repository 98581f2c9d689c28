"""The restricted master (18) of L0-RBoost: a linear program that gets new rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, eye_array, hstack, vstack

from nzdd.formulations.iteration.lp_engine import MakeGrowingEngine
from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.formulations.learning.l0_rboost.pair_cuts import in_cuts
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats, Ints

NEGLIGIBLE = 1e-6
"""Weights up to this are rounding errors."""


@dataclass(frozen=True, slots=True, eq=False)
class MasterPoint:
    """An optimum of the restricted master, in the paper's symbols.

    The objective z_R(Gamma), xi by row, mu and lambda by monomial (lambda without rounding errors),
    and the duals: w by row, v by cut, and alpha.
    """

    value: float
    slack: Floats
    usage: Floats
    weights: Floats
    row_duals: Floats
    pair_duals: Floats
    level: float


class Master:
    """(18) with mu = lambda + s, s >= 0, so that it needs no rows (18e).

    The reduced costs of the two columns of a monomial are then the two conditions of pricing. That
    of lambda is (21). That of s is ``c_u - sum v``, which states q_u >= 0 of (19c); (20) lacks it.
    """

    def __init__(
        self, sample: BitSample, margin: float, make_engine: MakeGrowingEngine, form: str
    ) -> None:
        self._sample, self._form = sample, form
        rows = sample.labels.size
        self._engine = make_engine(
            LinearModel(
                sample.weights,
                vstack([eye_array(rows) * (1 + margin), csr_array((1, rows))]),
                np.append(np.full(rows, margin), 1.0),
                np.append(np.full(rows, np.inf), 1.0),
                name="L0-RBoost",
            )
        )
        self._lambda = np.empty(0, np.int64)  # columns
        self._spare = np.empty(0, np.int64)
        self._num_columns = rows
        self._cuts = np.empty((2, 0), np.int64)
        self.votes = np.zeros((rows, 0), np.int8)
        self.penalties = np.empty(0)
        self.iterations: list[int] = []

    def add(self, monomials: Sequence[Monomial], penalties: Floats) -> None:
        """Add columns for monomials. Time O((rows + cuts) x monomials)."""
        votes, count = self._sample.votes(monomials), len(monomials)
        margins = csr_array(self._sample.labels[:, None] * votes)
        apart = csr_array(
            in_cuts(votes, self._sample.labels, self._cuts[0], self._cuts[1], self._form).astype(
                np.float64
            )
        )
        once, none = csr_array(np.ones((1, count))), csr_array((1, count))
        weights = vstack([margins, once, apart])
        spare = vstack([csr_array(margins.shape), none, apart])
        self._engine.add_columns(
            np.tile(penalties, 2),
            csr_array(hstack([weights, spare])),
            np.zeros(2 * count),
            np.full(2 * count, np.inf),
        )
        places = self._num_columns + np.arange(count)
        self._lambda = np.concatenate((self._lambda, places))
        self._spare = np.concatenate((self._spare, places + count))
        self._num_columns += 2 * count
        self.votes = np.hstack((self.votes, votes))
        self.penalties = np.concatenate((self.penalties, penalties))

    def add_cuts(self, first: Ints, second: Ints) -> None:
        """Add the cuts (18d) of pairs. Time O(pairs x monomials)."""
        count = first.size
        if not count:
            return
        pair, monomial = np.nonzero(
            in_cuts(self.votes, self._sample.labels, first, second, self._form)
        )
        pairs = np.arange(count)
        columns = np.concatenate((first, second, self._lambda[monomial], self._spare[monomial]))
        places = np.concatenate((pairs, pairs, pair, pair))
        rows = csr_array((np.ones(columns.size), (places, columns)), (count, self._num_columns))
        self._engine.add_rows(rows, np.ones(count), np.full(count, np.inf))
        self._cuts = np.hstack((self._cuts, [first, second]))

    def solve(self, time_limit: float | None = None) -> MasterPoint | None:
        """Solve it from the last basis; None at the time limit.

        Raises MasterFailed if the engine finds no optimum for another reason.
        """
        answer = self._engine.solve(time_limit)
        self.iterations.append(answer.iterations)
        if answer.status is Status.NO_SOLUTION_FOUND:
            return None
        x, duals = answer.optimum()
        x = np.maximum(x, 0.0)
        rows = self._sample.labels.size
        weights = x[self._lambda]
        kept = np.where(weights > NEGLIGIBLE, weights, 0.0)
        return MasterPoint(
            float(answer.objective or 0.0),
            x[:rows],
            weights + x[self._spare],
            kept / kept.sum(),
            np.maximum(duals[:rows], 0.0),
            np.maximum(duals[rows + 1 :], 0.0),
            float(duals[rows]),
        )
