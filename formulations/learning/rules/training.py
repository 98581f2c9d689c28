"""A vote of conjunctions for a sample: the choice of the penalty, and the proof for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows
from nzdd.formulations.learning.rules.column_generation import (
    Bounds,
    ColumnGeneration,
    MakeMaster,
)
from nzdd.formulations.learning.rules.losses.targets import Target
from nzdd.formulations.learning.rules.masters.newton_master import Master
from nzdd.formulations.learning.rules.path import Fitted, PathPoint, RulePath, rule_path
from nzdd.formulations.learning.rules.small.scorecard import Scorecard, scorecard
from nzdd.formulations.learning.rules.small.small_votes import SmallVote, small_votes
from nzdd.formulations.learning.rules.vote import RuleVote
from nzdd.input.arrays import Floats

PATH_SHARE = 0.6
"""Of the time limit, where a budget is kept after the path."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleFit:
    """A vote with a proof.

    Attributes
    ----------
    vote : RuleVote
    level : float
        The penalty of a rule is `level`, times that of its number of literals, times its absolute
        weight.
    bounds : Bounds
        The penalised loss of the vote, and what no vote of conjunctions falls below.
    path : RulePath
        Without points if the level was given.
    chosen : int or None
        The position of `level` in the path.
    limit : str or None
        What ended the search before the gap was closed.
    small : SmallVote or None
        The vote, if it was searched for within a budget. The lower one of `bounds` holds for votes
        of any size; ``small.bound`` is one for the loss alone of votes within the budget.
    card : Scorecard or None
        The vote, if its weights were rounded.
    """

    vote: RuleVote
    level: float
    bounds: Bounds
    path: RulePath
    chosen: int | None
    limit: str | None
    small: SmallVote | None = None
    card: Scorecard | None = None


def order_penalties(max_order: int, literal_penalty: float) -> Floats:
    """The penalty of a conjunction by its number of literals: 1, and more for each further one."""
    return np.asarray(np.maximum(1 + literal_penalty * (np.arange(max_order + 1) - 1.0), 0.0))


def fit_rules(
    rows: BinnedRows,
    target: Target,
    penalty: Floats,
    *,
    level: float | None = None,
    standard_errors: float = 1.0,
    max_rules: int | None = None,
    max_literals: int | None = None,
    max_points: int | None = None,
    num_folds: int = 5,
    gap: float = 1e-4,
    seed: int | None = 0,
    limits: Limits | None = None,
    on_point: Callable[[PathPoint], object] | None = None,
    master: MakeMaster = Master,
) -> RuleFit:
    """Minimise the penalised loss over all conjunctions.

    Parameters
    ----------
    rows : BinnedRows
    target : Target
    penalty : ndarray of float64, shape (max_order + 1,)
        By the number of literals, see `order_penalties`.
    level : float, optional
        Above 0. By default chosen by cross-validation.
    standard_errors : float
        The level is the first of the path whose held-out loss is within that many standard errors
        of the least.
    max_rules, max_literals : int, optional
        A budget. If the optimum does not keep to it, the best vote within it that is found takes
        its place, for the same penalised loss.
    max_points : int, optional
        The weights are rounded to whole numbers of at most that size, times a common factor.
    num_folds : int
        1: a fifth of the rows is held out once.
    gap : float
        Between the bounds, as a share of the loss of the best constant vote.
    seed : int, optional
        Of the folds.
    limits : Limits, optional
        The time limit counts for path and proof together.
    on_point : callable, optional
        Called with each `PathPoint`.
    master : callable
        See `ColumnGeneration`.

    Returns
    -------
    RuleFit
        After Ctrl-C the best so far.
    """
    limits = Limits() if limits is None else limits
    limited = max_rules is not None or max_literals is not None
    whole = limits
    if limited and whole.left is not None:
        limits = Limits(PATH_SHARE * whole.left)
    path, chosen, start = RulePath(), None, None
    if level is None:
        path = rule_path(
            rows,
            target,
            penalty,
            standard_errors=standard_errors,
            num_folds=num_folds,
            seed=seed,
            limits=limits,
            on_point=on_point,
            master=master,
        )
        if path.points:
            chosen = path.chosen(standard_errors)
            start = path.points[chosen]
            level = start.level
    search = ColumnGeneration(rows, target.loss(), penalty, limits, master)
    fitted = Fitted.of(search)
    null = search.master.value(0.0)
    bounds = Bounds(null, null if path.limit is None else 0.0)  # without a point no rule helps
    if start is not None:
        fitted, bounds = start.fitted, start.bounds
        search.master.resume(fitted.rules, fitted.weights, fitted.intercept)
    limit = path.limit
    if level is not None and limit != INTERRUPTED:
        try:
            bounds = search.close(level, gap * null)
            limit = None if bounds.upper - bounds.lower <= gap * null else "rounding"
        except (Stopped, KeyboardInterrupt) as stop:
            limit = str(stop) or INTERRUPTED
            if start is None:
                bounds = Bounds(search.master.value(level), 0.0)
        fitted = Fitted.of(search)
        bounds = Bounds(search.master.value(level), bounds.lower)
    level, small = 0.0 if level is None else level, None
    if limited and not _keeps_to(fitted, rows, max_rules, max_literals):
        if limit != INTERRUPTED:
            limit = None
        used = [point.fitted.rules for point in path.points]
        small = small_votes(
            rows,
            search.master.loss,
            penalty,
            np.unique(np.concatenate([*used, fitted.rules])),
            level=level,
            path=[(point.level, point.bounds.lower) for point in path.points],
            limits=whole,
            max_rules=max_rules,
            max_literals=max_literals,
        )[-1]
        fitted = Fitted(small.rules, small.weights, small.intercept)
        norm = np.abs(small.weights) @ penalty[rows.orders()[small.rules]]
        bounds = Bounds(small.loss + level * float(norm.sum()), bounds.lower)
    card = None
    if max_points is not None and fitted.rules.size and limit != INTERRUPTED:
        card = scorecard(
            rows,
            search.master.loss,
            penalty,
            fitted.rules,
            fitted.weights,
            fitted.intercept,
            level=level,
            max_points=max_points,
            limits=whole,
        )
        fitted = Fitted(card.rules, card.weights, card.intercept)
        norm = np.abs(card.weights) @ penalty[rows.orders()[card.rules]]
        bounds = Bounds(card.loss + level * float(norm.sum()), bounds.lower)
    bounds = Bounds(bounds.upper, min(bounds.lower, bounds.upper))  # but for rounding
    rules = tuple(rows.rules[rule] for rule in fitted.rules.tolist())
    vote = RuleVote(rules, fitted.weights.T, fitted.intercept, rows.columns).heaviest_first()
    return RuleFit(vote, level, bounds, path, chosen, limit, small, card)


def _keeps_to(
    fitted: Fitted, rows: BinnedRows, max_rules: int | None, max_literals: int | None
) -> bool:
    """Whether a vote has at most so many rules and literals."""
    if max_rules is not None and fitted.rules.size > max_rules:
        return False
    return max_literals is None or int(rows.orders()[fitted.rules].sum()) <= max_literals
