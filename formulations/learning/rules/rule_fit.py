"""A vote of conjunctions with its proof, and the votes of other sizes that were met before it."""

from __future__ import annotations

from dataclasses import dataclass

from nzdd.formulations.learning.rules.column_generation import Bounds
from nzdd.formulations.learning.rules.path import PathPoint, RulePath
from nzdd.formulations.learning.rules.small.scorecard import Scorecard
from nzdd.formulations.learning.rules.small.small_votes import SmallVote
from nzdd.formulations.learning.rules.vote import RuleVote


@dataclass(frozen=True, slots=True, eq=False)
class RuleFit:
    """A vote with a proof.

    Attributes
    ----------
    vote : RuleVote
    level : float
        The penalty of a rule is `level`, times that of its number of literals, times its absolute
        weight.
    relax : float
        The weights are the best of these rules for ``relax * level``.
    bounds : Bounds
        The penalised loss of the vote, before its weights were relaxed (and rounded then), and what
        no vote of conjunctions falls below.
    path : RulePath
        Without points if the level was given.
    chosen : int or None
        The position of `level` in the path. None if it is not there: it was given, or the path was
        ended before it.
    limit : str or None
        What ended the search before the gap was closed.
    small : SmallVote or None
        The vote, if it was searched for within a budget. The lower one of `bounds` holds for votes
        of any size; ``small.bound`` is one for the loss alone of votes of at most its size.
    card : Scorecard or None
        The vote, if its weights were rounded.
    sizes : tuple of PathPoint
        The best votes found for every size up to the chosen one, the least first; `fitted` is the
        `SmallVote`. Held out were the votes that the folds had for that size.
    """

    vote: RuleVote
    level: float
    relax: float
    bounds: Bounds
    path: RulePath
    chosen: int | None
    limit: str | None
    small: SmallVote | None = None
    card: Scorecard | None = None
    sizes: tuple[PathPoint, ...] = ()

    @property
    def points(self) -> list[PathPoint]:
        """All votes with a held-out loss: those of the path, then those of the sizes."""
        return [*self.path.points, *self.sizes]

    @property
    def point(self) -> PathPoint | None:
        """The one of `points` that has the rules and weights of `vote`, if any."""
        if self.card is not None:
            return None
        if self.small is not None:
            return next((each for each in self.sizes if each.fitted is self.small), None)
        return None if self.chosen is None else self.path.points[self.chosen]

    def position(self, point: PathPoint) -> int | None:
        """Where a point is in the path; None for one of the sizes."""
        return next((at for at, each in enumerate(self.path.points) if each is point), None)

    def within(self, max_literals: float, max_rules: float) -> PathPoint | None:
        """Of `points` of at most that size, the one of least held-out loss; None if there are none.

        Of equal ones it is the first one of the fewest literals.
        """
        able = (
            point
            for point in self.points
            if point.num_literals <= max_literals and point.num_rules <= max_rules
        )
        return min(able, key=lambda each: (each.held_out_loss, each.num_literals), default=None)

    def front(self, *, errors: bool = False) -> list[PathPoint]:
        """The points that no smaller one is as good as: the Pareto front, the smallest first.

        Good is a small held-out loss; with `errors` a small share of errors.
        """
        least, found = float("inf"), []
        rated = [
            (each.num_literals, each.held_out.mean_error if errors else each.held_out_loss, each)
            for each in self.points
        ]
        for _, value, point in sorted(rated, key=lambda each: each[:2]):
            if value < least:
                least = value
                found.append(point)
        return found
