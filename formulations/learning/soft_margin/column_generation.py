"""Algorithm 1 of Kurokawa et al. 2022: column generation over the diagram."""

from __future__ import annotations

import math

from nzdd.family import Progress
from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING, Interrupted
from nzdd.formulations.iteration.lp_engine import MasterFailed
from nzdd.formulations.learning.soft_margin.best_bounds import BestBounds
from nzdd.formulations.learning.soft_margin.columns import Columns
from nzdd.formulations.learning.soft_margin.flow_solution import FlowSolution
from nzdd.formulations.learning.soft_margin.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.restricted_master import (
    InteriorPointMaster,
    RestrictedMaster,
)

EPSILON = 1e-6
SHARE = 0.1
"""The gap of a master, as a share of epsilon."""


def column_generation(
    problem: SoftMarginProblem,
    *,
    epsilon: float = EPSILON,
    columns: int | None = None,
    master: RestrictedMaster | InteriorPoint | None = None,
    max_rounds: int | None = None,
    progress: Progress | None = None,
    on_step: OnStep | None = None,
) -> FlowSolution:
    """Solve (8) over few symbols, adding those that its flow violates most, until none is.

    Over a diagram with a slack a row it is LPBoost (Demiriz, Bennett and Shawe-Taylor 2002).

    Parameters
    ----------
    problem : SoftMarginProblem
    epsilon : float
        The absolute gap to reach, above 0.
    columns : int, optional
        How many symbols come in a round. The paper takes 1; by default ``max(20, |J| / 4)``, which
        needs a fraction of the rounds.
    master : RestrictedMaster or InteriorPoint, optional
        What solves the restricted problems: an interior point over the diagram, by default a new
        one, or a master of this problem that has no symbols yet, such as an `LPMaster`.
    max_rounds : int, optional
        There are never more rounds than symbols.
    progress : callable, optional
        Of the interior point.
    on_step : callable, optional
        Told of every round, the state before the first one included.

    Returns
    -------
    FlowSolution
        With ``upper - lower <= epsilon`` where `limit` is None: theorem 2 of the paper. `lower` is
        the value of the best weights, from a restricted problem, and `upper` that of the best flow
        over *all* symbols.

    Raises
    ------
    ValueError
        If a parameter is out of range, or no symbol's weight counts.
    Interrupted
        On Ctrl-C, with the best so far.

    Notes
    -----
    A round costs the solution of one restricted problem. Where all symbols fit into one
    `InteriorPoint`, up to a thousand or so, that is faster than any number of rounds.
    """
    check_limits(epsilon, max_rounds)
    taken = Columns(problem, columns)
    if master is None or isinstance(master, InteriorPoint):
        master = InteriorPointMaster(problem, master)
    if master.problem is not problem:
        raise ValueError("the master was made for another problem than the one to solve")
    best, history = BestBounds(problem), History(on_step)
    excess, value = problem.excess(problem.start), -math.inf
    limit = failure = None
    try:
        while history.add(best.lower, best.upper, taken.count).gap > epsilon:
            if len(history.steps) - 1 == max_rounds:
                limit = ITERATIONS
                break
            new = taken.take(excess, above=value)
            if not new.size:  # the master has fallen short
                limit = failure or ROUNDING
                break
            master.add(new)
            try:
                found = master.solve(SHARE * epsilon, progress)
            except MasterFailed as failed:
                limit = str(failed)
                break
            value, failure = found.upper, found.limit
            excess = best.offer(found)
    except KeyboardInterrupt as interruption:
        raise interrupted(best, history, interruption) from None
    return best.solution(limit, history.steps)


def check_limits(epsilon: float, max_rounds: int | None) -> None:
    """Refuse an epsilon that is no positive number, and fewer rounds than one."""
    if not 0 < epsilon < math.inf:
        raise ValueError(f"epsilon is {epsilon}; it must lie above 0 and be finite")
    if max_rounds is not None and max_rounds < 1:
        raise ValueError(f"max_rounds is {max_rounds}; there must be at least one")


def interrupted(best: BestBounds, history: History, interruption: KeyboardInterrupt) -> Interrupted:
    """Ctrl-C with the best so far, that of a restricted problem broken off included."""
    if isinstance(interruption, Interrupted) and isinstance(interruption.solution, FlowSolution):
        best.offer(interruption.solution)
    return Interrupted(best.solution(INTERRUPTED, history.steps))
