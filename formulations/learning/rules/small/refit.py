"""Exact weights for a few rules, on the patterns of rules that cover a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.formulations.learning.rules.bins.binned_rows import ANY_SIGN, BinnedRows
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.formulations.learning.rules.losses.smooth import Loss
from nzdd.input.arrays import Floats

ACCURACY = 1e-9
"""A refit ends where a Newton step promises less than this."""

MAX_BITS = 50
"""So many rules make a pattern that a float64 holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """The rows by which of some rules cover them: all that a vote of these rules sees.

    Attributes
    ----------
    rules : tuple of int, length r
        Numbers of `BinnedRows.rules`.
    number : ndarray of intp, shape (rows,)
        The pattern of each row.
    covers : ndarray of float64, shape (patterns, r)
        1 where the rule covers the rows of a pattern; what a term says of them.
    loss : Loss
        Of votes for patterns.
    signs : tuple of int, length r
        Of the weights that each rule may have, see `BinnedRows`; by default any.
    """

    rules: tuple[int, ...]
    number: NDArray[np.intp]
    covers: Floats
    loss: Loss
    signs: tuple[int, ...] = ()

    @property
    def allowed(self) -> NDArray[np.uint8]:
        """The signs of all rules."""
        return np.array(self.signs or [ANY_SIGN] * len(self.rules), np.uint8)

    @classmethod
    def of_none(cls, num_rows: int, loss: Loss) -> Patterns:
        """The one pattern without rules."""
        number = np.zeros(num_rows, np.intp)
        return cls((), number, np.empty((1, 0)), loss.merged(number, 1))

    def adding(self, rule: int, rows: BinnedRows, loss: Loss) -> Patterns:
        """With one more rule, given the loss of the rows. Time O(rows), of a term O(rows log)."""
        values = rows.votes(np.array([rule], np.uint32), np.ones(1))
        if rule < len(rows.terms):
            known, place = np.unique(values, return_inverse=True)
        else:
            known, place = np.array([0.0, 1.0]), (values > 0).astype(np.intp)
        code = known.size * self.number + place
        used = np.bincount(code, minlength=known.size * len(self.covers)) > 0
        number = (np.cumsum(used) - 1)[code]
        last = np.tile(known, len(self.covers))
        covers = np.column_stack((np.repeat(self.covers, known.size, axis=0), last))[used]
        merged = loss.merged(number, len(covers))
        signs = (*self.signs, rows.sign(rule))
        return Patterns((*self.rules, rule), number, covers, merged, signs)

    def without(self, positions: Sequence[int]) -> Patterns:
        """With some rules fewer."""
        covers = np.delete(self.covers, positions, axis=1)
        rules = tuple(np.delete(self.rules, positions).astype(int).tolist())
        signs = tuple(np.delete(self.allowed, positions).tolist())
        if len(rules) <= MAX_BITS and np.isin(covers, (0, 1)).all():
            code = covers @ 2.0 ** np.arange(len(rules))
            _, first, number = np.unique(code, return_index=True, return_inverse=True)
        else:
            _, first, number = np.unique(covers, axis=0, return_index=True, return_inverse=True)
        loss = self.loss.merged(number, first.size)
        return Patterns(rules, number[self.number], covers[first], loss, signs)


@dataclass(frozen=True, slots=True, eq=False)
class Refitted:
    """The best weights of the rules of some patterns.

    Attributes
    ----------
    patterns : Patterns
    weights : ndarray of float64, shape (outputs, r)
    intercept : ndarray of float64, shape (outputs,)
    value : float
        The loss with the penalties.
    """

    patterns: Patterns
    weights: Floats
    intercept: Floats
    value: float

    @property
    def votes(self) -> Floats:
        """For each pattern, shape (patterns, outputs)."""
        return self.patterns.covers @ self.weights.T + self.intercept

    @property
    def fitted(self) -> Fitted:
        """The same without the patterns."""
        return Fitted(np.array(self.patterns.rules, np.uint32), self.weights, self.intercept)

    @property
    def loss(self) -> float:
        """Without penalties."""
        return self.patterns.loss.value(self.votes)

    def hessian(self, output: int) -> Floats:
        """The second derivatives of the loss by the weights of an output and its intercept."""
        curvature = self.patterns.loss.curvature(self.votes)
        return _hessian(self.patterns, curvature.between(output, output))


def _hessian(patterns: Patterns, curvature: Floats) -> Floats:
    design = np.column_stack((patterns.covers, np.ones(len(patterns.covers))))
    return design.T @ (curvature[:, None] * design)


def refit(
    patterns: Patterns,
    penalty: Floats,
    weights: Floats,
    intercept: Floats,
    max_steps: int = 200,
) -> Refitted:
    """Minimise the loss plus ``penalty * |weights|`` from some weights on.

    Parameters
    ----------
    patterns : Patterns
    penalty : ndarray of float64, shape (r,)
    weights : ndarray of float64, shape (outputs, r)
    intercept : ndarray of float64, shape (outputs,)
    max_steps : int

    Returns
    -------
    Refitted
        By Newton steps for all outputs together, each the minimum of a quadratic with the
        penalties. A step takes time O(patterns x (outputs x r)^2).
    """
    of_outputs = np.column_stack((weights, intercept))
    design = np.column_stack((patterns.covers, np.ones(len(patterns.covers))))
    votes = design @ of_outputs.T
    value = patterns.loss.value(votes)
    costs = np.tile(np.append(penalty, 0.0), len(intercept))
    signs = np.tile(np.append(patterns.allowed, np.uint8(ANY_SIGN)), len(intercept))
    outputs = range(len(intercept))
    for _ in range(max_steps):
        now = of_outputs.ravel()
        linear = (patterns.loss.residuals(votes).T @ design).ravel()
        between = patterns.loss.curvature(votes).between
        hessian = np.block([[_hessian(patterns, between(a, b)) for b in outputs] for a in outputs])
        # the least curvature that the loss can have where probabilities are 0 or 1 in doubles
        hessian.ravel()[:: costs.size + 1] += 1e-12
        step = _core.lasso(hessian.ravel(), linear, now, costs, signs, ACCURACY / 100, 10_000, None)
        predicted = float(linear @ step) - float(costs @ (np.abs(now + step) - np.abs(now)))
        if predicted <= ACCURACY:
            break
        size, change = 1.0, design @ step.reshape(of_outputs.shape).T
        while size > 1e-8:
            trial = votes + size * change
            reached = patterns.loss.value(trial)
            target = now + step if size == 1 else now + size * step  # a weight of 0 is exact
            cost = float(costs @ (np.abs(target) - np.abs(now)))
            if value - reached - cost >= 1e-4 * size * predicted:
                votes, value = trial, reached
                of_outputs = target.reshape(of_outputs.shape)
                break
            size /= 2
        else:
            break
    weights, intercept = of_outputs[:, :-1].copy(), of_outputs[:, -1].copy()
    return Refitted(
        patterns, weights, intercept, value + float(np.abs(weights).sum(axis=0) @ penalty)
    )
