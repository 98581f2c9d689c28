"""The penalised loss over the rules that were found: a linear program."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, lstsq, solve
from scipy.sparse import csr_array

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.fixed_sum import with_sum
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.losses.piecewise import PiecewiseLinearLoss
from nzdd.formulations.learning.rules.masters.restricted_master import RestrictedMaster
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats

NOISE = 1e-6
"""What is added to targets at most, as a share of their spread: without ties there are no long
series of steps that gain nothing. On 10,000 rows it saves nine iterations in ten."""

VIOLATED = 1e-7
"""The share of its bound by which the sum of a rule that is added exceeds it."""

ROUNDING = 1e-11
"""Reduced costs up to this, in spreads of the targets, count as 0."""

GOLDEN_RATIO = 0.6180339887498949
"""Its multiples modulo 1 are spread evenly, and differ."""

NEGLIGIBLE = 1e-9
"""Weights up to this share of the largest one are rounding errors."""

ADDED = 30
"""How many rules join a program at a time, beside half as many as have a weight."""

SLACK = 0.3
"""The share of rules without a weight above which their rows are deleted."""


class LinearMaster(RestrictedMaster[PiecewiseLinearLoss]):
    """The penalised loss of a sample over a growing list of rules, for piecewise linear losses.

    Parameters
    ----------
    rows : BinnedRows
    loss : PiecewiseLinearLoss
    penalty, rules
        As for `RestrictedMaster`, which names the attributes.
    make_engine : callable
        Makes an `LPEngine` that holds a model.
    limits : Limits, optional
        Checked between two solves, which get the time that is left.

    Notes
    -----
    Solved in the dual form, by an engine for every output::

        max  sum_c t_c d_c   s.t.  sum_c d_c = 0,  low_c <= d_c <= high_c,
                                   |sum_{c in r} d_c| <= level * penalty_r  for every rule r

    with a column for each term c of the loss, whose target is t_c. The intercept and the weights
    are the multipliers of its rows. A rule gets a row once its sum exceeds its bound. All is
    divided by the level, so that the basis is kept when it falls: it moves the bounds of columns
    alone.
    """

    smooth = False

    def __init__(
        self,
        rows: BinnedRows,
        loss: PiecewiseLinearLoss,
        penalty: Floats,
        rules: Numbers | None = None,
        *,
        make_engine: MakeEngine,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(rows, loss, penalty, rules)
        self._limits = Limits() if limits is None else limits
        self._duals = loss.start_duals()
        self._programs = [_Program(loss, k, make_engine) for k in range(loss.num_outputs)]

    def residuals(self) -> Floats:
        """The sums of the duals of each vote, within their bounds and of sum 0."""
        return self.loss.residuals(self._duals)

    def resume(self, rules: Numbers, weights: Floats, intercept: Floats) -> None:
        """See `RestrictedMaster`: the rules get rows at once."""
        super().resume(rules, weights, intercept)
        for output, program in enumerate(self._programs):
            new = np.setdiff1d(np.flatnonzero(self.weights[output]), program.rules)
            program.add(new, self._covers(new), self.penalty[new])
            program.point = np.append(intercept[output], self.weights[output, program.rules])

    def solve(self, level: float, gap: float) -> bool:
        """See `RestrictedMaster`.

        Raises
        ------
        MasterFailed
            If an engine finds no optimum.
        Stopped
            At a limit.
        """
        changed = [program.set_level(level) for program in self._programs]
        while True:
            for output, program in enumerate(self._programs):
                if changed[output]:
                    self._limits.check()
                    self._duals[program.terms] = program.solve(self._limits)
                    self._vote(output, program.point)
            lower, scores = self._bound(level)
            reached = self.value(level) - lower <= gap
            if reached:
                break
            rewards = np.abs(scores) / (level * self.penalty)
            changed = [
                self._extend(program, reward)
                for program, reward in zip(self._programs, rewards, strict=True)
            ]
            if not any(changed):
                break
        for output, program in enumerate(self._programs):
            self._clean(output, program, level)
        return reached or self.value(level) - lower <= gap

    def _vote(self, output: int, point: Floats) -> None:
        """Take the intercept and the weights of a program."""
        rules = self._programs[output].rules
        self.intercept[output] = point[0]
        self.weights[output] = 0.0
        self.weights[output, rules] = point[1:]
        self.votes[:, output] = point[0] + self._rows.votes(self.rules[rules], point[1:].copy())

    def _extend(self, program: _Program, rewards: Floats) -> bool:
        """Add rows for the rules that exceed their bounds the most; whether there are any."""
        rewards[program.rules] = 0.0
        count = ADDED + np.count_nonzero(program.point) // 2
        added = np.argsort(-rewards, kind="stable")[:count]
        added = added[rewards[added] > 1 + VIOLATED]
        if added.size:
            program.add(added, self._covers(added), self.penalty[added])
        return added.size > 0

    def _clean(self, output: int, program: _Program, level: float) -> None:
        """Solve the rows that determine the weights for the true targets instead of the noisy."""
        used = np.flatnonzero(program.point[1:])
        covers = self._covers(program.rules[used])[:, program.tight_rows]
        missing = program.tight_targets - self.votes[program.tight_rows, output]
        if not missing.any():
            return
        system = np.column_stack((np.ones(missing.size), covers.T))
        try:
            square = system.shape[0] == system.shape[1]
            step = solve(system, missing) if square else lstsq(system, missing)[0]
        except LinAlgError:
            return
        noisy, value = program.point, self.value(level)
        point = noisy.copy()
        point[np.append(0, used + 1)] += step
        program.point = without_rounding(point)
        self._vote(output, program.point)
        if self.value(level) > value:
            program.point = noisy
            self._vote(output, noisy)

    def _covers(self, rules: NDArray[np.intp]) -> Floats:
        """Which rows the rules cover, shape (rules, rows)."""
        one, covers = np.ones(1), np.empty((rules.size, self._rows.num_rows))
        for at, rule in enumerate(self.rules[rules]):
            covers[at] = self._rows.votes(np.array([rule]), one)
        return covers


class _Program:
    """The linear program of one output.

    It is counted in mean ranges of the duals and in spreads of the targets: tolerances of engines
    are absolute. `rules` are those with a row, `point` is the intercept and their weights.
    """

    def __init__(self, loss: PiecewiseLinearLoss, output: int, make_engine: MakeEngine) -> None:
        self.terms = loss.terms(output)
        self._rows = loss.places[self.terms] // loss.num_outputs
        self._targets = loss.targets[self.terms]
        self._low, self._high = loss.low[self.terms], loss.high[self.terms]
        self._start = float(loss.start()[output])
        room, errors = self._high - self._low, self._targets - self._start
        self._unit = float(room.mean()) if room.size else 1.0
        self._spread = float(np.sqrt(room @ errors**2 / room.sum())) if errors.any() else 1.0
        self._level = 0.0
        self.rules = np.empty(0, np.intp)
        self.point = np.array([self._start])
        self._tight = np.empty(0, np.intp)
        noise = np.arange(room.size) * GOLDEN_RATIO % 1 - 0.5
        self._engine = make_engine(
            LinearModel(
                errors / self._spread + 2 * NOISE * noise,
                csr_array(np.ones((1, room.size))),
                row_lower=0.0,
                row_upper=0.0,
                lower=0.0,
                upper=0.0,
                maximize=True,
            )
        )

    @property
    def tight_rows(self) -> NDArray[np.intp]:
        """The rows of those terms whose targets the votes meet, up to noise."""
        return np.asarray(self._rows[self._tight])

    @property
    def tight_targets(self) -> Floats:
        """The targets of these terms."""
        return np.asarray(self._targets[self._tight])

    def set_level(self, level: float) -> bool:
        """Choose the level; whether there is anything to solve."""
        changed = level != self._level and self.terms.size > 0
        if changed:
            self._drop()
            self._level = level
            scale = level * self._unit
            columns = np.arange(self.terms.size)
            self._engine.set_bounds(columns, self._low / scale, self._high / scale)
        return changed

    def _drop(self) -> None:
        """Delete the rows of rules without a weight."""
        slack = np.flatnonzero(self.point[1:] == 0)
        if slack.size > SLACK * self.rules.size:
            self._engine.delete_rows(slack + 1)
            self.rules = np.delete(self.rules, slack)
            self.point = np.delete(self.point, slack + 1)

    def add(self, rules: NDArray[np.intp], covers: Floats, penalty: Floats) -> None:
        """Add rows for rules, whose covers have the shape (rules, rows)."""
        bound = penalty / self._unit
        self._engine.add_rows(csr_array(covers[:, self._rows]), -bound, bound)
        self.rules = np.append(self.rules, rules)
        self.point = np.append(self.point, np.zeros(rules.size))

    def solve(self, limits: Limits) -> Floats:
        """Find the `point`, and return the duals."""
        answer = self._engine.solve(limits.left)
        if answer.status is Status.NO_SOLUTION_FOUND:
            limits.check()
        x, multipliers = answer.optimum()
        assert answer.reduced_costs is not None
        self._tight = np.flatnonzero(np.abs(answer.reduced_costs) <= ROUNDING)
        self.point = without_rounding(self._spread * multipliers)
        self.point[0] += self._start
        return with_sum(x * (self._level * self._unit), self._low, self._high, 0.0)


def without_rounding(point: Floats) -> Floats:
    """An intercept and weights, those of the weights that are rounding errors replaced by 0."""
    sizes = np.abs(point[1:])
    kept = sizes > NEGLIGIBLE * sizes.max(initial=0.0)
    return np.append(point[0], np.where(kept, point[1:], 0.0))
