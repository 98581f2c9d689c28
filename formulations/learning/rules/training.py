"""A vote of conjunctions for a sample: the choice of the penalty, and the proof for it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nzdd.formulations.iteration.limits import (
    COLUMNS,
    INTERRUPTED,
    ROUNDING,
    Limits,
    Stopped,
)
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows
from nzdd.formulations.learning.rules.column_generation import (
    Bounds,
    ColumnGeneration,
    MakeMaster,
)
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.formulations.learning.rules.losses.targets import Target
from nzdd.formulations.learning.rules.masters.newton_master import Master
from nzdd.formulations.learning.rules.path import PathPoint, RulePath, rule_path
from nzdd.formulations.learning.rules.rule_fit import RuleFit
from nzdd.formulations.learning.rules.small.budget import Budget
from nzdd.formulations.learning.rules.small.scorecard import scorecard
from nzdd.formulations.learning.rules.small.size_choice import SizeChoice, choose_size
from nzdd.formulations.learning.rules.small.small_votes import SmallVote, small_votes
from nzdd.formulations.learning.rules.vote import RuleVote
from nzdd.input.arrays import Floats

PATH_SHARE = 0.6
"""Of the time limit, where a budget is kept after the path."""

RELAX = (1.0, 0.25)
"""Shares of the penalty that are compared for the weights of the rules it has chosen."""

SIZE_SHARE = 0.5
"""Of what is left then, for the choice of the size."""


def order_penalties(max_order: int, literal_penalty: float) -> Floats:
    """The penalty of a conjunction by its number of literals: 1, and more for each further one."""
    return np.asarray(np.maximum(1 + literal_penalty * (np.arange(max_order + 1) - 1.0), 0.0))


def fit_rules(
    rows: BinnedRows,
    target: Target,
    penalty: Floats,
    *,
    level: float | None = None,
    relax: float | None = None,
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
    relax : float, optional
        The share of the level that the weights are found for; 1 with a budget. By default 1, or for
        a smooth loss the better one of `RELAX` where the level is chosen.
    standard_errors : float
        Level and relaxation are those of the path with the fewest literals whose held-out loss is
        within that many standard errors of the least.
    max_rules, max_literals : int, optional
        A budget. Unless the level is given, a size within it and the level, that of
        `standard_errors` or that of the least held-out loss, are cross-validated. Where the optimum
        is larger, the best vote of that size that is found takes its place.
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
        After Ctrl-C the best so far: within the budget, but not rounded. Where the path of a smooth
        loss is ended at its first levels, all rules that were found and single literals that pay
        are weighed for half of the level that is worth the first of these.
    """
    limits = Limits() if limits is None else limits
    budget = Budget(max_rules, max_literals)
    early = limits.part(PATH_SHARE) if budget.given else limits
    search = ColumnGeneration(rows, target.loss(), penalty, early, master)
    null = search.master.value(0.0)
    shares: tuple[float, ...] = (1.0,)
    if not budget.given and (relax is not None or search.master.smooth):
        shares = RELAX if relax is None else (relax,)
    path, chosen, start, limit = RulePath(), None, None, None
    share = shares[0]
    sizes: tuple[PathPoint, ...] = ()
    choice = None
    if level is None:
        path = rule_path(
            rows,
            target,
            penalty,
            relax=shares,
            standard_errors=standard_errors,
            num_folds=num_folds,
            seed=seed,
            limits=early,
            on_point=on_point,
            master=master,
        )
        level = None if path.limit is None else _last_level(search, path)
        chosen, choice, limit = _choose(
            rows, target, penalty, path, budget, standard_errors, limits, level
        )
        budget = budget if choice is None else choice.budget
        if chosen is not None:
            share = path.points[chosen].relax
            if level is None:
                start = path.points[chosen]
                level = start.level
            else:
                chosen = None
    lower, limit = _close(search, level, gap * null, null, path, start, limit)
    level = 0.0 if level is None else level
    small, card = None, None
    try:
        fitted = search.relaxed(share, level, gap * null)
    except (Stopped, KeyboardInterrupt) as stop:
        limit = str(stop) or INTERRUPTED
        if start is None:
            fitted, share = Fitted.of(search.master), 1.0
        else:
            fitted = start.fitted
            _resume(search, start.optimum)
    upper = search.master.value(level)
    if budget.held(rows.sizes(fitted.rules)) < fitted.rules.size:
        heaviest = np.argsort(-np.abs(fitted.weights).max(axis=0), kind="stable")
        used = [fitted.rules[heaviest], *(point.fitted.rules for point in path.points)]
        votes = small_votes(
            rows,
            search.master.loss,
            penalty,
            np.concatenate(used),
            level=level,
            path=[(point.level, point.bounds.lower) for point in path.points],
            limits=Limits(0.0) if limit == INTERRUPTED else limits,
            max_rules=budget.max_rules,
            max_literals=budget.max_literals,
        )
        fitted = small = votes[-1]
        if choice is not None and choice.held_out:
            sizes = _sizes(rows, penalty, votes, choice, level, lower)
        limit = small.limit if limit in (None, ROUNDING, COLUMNS) else limit
    if max_points is not None and limit != INTERRUPTED:
        card = scorecard(
            rows,
            search.master.loss,
            penalty,
            fitted.rules,
            fitted.weights,
            fitted.intercept,
            level=share * level,
            max_points=max_points,
            limits=limits,
        )
        fitted = Fitted(card.rules, card.weights, card.intercept)
        limit = card.limit if limit in (None, ROUNDING, COLUMNS) else limit
    if share == 1:
        _resume(search, fitted)
        upper = search.master.value(level)
    bounds = Bounds(upper, min(lower, upper))  # but for rounding
    own = Fitted(fitted.rules, fitted.weights, fitted.intercept)
    vote = RuleVote.of(own, rows.rules, rows.terms, rows.columns)
    return RuleFit(vote, level, share, bounds, path, chosen, limit, small, card, sizes)


def _resume(search: ColumnGeneration, fitted: Fitted) -> None:
    search.resume(fitted.rules, fitted.weights, fitted.intercept)


def _last_level(search: ColumnGeneration, path: RulePath) -> float | None:
    """A level below those of a path that was ended early, for which all known rules are weighed.

    None where the path has come as far: on its first levels it has not yet chosen.
    """
    if not search.master.smooth:  # linear programs take time
        return None
    level = search.some_rules()
    if path.points:
        last = path.points[-1]
        if level >= last.level:
            return None
        _resume(search, last.optimum)
    if level > 0:
        search.solve_known(level)
    return level or None


def _choose(
    rows: BinnedRows,
    target: Target,
    penalty: Floats,
    path: RulePath,
    budget: Budget,
    standard_errors: float,
    limits: Limits,
    level: float | None,
) -> tuple[int | None, SizeChoice | None, str | None]:
    """A position on the path, a size within the budget, and what kept them from being better.

    The size is for the level if that is given.
    """
    if not path.points:
        return None, None, path.limit
    chosen = path.chosen(standard_errors)
    if path.limit == INTERRUPTED or not budget.given:
        return chosen, None, path.limit
    positions, limits = sorted({chosen, path.best}), limits.part(SIZE_SHARE)
    try:
        choice = choose_size(
            rows,
            target,
            penalty,
            path.folds,
            len(path.points[0].of_folds),
            budget,
            [path.points[at].level for at in positions] if level is None else [level],
            standard_errors=standard_errors,
            limits=limits,
        )
    except KeyboardInterrupt:
        return chosen, None, INTERRUPTED
    return positions[choice.level], choice, path.limit or limits.reached()


def _sizes(
    rows: BinnedRows,
    penalty: Floats,
    votes: list[SmallVote],
    choice: SizeChoice,
    level: float,
    lower: float,
) -> tuple[PathPoint, ...]:
    """The votes of every stage, with what was held out against votes of that size."""
    found: dict[tuple[int, ...], PathPoint] = {}
    for vote, held_out, of_folds in zip(votes, choice.held_out, choice.of_folds, strict=False):
        orders = rows.orders()[vote.rules]
        upper = vote.loss + level * float(np.abs(vote.weights).sum(axis=0) @ penalty[orders])
        bounds = Bounds(upper, min(lower, upper))
        size = int(rows.sizes(vote.rules).sum())
        point = PathPoint(level, 1.0, bounds, vote, orders.size, size, held_out, of_folds, vote)
        found[tuple(vote.rules.tolist())] = point
    return tuple(found.values())


def _close(
    search: ColumnGeneration,
    level: float | None,
    gap: float,
    null: float,
    path: RulePath,
    start: PathPoint | None,
    limit: str | None,
) -> tuple[float, str | None]:
    """Minimise for a level, from a point of the path on that `limit` has ended.

    `null` is the loss without rules. Returns the lower bound, and what kept it from the gap.
    """
    if level is None:  # of a path without points
        return (null if limit is None else 0.0), limit
    if start is not None:
        _resume(search, start.fitted)
    try:
        if limit == INTERRUPTED:
            raise Stopped(limit)
        bounds = search.close(level, gap)
    except (Stopped, KeyboardInterrupt) as stop:
        limit = str(stop) or INTERRUPTED
    else:
        unproven = ROUNDING if search.exhaustive else COLUMNS
        return bounds.lower, None if bounds.upper - bounds.lower <= gap else unproven
    _resume(search, Fitted.of(search.master))  # Ctrl-C may have come between weights and votes
    if start is not None:
        if search.master.value(level) > start.bounds.upper:  # the weights are still relaxed
            _resume(search, start.optimum)
    elif search.master.smooth and not search.master.weights.any():
        search.some_rules()
        search.solve_known(level)
    # the least penalised loss is concave in the level, and not below 0
    lowers = [min(1.0, level / point.level) * point.bounds.lower for point in path.points]
    return max([0.0, *lowers]), limit
