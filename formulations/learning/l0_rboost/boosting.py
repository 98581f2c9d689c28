"""L0-RBoost, Algorithm 1 of Goldberg and Eckstein 2009, over Boolean monomials."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME, Limits, Stopped
from nzdd.formulations.iteration.lp_engine import MakeGrowingEngine
from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.bounds import Bounds
from nzdd.formulations.learning.l0_rboost.integer_vote.local_weight_search import WeightSearch
from nzdd.formulations.learning.l0_rboost.integer_vote.vote_search import search_vote
from nzdd.formulations.learning.l0_rboost.l0_rboost_result import L0RBoostResult
from nzdd.formulations.learning.l0_rboost.master import Master, MasterPoint
from nzdd.formulations.learning.l0_rboost.monomials import Monomial, MonomialSearch, RatedMonomial
from nzdd.formulations.learning.l0_rboost.pair_cuts import PairCuts
from nzdd.formulations.learning.l0_rboost.pair_diagram import JOINED
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats, as_floats
from nzdd.input.parameters import check_integer, check_number
from nzdd.input.row_table import Progress

TOLERANCE = 1e-6
"""Reduced costs above minus this count as 0."""
COLUMNS = 20
CUTS = 100
VOTE_SHARE, POLISH_SHARE = 0.4, 0.2
"""Of the time limit: for a vote before the relaxation, and at least for its improvement after."""
SINGLE, SINGLES_SHARE, SINGLES_ROUNDS = 1, 0.3, 10
"""The relaxation over monomials of this order comes first; it and its vote each get the share of
the time that is left, and so many rounds."""


def l0_rboost(
    sample: BitSample,
    *,
    margin: float,
    penalties: ArrayLike,
    make_engine: MakeGrowingEngine,
    gap: float = 1e-6,
    columns: int = COLUMNS,
    hamming: float | None = None,
    form: str = JOINED,
    cuts: int | None = CUTS,
    start: Sequence[Monomial] = (),
    polish: bool = True,
    vote_first: bool = True,
    max_rounds: int | None = None,
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
    on_step: OnStep | None = None,
) -> L0RBoostResult:
    """Solve the relaxation of (15) over all monomials up to an order and all pair cuts.

    Parameters
    ----------
    sample : BitSample
    margin : float
        rho, in (0, 1].
    penalties : array_like, shape (max_order + 1,)
        c of every order, above 0; see `description_lengths`.
    make_engine : callable
        Makes a `GrowingEngine`, such as `nzdd.adapters.solvers.glop.GlopEngine`.
    gap : float
        Relative, not negative. Pricing ends where the lower bound (22) is this close to the
        objective of the master: the early stop of section 5.1.
    columns : int
        The most monomials of each kind to add in a round. The paper takes 1.
    hamming : float, optional
        The factor of the rule that adds cuts for a new column, at least 1; see `PairCuts.nearest`.
        The paper does not tell its own. None adds violated cuts only.
    form : {"joined", "printed"}
        Of the cuts, see `nzdd.formulations.learning.l0_rboost.pair_cuts`. The printed ones make
        sparser votes, but prove no lower bound on (15).
    cuts : int, optional
        The most violated cuts to add in a round; None for all. With `hamming`, as in the paper,
        only in rounds that have no column to add. Rounds go on until no cut is violated.
    start : sequence of Monomial
        The first columns, besides the two constant monomials.
    polish : bool
        Search for better weights of the integer problem (15) at the end, see `WeightSearch`. The
        relaxation stays the same.
    vote_first : bool
        Before that, search for a vote without the relaxation, see `search_vote`. Its monomials are
        among the first columns. With `polish` and orders above 1, up to ten rounds over single
        literals come next, and their vote. The paper does not.
    max_rounds : int, optional
        The most masters to solve, besides those over single literals.
    time_limit : float, optional
        Seconds, of which the vote before the relaxation gets up to 40 %, and what follows the
        relaxation 20 % or more.
    stop : callable, optional
        True ends the method between two steps.
    progress : callable, optional
        Of the search for monomials.
    on_step : callable, optional
        Called after every round.

    Returns
    -------
    L0RBoostResult
        After Ctrl-C, that of the rounds so far. If there was no time for a master, `weights` are
        those of the best vote.

    Raises
    ------
    ValueError
        If an argument is out of range.
    MasterFailed
        If the engine fails to solve a master.

    Notes
    -----
    A round adds monomials that violate (20c), and also those with ``sum v > c_u``: (20) of the
    paper lacks the constraint q_u >= 0 of (19), so that without them the last master could lie
    above the relaxation. A round costs a linear program, two searches and, for the cuts, O(positive
    rows x negative rows).
    """
    check_number("margin", margin, most=1.0, above=True)
    costs = as_floats(penalties, "penalties")
    if costs.ndim != 1 or not costs.size or not (np.isfinite(costs) & (costs > 0)).all():
        raise ValueError(f"penalties are {costs}; give one above 0 for each order from 0 on")
    costs = costs[: sample.bits.shape[1] + 1]
    check_number("gap", gap, infinite=True)
    check_integer("columns", columns)
    check_integer("cuts", cuts, choices=[None])
    check_integer("max_rounds", max_rounds, choices=[None])
    limits = Limits(time_limit, stop)
    boost = _Boost(sample, margin, costs, make_engine, hamming, form, limits, progress, on_step)
    boost.take([Monomial(sign=1), Monomial(sign=-1), *start])
    boost.offer([Monomial(sign=1 if sample.labels @ sample.weights > 0 else -1)], np.ones(1))
    limit: str | None = "rounds"
    try:
        if vote_first:
            vote = search_vote(sample, margin, costs, limits.part(VOTE_SHARE))
            boost.offer(vote.monomials, vote.weights)
            if vote.interrupted:
                raise KeyboardInterrupt
        boost.limits = limits.part(1 - POLISH_SHARE) if polish else limits
        try:
            if vote_first and polish:
                boost.singles(gap, columns, cuts)
            before = boost.num_rounds
            while max_rounds is None or boost.num_rounds - before < max_rounds:
                boost.limits.check()
                if boost.round(gap, columns, cuts):
                    limit = None
                    break
        except Stopped as reason:
            limit = str(reason)
        boost.limits = limits
        if polish:
            boost.polish()
    except KeyboardInterrupt:
        limit = INTERRUPTED
    return boost.result(limit)


class _Boost:
    """The state between two rounds."""

    def __init__(
        self,
        sample: BitSample,
        margin: float,
        penalties: Floats,
        make_engine: MakeGrowingEngine,
        hamming: float | None,
        form: str,
        limits: Limits,
        progress: Progress | None,
        on_step: OnStep | None,
    ) -> None:
        self._sample, self._margin, self._penalties = sample, margin, penalties
        self.limits, self._progress = limits, progress
        self._cuts = PairCuts(sample, hamming, form)
        self._master = Master(sample, margin, make_engine, form)
        self._search = MonomialSearch(sample.bits, sample.positive)
        self._monomials: dict[Monomial, None] = {}  # in the order of addition
        self._bounds = Bounds(sample, margin, penalties, form == JOINED)
        self._history = History(on_step)
        self.point: MasterPoint | None = None

    @property
    def num_rounds(self) -> int:
        return len(self._master.iterations)

    def take(self, monomials: Sequence[Monomial]) -> int:
        """Add those monomials that are new, with their cuts, and return their number."""
        new = [each for each in dict.fromkeys(monomials) if each not in self._monomials]
        if new:
            self._master.add(new, self._penalties[[each.order for each in new]])
            self._monomials.update(dict.fromkeys(new))
            if self.point is not None:  # the first master has no cuts
                for vote in self._sample.votes(new).T:
                    self._master.add_cuts(*self._cuts.nearest(vote))
        return len(new)

    def offer(self, monomials: Sequence[Monomial], weights: Floats) -> None:
        """Take a vote that was found elsewhere."""
        self.take(monomials)
        places = {monomial: place for place, monomial in enumerate(self._monomials)}
        values = np.zeros(len(places))
        values[[places[each] for each in monomials]] = weights
        self._offer(values)

    def solve(self) -> MasterPoint:
        """Solve the master and keep its point."""
        point = self._master.solve(self.limits.left)
        if point is None:
            raise Stopped(self.limits.reached() or TIME)
        self.point = point
        self._offer(point.weights)
        return point

    def _offer(self, weights: Floats) -> None:
        self._bounds.offer_weights(weights, self._master.votes, self._master.penalties)

    def singles(self, gap: float, columns: int, cuts: int | None) -> None:
        """Solve the relaxation over single literals, and improve what it votes.

        That is quick, and its votes are out of reach of a search that moves one weight at a time.
        """
        if self._penalties.size <= SINGLE + 1:
            return
        whole, self.limits = self.limits, self.limits.part(SINGLES_SHARE)
        try:
            for _ in range(SINGLES_ROUNDS):
                self.limits.check()
                if self.round(gap, columns, cuts, SINGLE):
                    break
        except Stopped:
            whole.check()
        self.limits = whole.part(SINGLES_SHARE)
        self.polish()
        self.limits = whole

    def round(self, gap: float, columns: int, cuts: int | None, order: int | None = None) -> bool:
        """Steps 5 to 12 of Algorithm 1; True if there is nothing left to add.

        With `order` for monomials of no higher order alone, which proves nothing.
        """
        point = self.solve()
        rows, pairs = self._bounds.feasible_duals(point, self._cuts)
        penalties = self._penalties if order is None else self._penalties[: order + 1]
        found = self._priced(rows, pairs, columns, penalties, above=-point.level)
        spare = self._priced(np.zeros_like(rows), pairs, columns, penalties, above=0.0)
        best = max([each.reward for each in found[:1]] + [-point.level])
        surplus = max([each.reward for each in spare[:1]] + [0.0])
        proven = self._bounds.proved(rows, pairs, best, surplus, point.value)
        if order is None:
            self._bounds.offer_proof(proven)
        self._history.add(self._bounds.lower, self._bounds.upper, len(self._monomials))
        if self._bounds.closed:
            return True
        open_gap = point.value - proven > gap * max(1.0, abs(point.value))
        votes = self._master.votes
        new = self.take([each.monomial for each in found + spare]) if open_gap else 0
        if new and self._cuts.nearest_first:
            return False
        violated = self._cuts.violated(point.slack, votes, point.usage, cuts)
        self._master.add_cuts(*violated)
        return not new and not violated[0].size

    def polish(self) -> None:
        """Search for better points of (15), from the best one and from that of the last master."""
        votes = self._master.votes
        search = WeightSearch(
            (self._sample.labels[:, None] * votes).astype(np.int8),
            self._sample.weights,
            self._master.penalties,
            self._margin,
            self.limits.ends,
        )
        starts = [self._bounds.weights, *([] if self.point is None else [self.point.weights])]
        for weights in starts:
            self._offer(search.improved(self._filled(weights)))

    def _filled(self, values: Floats) -> Floats:
        """Values of the first monomials, and 0 for those that were added later."""
        return np.pad(values, (0, len(self._monomials) - values.size))

    def _priced(
        self, rows: Floats, pairs: Floats, count: int, penalties: Floats, above: float
    ) -> list[RatedMonomial]:
        """The base learning problem (21), by the rewards (27)."""
        kept = np.flatnonzero(pairs)
        first, second, amounts = self._cuts.first[kept], self._cuts.second[kept], pairs[kept]
        if self._cuts.form == JOINED:  # a pair counts for both signs
            first, second = np.concatenate((first, second)), np.concatenate((second, first))
            amounts = np.tile(amounts, 2)
        return self._search.best(
            rows,
            (first, second, amounts),
            penalties=penalties,
            count=count,
            above=above + TOLERANCE,
            progress=self._beat,
        )

    def _beat(self, stage: str, share: float) -> None:
        self.limits.check()
        if self._progress is not None:
            self._progress(stage, share)

    def result(self, limit: str | None) -> L0RBoostResult:
        """The result of the rounds so far."""
        point = self.point or self._vote_as_point()
        relaxation = point.value
        if self._bounds.closed:  # columns and cuts may be missing
            relaxation = float(np.clip(relaxation, self._bounds.proven, self._bounds.upper))
        return L0RBoostResult(
            tuple(self._monomials),
            self._filled(point.weights),
            self._filled(point.usage),
            point.slack,
            relaxation,
            self._bounds.proven,
            self._bounds.lower,
            self._bounds.upper,
            self._filled(self._bounds.weights),
            Status.OPTIMAL if limit is None else Status.FEASIBLE,
            limit,
            self._cuts.count,
            self._margin,
            self._master.penalties[: len(self._monomials)],  # after Ctrl-C there may be more
            self._history.steps,
            self._master.iterations,
            float(self._sample.weights[self._sample.positive].sum() / self._sample.total_weight),
        )

    def _vote_as_point(self) -> MasterPoint:
        """The best vote as a point of (18) without cuts, where no master was solved."""
        weights, sample = self._bounds.weights, self._sample
        margins = sample.labels * (self._master.votes[:, : weights.size] @ weights)
        slack = np.maximum(self._margin - margins, 0.0) / (1 + self._margin)
        costs = self._master.penalties[: weights.size]
        value = max(float(sample.weights @ slack + costs @ weights), self._bounds.proven)
        none = np.empty(0)
        return MasterPoint(value, slack, weights, weights, none, none, 0.0)
