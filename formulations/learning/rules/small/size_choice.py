"""How large a small vote is to be, by cross-validation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.limits import Limits, Stopped
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.formulations.learning.rules.losses.targets import Score, Target
from nzdd.formulations.learning.rules.small.budget import Budget
from nzdd.formulations.learning.rules.small.local_search import LocalSearch
from nzdd.input.arrays import Floats


class SizeChoice(NamedTuple):
    """A size, and what was held out against each one.

    Attributes
    ----------
    level : int
        The position of the level.
    budget : Budget
        Within the given one, which it is itself where no fold was done in time.
    held_out : list of Score
        Of the votes for this level and each stage of the given budget, over the rows of the folds
        that were done.
    of_folds : list of tuple of Fitted
        These votes.
    """

    level: int
    budget: Budget
    held_out: list[Score]
    of_folds: list[tuple[Fitted, ...]]


def choose_size(
    rows: BinnedRows,
    target: Target,
    penalty: Floats,
    folds: NDArray[np.intp],
    num_folds: int,
    budget: Budget,
    levels: Sequence[float],
    *,
    standard_errors: float = 1.0,
    limits: Limits | None = None,
) -> SizeChoice:
    """The least size whose held-out loss is within some standard errors of the least.

    Parameters
    ----------
    rows : BinnedRows
    target : Target
    penalty : ndarray of float64, shape (max_order + 1,)
    folds : ndarray of int, shape (rows,)
        The fold that holds a row out.
    num_folds : int
        Of these folds the first so many are held out in turn.
    budget : Budget
        The largest size.
    levels : sequence of float
        Of the penalty, see `small_votes`; of two that do as well the one of smaller loss is taken.
    standard_errors : float
    limits : Limits, optional
        When they are reached, the folds that are done decide.

    Returns
    -------
    SizeChoice

    Notes
    -----
    In every fold rules are added one after the other, as `small_votes` begins, and none is known
    from other folds.
    """
    limits = Limits() if limits is None else limits
    stages = budget.stages()
    scores = np.zeros((len(levels), len(stages), len(Score._fields)))
    of_folds: list[list[tuple[Fitted, ...]]] = [[() for _ in stages] for _ in levels]
    num_rows, unknown = 0.0, np.empty(0, np.uint32)
    try:
        for fold in range(num_folds):
            out, found = folds == fold, np.zeros_like(scores)
            own: list[list[Fitted]] = [[] for _ in levels]
            for place, level in enumerate(levels):
                search = LocalSearch(rows, target.loss(~out), penalty, unknown, level, limits)
                for stage, vote in enumerate(search.forward(stages)):
                    votes = vote.votes[vote.patterns.number]
                    found[place, stage] = target.score(votes, out)
                    own[place].append(vote.fitted)
            scores += found
            of_folds = [
                [(*before, now) for before, now in zip(old, new, strict=True)]
                for old, new in zip(of_folds, own, strict=True)
            ]
            num_rows += target.count(out)
    except Stopped:
        if not num_rows:
            return SizeChoice(0, budget, [], [])
    losses = np.array([[Score(*each).mean for each in of_level] for of_level in scores])
    best = np.unravel_index(losses.argmin(), losses.shape)
    allowed = standard_errors * Score(*scores[best]).standard_error(num_rows)
    size = int(np.argmax(losses.min(axis=0) <= losses.min() + allowed))
    chosen = int(losses[:, size].argmin())
    held_out = [Score(*each) for each in scores[chosen].tolist()]
    return SizeChoice(chosen, stages[size], held_out, of_folds[chosen])
