"""Votes for a falling penalty, their weights relaxed or not, and the choice by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows
from nzdd.formulations.learning.rules.bins.literals import Conjunction
from nzdd.formulations.learning.rules.column_generation import (
    Bounds,
    ColumnGeneration,
    MakeMaster,
)
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.formulations.learning.rules.losses.targets import Score, Target
from nzdd.formulations.learning.rules.masters.newton_master import Master
from nzdd.input.arrays import Floats

RATIO = 0.8
"""Of a level to the one before."""

PATIENCE = 4
"""The path ends where the least held-out loss has not fallen enough over so many levels."""

GAIN = 1e-3
"""By how much it must have fallen, as a share of the loss of the best constant vote."""

SHARE_OF_ERROR = 0.5
"""And as a share of the standard errors by which the choice may miss the least loss."""

PATH_GAP = 2e-3
"""Of the levels that are only compared, as a share of the loss of the best constant vote."""

RISE = 0.3
"""The path ends at once where the held-out loss is so many standard errors above the least, and
the gain that counts."""

LEAST_LEVEL = 1e-3
"""Where the path ends, as a share of its first level."""

HELD_OUT = 5
"""One part in this many is held out where there is one fold."""


@dataclass(frozen=True, slots=True, eq=False)
class PathPoint:
    """The rules of the optimum for one level of the penalty, and weights.

    Attributes
    ----------
    level : float
    relax : float
        The weights are the best of these rules for ``relax * level``; 1: they are the optimum.
    bounds : Bounds
        On the penalised loss of the optimum.
    fitted : Fitted
    num_rules, num_literals : int
    held_out : Score
        Over all rows that some fold held out; weight 0 without folds.
    of_folds : tuple of Fitted
    optimum : Fitted
        The vote of `bounds`: the weights before they were relaxed.
    """

    level: float
    relax: float
    bounds: Bounds
    fitted: Fitted
    num_rules: int
    num_literals: int
    held_out: Score
    of_folds: tuple[Fitted, ...]
    optimum: Fitted

    @property
    def held_out_loss(self) -> float:
        """The mean held-out loss."""
        return self.held_out.mean


@dataclass(slots=True, eq=False)
class RulePath:
    """The points of a path, the largest level first.

    Attributes
    ----------
    points : list of PathPoint
        Of a level one for each relaxation.
    num_held_out : float
        How many rows the folds held out together.
    folds : ndarray of int, shape (rows,)
        The fold that held a row out; a number that no fold has where none did. Empty without
        points.
    limit : str or None
        What ended the path before its time: "time", "interrupted" or None.
    rules : sequence of Conjunction
        Those that `PathPoint.fitted` numbers.
    terms : sequence of Term
        The first of these numbers.
    """

    points: list[PathPoint] = field(default_factory=list)
    num_held_out: float = 0.0
    folds: NDArray[np.intp] = field(default_factory=lambda: np.empty(0, np.intp))
    limit: str | None = None
    rules: Sequence[Conjunction] = ()
    terms: Sequence[Any] = ()

    @property
    def best(self) -> int:
        """The position of the least held-out loss."""
        return int(np.argmin([point.held_out_loss for point in self.points]))

    @property
    def standard_error(self) -> float:
        """Of the least held-out loss."""
        return self.points[self.best].held_out.standard_error(self.num_held_out)

    def chosen(self, standard_errors: float = 1.0) -> int:
        """The least point whose held-out loss is within that many standard errors of the least.

        As in Breiman et al. 1984. It has the fewest literals, and of such points the least loss.
        """
        losses = np.array([point.held_out_loss for point in self.points])
        literals = np.array([point.num_literals for point in self.points])
        near = np.flatnonzero(losses <= losses.min() + standard_errors * self.standard_error)
        return int(near[np.lexsort((losses[near], literals[near]))[0]])


def rule_path(
    rows: BinnedRows,
    target: Target,
    penalty: Floats,
    *,
    relax: Sequence[float] = (1.0,),
    standard_errors: float = 0.0,
    num_folds: int = 5,
    seed: int | None = 0,
    limits: Limits | None = None,
    on_point: Callable[[PathPoint], object] | None = None,
    master: MakeMaster = Master,
) -> RulePath:
    """Minimise the penalised loss for level after level, on the whole sample and without each fold.

    Parameters
    ----------
    rows : BinnedRows
    target : Target
    penalty : ndarray of float64, shape (max_order + 1,)
    relax : sequence of float
        The relaxations to compare, see `PathPoint`.
    standard_errors : float
        As `RulePath.chosen` will take them: the path ends earlier for more of them.
    num_folds : int
        1: a fifth of the rows is held out once.
    seed : int, optional
        Of the folds.
    limits : Limits, optional
        When they are reached, the path ends with the levels that it has.
    on_point : callable, optional
        Called with each point.
    master : callable
        See `ColumnGeneration`.

    Returns
    -------
    RulePath
        Without points if a limit was reached before the first one, or there is nothing to learn:
        there is only one row, or no rule makes a difference.

    Notes
    -----
    All searches share the rules that one of them has found. That is no way for held-out rows to
    get into a fold: each fold is optimal over all rules, whoever found them.
    """
    limits = Limits() if limits is None else limits
    if target.size < 2:
        return RulePath()
    folds = target.folds(
        max(num_folds, HELD_OUT if num_folds == 1 else 2), np.random.default_rng(seed)
    )
    path = RulePath(folds=folds, rules=rows.rules, terms=rows.terms)
    held = [folds == fold for fold in range(num_folds)]
    path.num_held_out = sum(map(target.count, held))
    try:
        full = ColumnGeneration(rows, target.loss(), penalty, limits, master)
        searches = [
            ColumnGeneration(rows, target.loss(~out), penalty, limits, master) for out in held
        ]
        start = full.master.value(0.0)
        # without a row of most of the weight a fold may have a far larger loss
        gaps = [PATH_GAP * max(start, search.master.value(0.0)) for search in searches]
        level = first = full.largest_level()
        least: list[float] = []  # up to each level
        while level > LEAST_LEVEL * first:
            at = len(path.points)
            for point in _points(
                rows, target, full, searches, held, level, relax, PATH_GAP * start, gaps
            ):
                path.points.append(point)
                if on_point is not None:
                    on_point(point)
            reached = min(point.held_out_loss for point in path.points[at:])
            best = path.points[path.best].held_out_loss
            least.append(best)
            if reached - best > RISE * path.standard_error + GAIN * start:
                break
            gain = GAIN * start + SHARE_OF_ERROR * standard_errors * path.standard_error
            if len(least) > PATIENCE and least[-1 - PATIENCE] - best < gain:
                break
            if point.bounds.upper < 1e-3 * start:
                break
            level *= RATIO
    except (Stopped, KeyboardInterrupt) as stop:
        path.limit = str(stop) or INTERRUPTED
    return path


def _points(
    rows: BinnedRows,
    target: Target,
    full: ColumnGeneration,
    searches: list[ColumnGeneration],
    held: list[NDArray[np.bool_]],
    level: float,
    relax: Sequence[float],
    gap: float,
    gaps: list[float],
) -> Iterator[PathPoint]:
    bounds = full.close(level, gap, RATIO * level)
    optimum = Fitted.of(full.master)
    for search, own_gap in zip(searches, gaps, strict=True):
        search.close(level, own_gap, RATIO * level)
    for share in relax:
        fitted = full.relaxed(share, level, gap)
        score, of_folds = Score(0, 0, 0, 0), []
        for search, out, own_gap in zip(searches, held, gaps, strict=True):
            of_folds.append(search.relaxed(share, level, own_gap))
            score = score.plus(target.score(of_folds[-1].votes(rows), out))
        literals = int(rows.sizes(fitted.rules).sum())
        sizes = fitted.rules.size, literals
        yield PathPoint(level, share, bounds, fitted, *sizes, score, tuple(of_folds), optimum)
