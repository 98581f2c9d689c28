"""The penalised loss over the rules that were found: proximal Newton steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.formulations.learning.rules.bins.binned_rows import ANY_SIGN, BinnedRows, Numbers, worth
from nzdd.formulations.learning.rules.losses.smooth import Loss
from nzdd.formulations.learning.rules.masters.hessian import Hessian
from nzdd.formulations.learning.rules.masters.restricted_master import RestrictedMaster
from nzdd.input.arrays import Floats

Positions = NDArray[np.intp]

MAX_PASSES = 200
"""Of coordinate descent in a step: where it is slow, the bounds of the loss decide on more."""

SMALLEST_STEP = 1e-10
"""Of a Newton step the share that is still tried."""

FEW = 10
"""This many rules of an output may always get their first weight in a step."""

NEAR = 0.5
"""Of the reward that is worth a weight the share from which a rule is looked at in every step."""

SUFFICIENT = 1e-4
"""The share of the predicted decrease with which a step is taken (Armijo)."""


class Master(RestrictedMaster[Loss]):
    """The penalised loss of a sample over a growing list of rules, for smooth losses.

    Parameters
    ----------
    rows : BinnedRows
    loss : Loss
    penalty, rules
        As for `RestrictedMaster`, which names the attributes.

    Notes
    -----
    The minimum of the loss plus ``level * penalty * |weight|`` for all rules, by the proximal
    Newton method (Lee, Sun and Saunders 2014). The rules with a weight, and the best of those that
    want one, take part in a step. Coordinate descent solves its quadratic model.
    """

    def __init__(
        self, rows: BinnedRows, loss: Loss, penalty: Floats, rules: Numbers | None = None
    ) -> None:
        super().__init__(rows, loss, penalty, rules)
        self._hessian = Hessian(rows, loss)

    def restrict(self, rules: Numbers, weights: Floats) -> None:
        """Weigh these rules alone: they go on from their weights, new ones from the given ones."""
        known = np.isin(rules, self.rules)
        weights = weights.copy()
        weights[:, known] = self.weights[:, np.searchsorted(self.rules, rules[known])]
        self._fixed, self.weights = rules, np.zeros_like(weights)
        self.resume(rules, weights, self.intercept)

    def residuals(self) -> Floats:
        """The balanced gradients; see `Loss.balanced`."""
        return self.loss.balanced(self.votes)

    def solve(self, level: float, gap: float, max_steps: int = 1000) -> bool:
        """Minimise over the present rules until `value` is at most `gap` above the minimum.

        Returns whether it came so far: rounding may end it before. Rules that are far from a
        weight at first are left aside: the next call sees what they want by then.
        """
        bound, scores = self._bound(level)
        wanted = worth(scores, self.signs).max(axis=0, initial=0.0) >= NEAR * level * self.penalty
        near = np.flatnonzero(wanted | self.weights.any(axis=0))
        scores = scores[:, near]
        for _ in range(max_steps):
            if self.value(level) - bound <= gap:
                return True
            if not self._step(level, gap, near, scores):
                return False
            bound, scores = self._bound(level, near)
        return False

    def _step(self, level: float, gap: float, near: Positions, scores: Floats) -> bool:
        """One Newton step over near rules, whose scores may be rough; whether anything changed."""
        rewards = worth(scores, self.signs[near]) / (level * self.penalty[near])
        outputs, at = _taken(self.weights[:, near], rewards)
        rules = near[at]
        taken = outputs, rules
        residuals = self.loss.residuals(self.votes).T.copy()
        gradient = [
            self._rows.sums(self.rules[rules[outputs == output]], residual)
            for output, residual in enumerate(residuals)
        ]
        hessian = self._hessian.matrix(self.votes, outputs, self.rules[rules])
        zeros = np.zeros(len(residuals))
        now = np.append(self.weights[taken], zeros)
        linear = np.append(np.concatenate(gradient), [residual.sum() for residual in residuals])
        penalty = np.append(level * self.penalty[rules], zeros)
        signs = np.append(self.signs[rules], np.full(zeros.size, ANY_SIGN, np.uint8))
        before, norm = self.loss.value(self.votes), np.abs(now)
        # of derivatives, for about a third of the gap
        tolerance = gap * level / (3 * (before + level * self.norm()))
        step = _core.lasso(
            hessian.ravel(), linear, now, penalty, signs, tolerance, MAX_PASSES, None
        )
        constant = step[rules.size :]
        change = np.tile(constant, (self.votes.shape[0], 1))
        for output in self._outputs:
            own = outputs == output
            change[:, output] += self._rows.votes(self.rules[rules[own]], step[: rules.size][own])
        predicted = linear @ step - penalty @ (np.abs(now + step) - norm)
        size = 1.0
        while size > SMALLEST_STEP:
            after = now + size * step
            votes = self.votes + size * change
            decrease = before - self.loss.value(votes) - float(penalty @ (np.abs(after) - norm))
            if decrease > 0 and decrease >= SUFFICIENT * size * predicted:
                self.votes = votes
                self.weights[taken] = after[: rules.size]
                self.intercept = self.intercept + size * constant
                return True
            size /= 2
        return self._hessian.improve() and self._step(level, gap, near, scores)

    @property
    def _outputs(self) -> range:
        return range(self.loss.num_outputs)


def _taken(weights: Floats, rewards: Floats) -> tuple[Positions, Positions]:
    """Output and rule of the weights, and of the best that may become one: half as many."""
    used = weights != 0
    wanted = np.where(used, 0.0, rewards).ravel()
    most = max(FEW * len(weights), int(np.count_nonzero(used)) // 2)
    best = np.argpartition(-wanted, most)[:most] if wanted.size > most else np.arange(wanted.size)
    chosen = used.ravel()
    chosen[best[wanted[best] > 1]] = True
    outputs, rules = np.nonzero(chosen.reshape(weights.shape))
    return outputs, rules
