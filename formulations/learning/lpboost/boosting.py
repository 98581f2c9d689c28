"""LPBoost: boosting as column generation (Demiriz, Bennett and Shawe-Taylor 2002)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped
from nzdd.formulations.iteration.lp_engine import MakeEngine, MasterFailed
from nzdd.formulations.learning.lpboost.boosting_result import BoostingResult
from nzdd.formulations.learning.lpboost.boosting_run import Run
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import BatchLearner, WeakLearner
from nzdd.formulations.learning.lpboost.interior_point import InteriorMaster
from nzdd.formulations.learning.lpboost.interior_rounds import interior_rounds
from nzdd.formulations.learning.lpboost.problems.boosting_problem import BoostingProblem
from nzdd.formulations.learning.lpboost.problems.nu_problem import NuProblem
from nzdd.formulations.learning.lpboost.simplex_rounds import simplex_rounds
from nzdd.input.parameters import check_choice, check_integer, check_number

GAP = 1e-6
ALGORITHMS = ("simplex", "interior-point")


def lpboost(
    problem: BoostingProblem,
    learner: WeakLearner | BatchLearner,
    make_engine: MakeEngine,
    *,
    algorithm: str = "simplex",
    gap: float = GAP,
    max_hypotheses: int | None = None,
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
    on_step: OnStep | None = None,
) -> BoostingResult:
    """Find the ensemble that is optimal over all hypotheses of a weak learner.

    Algorithms 4.1, 5.1 and 6.1 of the paper, which differ only in the problem and the learner. In a
    round the learner gets the costs of the rows. Its hypotheses become rows of the dual, which is
    solved again and gives new costs. The weights of the hypotheses are the multipliers of their
    rows.

    Parameters
    ----------
    problem : BoostingProblem
        `NuProblem` or `CProblem`.
    learner : WeakLearner
        For the rows of the problem.
    make_engine : callable
        Makes an `LPEngine` that holds a model, such as `nzdd.adapters.solvers.glop.GlopEngine`.
    algorithm : {"simplex", "interior-point"}
        ``"simplex"``: as in the paper, with one hypothesis a round and the dual simplex method,
        which goes on from the last basis. ``"interior-point"``: many hypotheses a round, and costs
        from inside the dual, which takes far fewer rounds. It needs a `BatchLearner`, and ends with
        a vertex as well. A `CProblem`, or a dual without an inside, is left to the simplex method.
    gap : float
        The gap to close, above 0; for a `CProblem` relative to the objective. The loop also ends
        where no hypothesis has a score that is more than half of it above the threshold.
    max_hypotheses : int, optional
        The most to try, at least 1; by default there is no limit. A learner with finitely many
        hypotheses needs none.
    time_limit, stop
        See `nzdd.formulations.iteration`; they end the rounds once there is an ensemble.
    on_step : callable, optional
        Called after every round.

    Returns
    -------
    BoostingResult
        OPTIMAL where the gap was closed. After a limit or Ctrl-C the best so far. `objective` is
        computed from the margins of the ensemble. `bound` is the value of the best costs so far,
        scaled to be feasible for *all* hypotheses: the paper's bound for early stopping. It relies
        on the learner's own bound, and is weak if the learner is not exact.

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
    there are hypotheses; or of some ten Newton steps of time O(hypotheses^2 x rows). Memory O(rows
    x hypotheses).
    """
    check_choice("algorithm", algorithm, ALGORITHMS)
    check_number("gap", gap, above=True)
    check_integer("max_hypotheses", max_hypotheses, choices=[None])
    check_number("time_limit", time_limit, 0.0, choices=(None,))
    several = algorithm == "interior-point"
    if several and not isinstance(learner, BatchLearner):
        raise ValueError(
            f"algorithm is 'interior-point', which needs a BatchLearner, not {learner}"
        )
    run = Run(problem, Limits(time_limit, stop), on_step)
    limit = message = None
    try:
        try:
            if several and isinstance(problem, NuProblem) and InteriorMaster.has_inside(problem):
                assert isinstance(learner, BatchLearner)
                limit = interior_rounds(run, problem, learner, gap, max_hypotheses)
            else:
                limit, message = simplex_rounds(run, learner, make_engine, gap, max_hypotheses)
        except np.linalg.LinAlgError:  # the simplex method goes on with what there is
            limit, message = simplex_rounds(run, learner, make_engine, gap, max_hypotheses)
    except (MasterFailed, KeyboardInterrupt, Stopped) as end:
        if not run.weights.any():
            raise
        limit = INTERRUPTED if isinstance(end, KeyboardInterrupt) else str(end)
    if not run.weights.any():
        raise ValueError(
            "the optimum gives no hypothesis any weight; take a larger C, or nu, which always "
            "gives an ensemble"
        )
    return run.result(limit, message)
