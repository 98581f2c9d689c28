"""The penalised loss over the rules that were found: proximal Newton steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.formulations.learning.rules.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.losses import Loss
from nzdd.input.arrays import Floats

Positions = NDArray[np.intp]

STALE = 0.1
"""A Hessian is computed anew once the curvature differs by this share."""

FEW = 10
"""This many rules may always get their first weight in a step."""

SUFFICIENT = 1e-4
"""The share of the predicted decrease with which a step is taken (Armijo)."""


@dataclass(slots=True, eq=False)
class _Hessian:
    """The second derivatives of the loss by the weights of some rules and the intercept."""

    rules: Positions  # positions in `Master.rules`
    curvature: Floats
    products: Floats


class Master:
    """The penalised loss of a sample over a growing list of rules.

    Parameters
    ----------
    rows : BinnedRows
    loss : Loss
    penalty : ndarray of float64, shape (max_order + 1,)
        Of a rule with that many literals.
    rules : ndarray of uint32, optional
        The rules to weigh, by default all, those that `grow` finds included.

    Attributes
    ----------
    rules : ndarray of uint32, shape (r,)
    penalty : ndarray of float64, shape (r,)
    weights : ndarray of float64, shape (outputs, r)
    intercept : ndarray of float64, shape (outputs,)
    votes : ndarray of float64, shape (rows, outputs)

    Notes
    -----
    The minimum of the loss plus ``level * penalty * |weight|`` for all rules, by the proximal
    Newton method (Lee, Sun and Saunders 2014), in turn for every output. The rules with a weight,
    and those that want one, take part in a step. Coordinate descent solves its quadratic model on
    the matrix of second derivatives, which is kept while the curvature is nearly the same.
    """

    def __init__(
        self, rows: BinnedRows, loss: Loss, penalty: Floats, rules: Numbers | None = None
    ) -> None:
        self._rows, self.loss, self._of_order = rows, loss, penalty
        self._fixed = rules
        self.intercept = loss.start()
        self.weights = np.zeros((loss.num_outputs, 0))
        self.votes = np.tile(self.intercept, (rows.num_rows, 1))
        self._hessians: list[_Hessian | None] = [None] * loss.num_outputs
        self.penalty = np.empty(0)
        self.grow()

    def grow(self) -> None:
        """Take in the rules that were found since."""
        orders = self._rows.orders()
        self.rules = np.arange(orders.size, dtype=np.uint32) if self._fixed is None else self._fixed
        self.penalty = self._of_order[orders[self.rules]]
        missing = self.rules.size - self.weights.shape[1]
        self.weights = np.pad(self.weights, ((0, 0), (0, missing)))

    def resume(self, rules: Numbers, weights: Floats, intercept: Floats) -> None:
        """Go on from the weights of some rules."""
        self.grow()
        self.weights[:] = 0
        self.weights[:, rules] = weights
        self.intercept = intercept.copy()
        votes = [self._rows.votes(rules, np.ascontiguousarray(each)) for each in weights]
        self.votes = np.column_stack(votes) + intercept

    def value(self, level: float) -> float:
        """The loss with the penalties."""
        return self.loss.value(self.votes) + level * self.norm()

    def norm(self) -> float:
        """The weighted 1-norm of the weights."""
        return float((np.abs(self.weights) * self.penalty).sum())

    def solve(self, level: float, gap: float, max_steps: int = 100) -> None:
        """Minimise over the present rules until `value` is at most `gap` above the minimum.

        It ends before if rounding allows no further decrease.
        """
        for _ in range(max_steps):
            residuals = np.ascontiguousarray(self.loss.balanced(self.votes).T)
            scores = np.array([self._rows.sums(self.rules, residual) for residual in residuals])
            largest = float((np.abs(scores) / self.penalty).max(initial=0.0))
            scale = min(1.0, level / largest) if largest > 0 else 1.0
            if self.value(level) - self.loss.dual(scale * residuals.T) <= gap:
                return
            moved = [self._step(output, level, gap) for output in range(len(scores))]
            if not any(moved):
                return

    def _step(self, output: int, level: float, gap: float) -> bool:
        """One Newton step for an output; whether anything changed."""
        weights = self.weights[output]
        residual = self.loss.residual(self.votes, output)
        score = self._rows.sums(self.rules, residual)
        taken = _taken(weights, np.abs(score) / (level * self.penalty))
        hessian, fresh = self._hessian(output, taken)
        now = np.append(weights[taken], 0.0)
        linear = np.append(score[taken], residual.sum())
        penalty = np.append(level * self.penalty[taken], 0.0)
        step, _ = _core.lasso(
            hessian.ravel(), linear, now, penalty, 1e-3 * gap / (1 + taken.size), 10_000, None
        )
        change = np.full(self.votes.shape[0], step[-1])
        change += self._rows.votes(self.rules[taken], step[:-1])
        predicted = penalty @ (np.abs(now + step) - np.abs(now)) - linear @ step
        before, size = self.loss.value(self.votes), 1.0
        votes = self.votes.copy()
        while size > 1e-10:
            votes[:, output] = self.votes[:, output] + size * change
            decrease = before - self.loss.value(votes)
            decrease -= float(penalty @ (np.abs(now + size * step) - np.abs(now)))
            if decrease > 0 and decrease >= -SUFFICIENT * size * predicted:
                self.votes = votes
                weights[taken] = np.where(size == 1, now + step, now + size * step)[:-1]
                self.intercept[output] += size * step[-1]
                return True
            size /= 2
        if fresh:
            return False
        self._hessians[output] = None
        return self._step(output, level, gap)

    def _hessian(self, output: int, taken: Positions) -> tuple[Floats, bool]:
        """The matrix of the rules taken, and of the intercept behind them; whether it is new."""
        curvature = self.loss.curvature(self.votes, output)
        known = self._hessians[output]
        if known is not None:
            change = float(np.abs(curvature - known.curvature).sum())
            if change > STALE * float(known.curvature.sum()):
                known = None
        fresh = known is None
        if known is None:
            products = self._products(curvature, taken, taken)
            known = _Hessian(taken, curvature, products)
        new = np.setdiff1d(taken, known.rules)
        if new.size:
            rules = np.concatenate((known.rules, new))
            added = self._products(known.curvature, new, rules)
            products = np.empty((rules.size, rules.size))
            products[: known.rules.size, : known.rules.size] = known.products
            products[known.rules.size :] = added
            products[:, known.rules.size :] = added.T
            known = _Hessian(rules, known.curvature, products)
        self._hessians[output] = known
        order = np.argsort(known.rules)
        at = order[np.searchsorted(known.rules, taken, sorter=order)]
        full = np.empty((taken.size + 1, taken.size + 1))
        full[:-1, :-1] = known.products[np.ix_(at, at)]
        full[-1, :-1] = full[:-1, -1] = self._rows.sums(self.rules[taken], known.curvature)
        full[-1, -1] = known.curvature.sum()
        return full, fresh

    def _products(self, curvature: Floats, first: Positions, second: Positions) -> Floats:
        return self._rows.products(curvature, self.rules[first], self.rules[second])


def _taken(weights: Floats, rewards: Floats) -> Positions:
    """The rules with a weight, and the best of those that want one: half as many, or a few."""
    used = weights != 0
    wanted = np.flatnonzero((rewards > 1) & ~used)
    most = max(FEW, np.count_nonzero(used) // 2)
    if wanted.size > most:
        wanted = wanted[np.argpartition(-rewards[wanted], most)[:most]]
    return np.sort(np.concatenate((np.flatnonzero(used), wanted)))
