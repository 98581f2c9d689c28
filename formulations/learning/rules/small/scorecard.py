"""Scorecards: votes whose weights are small whole numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.losses.smooth import Loss
from nzdd.formulations.learning.rules.small.refit import Patterns, refit
from nzdd.input.arrays import Floats

Points = NDArray[np.intp]

STARTS = 3
"""So many of the rounded votes are searched from."""

MEANT = 1e-9
"""A decrease of the objective below this is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Scorecard:
    """A vote with points: ``multiplier * (sum of the points of the rules that hold) + intercept``.

    Attributes
    ----------
    rules : ndarray of uint32, shape (r,)
        Numbers of `BinnedRows.rules`; those without points are left out.
    points : ndarray of intp, shape (r,)
        Without a common divisor.
    multiplier : float
        At least 0.
    intercept : ndarray of float64, shape (1,)
    loss : float
        The mean loss, without penalties.
    limit : str or None
        What ended the search for better points.
    """

    rules: Numbers
    points: Points
    multiplier: float
    intercept: Floats
    loss: float
    limit: str | None = None

    @property
    def weights(self) -> Floats:
        """Of the rules, shape (1, r)."""
        return self.multiplier * self.points[None].astype(float)


@dataclass(frozen=True, slots=True, eq=False)
class _Scaled:
    points: Points
    multiplier: float
    intercept: Floats
    loss: float
    value: float


def scorecard(
    rows: BinnedRows,
    loss: Loss,
    penalty: Floats,
    rules: Numbers,
    weights: Floats,
    intercept: Floats,
    *,
    level: float,
    max_points: int = 5,
    limits: Limits | None = None,
) -> Scorecard:
    """Round a vote to points whose objective is close to its own.

    Parameters
    ----------
    rows : BinnedRows
    loss : Loss
        With one output: two classes or numbers.
    penalty : ndarray of float64, shape (max_order + 1,)
        Of a rule with that many literals.
    rules : ndarray of uint32, shape (r,)
    weights : ndarray of float64, shape (1, r)
    intercept : ndarray of float64, shape (1,)
    level : float
        The objective is the loss plus ``level * penalty * |weight|``, as in `small_votes`.
    max_points : int
        The largest absolute number of points of a rule, at least 1.
    limits : Limits, optional
        When they are reached, or on Ctrl-C, the best points so far are the answer.

    Returns
    -------
    Scorecard
        Multiplier and intercept are the best for the points, so that probabilities remain those
        that the sample shows.

    Raises
    ------
    ValueError
        For several outputs, or if `max_points` is below 1.

    Notes
    -----
    The weights are scaled several ways and rounded one after the other, each to the side of the
    smaller loss (Liu, Zhong, Seltzer and Rudin 2022); once, to the nearest points. Then points go
    up or down by 1, one rule or two at a time, as long as the objective falls. A local optimum, in
    time O(patterns of rules) for each trial.
    """
    if loss.num_outputs > 1:
        raise ValueError(f"a scorecard has one output, not {loss.num_outputs}: give two classes")
    if max_points < 1:
        raise ValueError(f"max_points is {max_points}; give 1 or more")
    limits = Limits() if limits is None else limits
    patterns = Patterns.of_none(rows.num_rows, loss)
    for rule in rules.tolist():
        patterns = patterns.adding(rule, rows, loss)
    card = _Points(patterns, level * penalty[rows.orders()[rules]])
    best, limit = card.scaled(np.zeros(rules.size, np.intp)), None
    rounded: dict[bytes, _Scaled] = {}
    largest = float(np.abs(weights).max(initial=0.0))
    try:
        if largest > 0:
            nearest = np.rint(weights[0] * (max_points / largest)).astype(np.intp)
            rounded[nearest.tobytes()] = card.scaled(nearest)
            for most in np.linspace(1, max_points, 2 * max_points):
                limits.check()
                points = card.rounded(weights[0], intercept, most / largest, max_points)
                rounded[points.tobytes()] = card.scaled(points)
        for start in sorted(rounded.values(), key=lambda each: each.value)[:STARTS]:
            best = min(best, start, key=lambda each: each.value)
            better = True
            while better:
                limits.check()
                moved = card.best_move(start, max_points, limits)
                better = moved.value < start.value - MEANT
                start = moved if better else start
                best = min(best, start, key=lambda each: each.value)
    except (Stopped, KeyboardInterrupt) as stop:
        limit = str(stop) or INTERRUPTED
        if not best.points.any() and largest > 0:  # nothing is rounded yet
            points = card.rounded(weights[0], intercept, max_points / largest, max_points)
            best = min(best, card.scaled(points), *rounded.values(), key=lambda each: each.value)
    used = np.flatnonzero(best.points)
    points = best.points[used]
    divisor = int(np.gcd.reduce(points)) if used.size else 1
    multiplier = divisor * best.multiplier
    return Scorecard(rules[used], points // divisor, multiplier, best.intercept, best.loss, limit)


class _Points:
    """The objective of points for some rules."""

    def __init__(self, patterns: Patterns, penalty: Floats) -> None:
        self._patterns, self._penalty = patterns, penalty
        self._covers = patterns.covers.astype(np.intp)
        self._known: dict[bytes, _Scaled] = {}

    def scaled(self, points: Points) -> _Scaled:
        """The best multiplier and intercept; points change their signs if it is below 0."""
        key = points.tobytes()
        if key not in self._known:
            totals, number = np.unique(self._covers @ points, return_inverse=True)
            loss = self._patterns.loss.merged(number, totals.size)
            by_total = Patterns((0,), number, totals[:, None].astype(float), loss)
            cost = np.array([self._penalty @ np.abs(points)])
            fitted = refit(by_total, cost, np.zeros((1, 1)), loss.start())
            multiplier = float(fitted.weights[0, 0])
            if multiplier < 0:
                points = -points
            self._known[key] = _Scaled(
                points, abs(multiplier), fitted.intercept, fitted.loss, fitted.value
            )
        return self._known[key]

    def rounded(self, weights: Floats, intercept: Floats, scale: float, most: int) -> Points:
        """The weights times `scale`, rounded one after the other, the heaviest first."""
        points = np.clip(weights * scale, -most, most)
        for at in np.argsort(-np.abs(weights), kind="stable").tolist():
            sides = np.unique([np.floor(points[at]), np.ceil(points[at])])
            losses = []
            for side in sides:
                points[at] = side
                votes = self._patterns.covers @ points / scale + intercept
                losses.append(self._patterns.loss.value(votes[:, None]))
            points[at] = sides[int(np.argmin(losses))]
        return np.rint(points).astype(np.intp)

    def best_move(self, start: _Scaled, most: int, limits: Limits) -> _Scaled:
        """The best of one more or one less point for a rule, or else for two rules at once."""
        size, best = start.points.size, start
        steps = np.concatenate((np.eye(size, dtype=np.intp), -np.eye(size, dtype=np.intp)))
        for step in steps:
            best = self._better(best, start.points + step, most)
        if best is start:
            for at, step in enumerate(steps):
                limits.check()
                for other in steps[at + 1 :]:
                    best = self._better(best, start.points + step + other, most)
                if best is not start:
                    break
        return best

    def _better(self, best: _Scaled, points: Points, most: int) -> _Scaled:
        if np.abs(points).max() > most:
            return best
        scaled = self.scaled(points)
        return scaled if scaled.value < best.value - MEANT else best
