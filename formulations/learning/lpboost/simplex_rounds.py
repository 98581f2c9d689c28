"""The algorithm of the paper: one hypothesis a round, and the dual simplex method."""

from __future__ import annotations

import math

from nzdd.formulations.iteration.limits import ITERATIONS, ROUNDING
from nzdd.formulations.iteration.lp_engine import MakeEngine, MasterFailed
from nzdd.formulations.learning.lpboost.boosting_run import Run
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import WeakLearner
from nzdd.formulations.learning.lpboost.master import Master
from nzdd.input.arrays import Floats

UNPROVEN = "the weak learner found nothing better, but it is not exact, so the gap stays open"


def simplex_rounds(
    run: Run, learner: WeakLearner, make_engine: MakeEngine, gap: float, max_hypotheses: int | None
) -> tuple[str | None, str | None]:
    """Add hypotheses until the gap is closed, or none has a score above the threshold.

    In a round the learner gets the costs of the rows, and its hypothesis becomes a row of the dual,
    which is solved again from the last basis and gives new costs. Hypotheses that the run has
    already are in the first master.

    Returns
    -------
    limit : str or None
        What ended the rounds early.
    message : str or None
        Why the gap is open without a limit.
    """
    master = Master(run.problem, make_engine)
    costs, threshold = run.problem.start, -math.inf
    for column in run.columns:
        master.add(column)
    if run.columns:
        costs, threshold = _solve(run, master)
    while True:
        seen = run.problem.row_costs(costs)
        above = threshold + gap / 2
        learned = learner.learn(seen, above)
        score = float(learned.outputs @ seen)
        run.reduce_upper(costs, learned.bound)
        run.record()
        if not run.is_open(gap, costs):
            return None, None
        if score <= above or run.place(learned) is not None:  # known by rounding alone
            unproven = learned.bound - max(score, threshold)
            return (None, UNPROVEN) if unproven > gap else (ROUNDING, None)
        if len(run.columns) == max_hypotheses:
            return ITERATIONS, None
        if run.columns and (limit := run.limits.reached()) is not None:
            return limit, None
        master.add(run.columns[run.add(learned)])
        costs, threshold = _solve(run, master)


def _solve(run: Run, master: Master) -> tuple[Floats, float]:
    """Solve the master; `Stopped` at a limit, once there is an ensemble."""
    left = run.limits.left if run.weights.any() else None
    try:
        costs, threshold, weights = master.solve(left)
    except MasterFailed:
        if left is not None:
            run.limits.check()
        raise
    run.iterations.append(master.iterations[-1])
    run.raise_lower(weights)
    return costs, threshold
