"""Column generation: the penalised loss over all conjunctions, with a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.bins.column_screen import ColumnScreen
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.formulations.learning.rules.losses.smooth import ConvexLoss
from nzdd.formulations.learning.rules.masters.newton_master import Master
from nzdd.formulations.learning.rules.masters.restricted_master import RestrictedMaster
from nzdd.input.arrays import Floats

COLUMNS = 50
"""How many rules a search adds at most for an output, beside twice those in use there."""

SOME = 10
"""How many rules an output gets where there is no time for more."""

ROUGHLY = 1e-3
"""The gap then, as a share of the loss."""

ROUNDING = 1e-16
"""Where bounds differ by this share of their size, they are as close as rounding allows."""

MakeMaster = Callable[..., RestrictedMaster[Any]]


class Bounds(NamedTuple):
    """The value of a penalised loss, and what no weights of any rules fall below."""

    upper: float
    lower: float


class ColumnGeneration:
    """Minimises the penalised loss over all conjunctions, for one penalty after another.

    Parameters
    ----------
    rows : BinnedRows
    loss : ConvexLoss
    penalty : ndarray of float64, shape (max_order + 1,)
        Of a conjunction with that many literals, above 0.
    limits : Limits
        Checked between two searches, and inside a search.
    master : callable
        Makes the restricted master of rows, loss, penalty and rules: `Master` for a smooth loss,
        for a piecewise linear one ``functools.partial(LinearMaster, make_engine=...)``.
    """

    def __init__(
        self,
        rows: BinnedRows,
        loss: ConvexLoss,
        penalty: Floats,
        limits: Limits,
        master: MakeMaster = Master,
    ) -> None:
        self._rows, self._loss, self._penalty, self._limits = rows, loss, penalty, limits
        self._make, self._screen = master, ColumnScreen(rows)
        self.master = master(rows, loss, penalty)
        self._alone = not self._screen.exhaustive and isinstance(self.master, Master)
        if self._alone:  # rules of other searches would tell of rows that are held out
            self.master = master(rows, loss, penalty, self._screen.found)
        self._relaxed: dict[float, Master] = {}  # by the share

    @property
    def exhaustive(self) -> bool:
        """Whether searches look at all conjunctions."""
        return self._screen.exhaustive

    def some_rules(self) -> float:
        """Take in the single literals that pay most.

        Returns half of the level that is worth the first. What is left to do, with `solve_known`,
        where the time is over before a search of pairs; both ask no limit.
        """
        residuals = np.ascontiguousarray(self.master.residuals().T)
        most = 0.0
        for residual in residuals:
            rated = self._rows.rated(residual, self._penalty[:2], SOME, 0.0)
            numbers = self._rows.add_packed(rated[0], residual)
            most = max(most, float(rated[1].max(initial=0.0)))
            self._screen.found = np.union1d(self._screen.found, numbers).astype(np.uint32)
        return most / 2

    def solve_known(self, level: float) -> None:
        """Minimise roughly for one level, over the rules that were found."""
        self._grow()
        self.master.solve(level, ROUGHLY * self.master.value(0.0))

    def largest_level(self) -> float:
        """The least level for which no rule gets a weight.

        For a piecewise linear loss it is found within about 1 %, by Newton's method.
        """
        level = max(self._search(np.ones(self._loss.num_outputs, int), 0.0))
        return level if self.master.smooth or level == 0 else self._newton(level)

    def _newton(self, bound: float) -> float:
        """The largest level that is worth a rule; there is none above the bound.

        The value of given weights is a line in the level. Where it meets the value of the best
        constant vote, the weights stop to be worth it.
        """
        constant = self._loss.value(self.master.votes)
        gap, level, gain = 1e-3 * constant, bound, 0.0
        while gain <= gap:
            level /= 2
            if level < 1e-4 * bound:
                return level
            self.close(level, gap)
            gain = constant - self.master.value(level)
        while gain > gap:
            step = gain / self.master.norm()
            level += step
            if step < 0.01 * level:
                break
            self.close(level, gap)
            gain = constant - self.master.value(level)
        return level

    def close(self, level: float, gap: float, next_level: float | None = None) -> Bounds:
        """Minimise for one level until the bounds differ by at most `gap`.

        `next_level` is a smaller level that will follow: rules that it is likely to want are
        added at once (the strong rule of Tibshirani et al. 2012).
        """
        above = level if next_level is None else max(2 * next_level - level, level / 2)
        accuracy, lower = gap / 3, -np.inf
        while True:
            self._limits.check()
            self._grow()
            reached = self.master.solve(level, accuracy)
            known = len(self._rows.rules), self._screen.found.size
            used = np.count_nonzero(self.master.weights, axis=1)
            largest = max(self._search(COLUMNS + 2 * used, min(above, level)))
            scale = min(1.0, level / largest) if largest > level else 1.0
            residuals = self.master.residuals()
            lower = max(lower, self._loss.dual(scale * residuals))
            bounds = Bounds(self.master.value(level), lower)
            if bounds.upper - bounds.lower <= gap:
                return self._proven(bounds, level, residuals)
            if known == (len(self._rows.rules), self._screen.found.size):
                # all rules of large reward are known
                if not reached or accuracy < ROUNDING * bounds.upper:
                    return self._proven(bounds, level, residuals)
                accuracy /= 10

    def _grow(self) -> None:
        """Take in the rules that were found since; if a screen was at work, by this search."""
        if not self._alone:
            self.master.grow()
            return
        found = self._screen.found
        assert isinstance(self.master, Master)
        if found.size > self.master.rules.size:
            self.master.restrict(found, np.zeros((self._loss.num_outputs, found.size)))

    def resume(self, rules: Numbers, weights: Floats, intercept: Floats) -> None:
        """Go on from the weights of some rules."""
        if self._alone:
            self._screen.found = np.union1d(self._screen.found, rules).astype(np.uint32)
            self._grow()
        self.master.resume(rules, weights, intercept)

    def _proven(self, bounds: Bounds, level: float, residuals: Floats) -> Bounds:
        """The bounds over all conjunctions, those that no search has looked at included."""
        if self._screen.exhaustive:
            return bounds
        columns = np.ascontiguousarray(residuals.T)
        largest = max(self._screen.left_out(each, self._penalty) for each in columns)
        scale = min(1.0, level / largest) if largest > level else 1.0
        return Bounds(bounds.upper, min(bounds.lower, self._loss.dual(scale * residuals)))

    def relaxed(self, share: float, level: float, gap: float) -> Fitted:
        """The weights that are best for a share of the level, of the rules that have one.

        The relaxed lasso (Meinshausen 2007): the level that chooses rules well is too large for
        their weights.
        """
        fitted = Fitted.of(self.master)
        if share == 1 or not fitted.rules.size:
            return fitted
        if share in self._relaxed:
            master: RestrictedMaster[Any] = self._relaxed[share]
            self._relaxed[share].restrict(fitted.rules, fitted.weights)
        else:
            master = self._make(self._rows, self._loss, self._penalty, fitted.rules)
            master.resume(fitted.rules, fitted.weights, fitted.intercept)
            if isinstance(master, Master):
                self._relaxed[share] = master
        master.solve(share * level, gap)
        return Fitted.of(master)

    def _search(self, counts: NDArray[np.integer], above: float) -> list[float]:
        """Add so many of the best rules of every output; the largest reward of each."""
        largest = []
        residuals = np.ascontiguousarray(self.master.residuals().T)
        for residual, count in zip(residuals, counts.tolist(), strict=True):
            _, rewards = self._screen.best(residual, self._penalty, count, above, self._beat)
            of_terms = self._rows.largest_term(residual)
            if of_terms > 0:
                of_terms /= float(self._penalty[0])
            largest.append(max(float(rewards[0]) if rewards.size else 0.0, of_terms))
        return largest

    def _beat(self, stage: str, share: float) -> None:
        self._limits.check()
