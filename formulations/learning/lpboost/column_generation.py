"""LPBoost: boosting as column generation (Demiriz, Bennett and Shawe-Taylor 2002)."""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING
from nzdd.formulations.iteration.lp_engine import MakeEngine, MasterFailed
from nzdd.formulations.learning.lpboost.hypotheses.ensemble import Ensemble
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import Hypothesis, WeakLearner
from nzdd.formulations.learning.lpboost.master import Master
from nzdd.formulations.learning.lpboost.problems.problem import BoostingProblem
from nzdd.formulations.learning.lpboost.result import BoostingResult
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_integer, check_number

GAP = 1e-6
UNPROVEN = "the weak learner found nothing better, but it is not exact, so the gap stays open"


def lpboost(
    problem: BoostingProblem,
    learner: WeakLearner,
    make_engine: MakeEngine,
    *,
    gap: float = GAP,
    max_rounds: int | None = None,
    on_step: OnStep | None = None,
) -> BoostingResult:
    """Find the ensemble that is optimal over all hypotheses of a weak learner.

    Algorithms 4.1, 5.1 and 6.1 of the paper, which differ only in the problem and the learner. In a
    round the learner gets the costs of the rows, and its hypothesis becomes a row of the dual,
    which is solved again from the last basis and gives new costs. The weights of the hypotheses are
    the multipliers of their rows.

    Parameters
    ----------
    problem : BoostingProblem
        `NuProblem` or `CProblem`.
    learner : WeakLearner
        For the rows of the problem.
    make_engine : callable
        Makes an `LPEngine` that holds a model, such as `nzdd.adapters.solvers.glop.GlopEngine`.
    gap : float
        The gap to close, above 0; for a `CProblem` relative to the objective. The loop also ends
        where no hypothesis has a score that is more than half of it above the threshold.
    max_rounds : int, optional
        At least 1; by default there is no limit. A learner with finitely many hypotheses needs
        none.
    on_step : callable, optional
        Called after every round.

    Returns
    -------
    BoostingResult
        OPTIMAL where the gap was closed. On Ctrl-C the best so far. `objective` is computed from
        the margins of the ensemble. `bound` is the value of the best costs so far, scaled to be
        feasible for *all* hypotheses: the paper's bound for early stopping. It relies on the
        learner's own bound, and is weak if the learner is not exact.

    Raises
    ------
    ValueError
        If a parameter is out of range, or all weights of the optimum are 0.
    MasterFailed
        If the engine fails before there is an ensemble.
    KeyboardInterrupt
        On Ctrl-C before there is an ensemble.

    Notes
    -----
    A round takes the time of the learner, and of a few dual simplex iterations over as many rows as
    there are hypotheses. Memory O(rows x hypotheses).
    """
    check_number("gap", gap, above=True)
    check_integer("max_rounds", max_rounds, choices=[None])
    run = _Run(problem, learner, Master(problem, make_engine), History(on_step))
    started, limit, message = perf_counter(), None, None
    try:
        while run.improve(gap):
            if len(run.columns) == max_rounds:
                limit = ITERATIONS
                break
            run.extend()
        else:
            if run.is_open(gap):
                limit, message = (None, UNPROVEN) if run.unproven > gap else (ROUNDING, None)
    except (MasterFailed, KeyboardInterrupt) as stop:
        if not run.weights.any():
            raise
        limit = INTERRUPTED if isinstance(stop, KeyboardInterrupt) else str(stop)
    if not run.weights.any():
        raise ValueError(
            "the optimum gives no hypothesis any weight; take a larger C, or nu, which always "
            "gives an ensemble"
        )
    return run.result(limit, message, perf_counter() - started)


class _Run:
    """The state between two rounds."""

    def __init__(
        self, problem: BoostingProblem, learner: WeakLearner, master: Master, history: History
    ) -> None:
        self.problem, self.learner, self.master, self.history = problem, learner, master, history
        self.hypotheses: list[Hypothesis] = []
        self.columns: list[Floats] = []
        self.costs, self.threshold = problem.start, -math.inf
        self.best_costs, self.lower, self.upper = self.costs, -math.inf, math.inf
        self.weights = np.zeros(0)
        self.unproven = 0.0
        self._known: set[bytes] = set()

    def is_open(self, gap: float) -> bool:
        """Whether the gap is still too large."""
        return self.upper - self.lower > gap * self.problem.unit(self.costs)

    def improve(self, gap: float) -> bool:
        """Let the learner find a hypothesis; True if it may improve the optimum."""
        seen = self.problem.row_costs(self.costs)
        above = self.threshold + gap / 2
        self.learned = self.learner.learn(seen, above)
        score = float(self.learned.outputs @ seen)
        self.unproven = self.learned.bound - max(score, self.threshold)
        upper = self.problem.upper(self.costs, self.learned.bound)
        if upper < self.upper:
            self.upper, self.best_costs = upper, self.costs
        self.history.add(self.lower, self.upper, len(self.columns))
        known = self.learned.outputs.tobytes() in self._known  # by rounding alone
        return self.is_open(gap) and score > above and not known

    def extend(self) -> None:
        """Add the hypothesis, and solve the master."""
        hypothesis, outputs, _ = self.learned
        self._known.add(outputs.tobytes())
        self.hypotheses.append(hypothesis)
        self.columns.append(self.problem.column(outputs))
        self.master.add(self.columns[-1])
        self.costs, self.threshold, weights = self.master.solve()
        used = np.flatnonzero(weights)
        activity = np.zeros(self.costs.size)
        for index in used.tolist():
            activity += weights[index] * self.columns[index]
        lower = self.problem.lower(weights, activity) if used.size else -math.inf
        if lower > self.lower:
            self.lower, self.weights = lower, weights

    def result(self, limit: str | None, message: str | None, seconds: float) -> BoostingResult:
        members = self.hypotheses[: self.weights.size]
        if limit is not None:
            message = f"ended by {limit} at a gap of {self.upper - self.lower:.1e}"
        return BoostingResult(
            ensemble=Ensemble.from_weights(members, self.weights),
            objective=self.lower,
            bound=self.upper,
            costs=self.best_costs,
            status=Status.FEASIBLE if message else Status.OPTIMAL,
            message=message or "",
            limit=limit,
            num_learned=len(self.hypotheses),
            history=self.history.steps,
            iterations=self.master.iterations,
            seconds=seconds,
        )
