"""Algorithm 1 of Kurokawa et al. 2022: column generation over the diagram."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING
from nzdd.formulations.iteration.lp_engine import MasterFailed
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.restricted_master import (
    InteriorPointMaster,
    RestrictedMaster,
)
from nzdd.formulations.learning.soft_margin.methods.solution import BestBounds, FlowSolution
from nzdd.formulations.learning.soft_margin.problem import FREE, SoftMarginProblem
from nzdd.input.row_table import Progress

GAP = 1e-6
SHARE = 0.1
"""The gap of a restricted problem, as a share of that of the whole."""


def column_generation(
    problem: SoftMarginProblem,
    *,
    gap: float = GAP,
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
    gap : float
        The absolute gap to close, above 0: epsilon of the paper.
    columns : int, optional
        How many symbols come in a round. The paper takes 1; by default ``max(20, |J| / 4)``, which
        needs a fraction of the rounds.
    master : RestrictedMaster or InteriorPoint, optional
        What solves the restricted problems: an `InteriorPoint` of the diagram, by default a new
        one, or a master of this problem that has no symbols yet, such as an `LPMaster`.
    max_rounds : int, optional
        There are never more rounds than symbols.
    progress : callable, optional
        Of the interior-point method.
    on_step : callable, optional
        Called after every round, and before the first one.

    Returns
    -------
    FlowSolution
        With ``upper - lower <= gap`` where `limit` is None: theorem 2 of the paper. `lower` is the
        value of the best weights, from a restricted problem, and `upper` that of the best flow
        over *all* symbols. After Ctrl-C `limit` is "interrupted".

    Raises
    ------
    ValueError
        If a parameter is out of range, or no symbol's weight counts.

    Notes
    -----
    A round costs the solution of one restricted problem. Where all symbols fit into one
    `InteriorPoint`, up to a thousand or so, that is faster than any number of rounds.
    """
    check_limits(gap, max_rounds)
    taken = Columns(problem, columns)
    if master is None or isinstance(master, InteriorPoint):
        master = InteriorPointMaster(problem, master)
    if master.problem is not problem:
        raise ValueError("the master was made for another problem than the one to solve")
    best, history = BestBounds(problem), History(on_step)
    excess, value = problem.excess(problem.start), -math.inf
    limit = failure = None
    try:
        while history.add(best.lower, best.upper, taken.count).gap > gap:
            if len(history.steps) - 1 == max_rounds:
                limit = ITERATIONS
                break
            new = taken.take(excess, above=value)
            if not new.size:  # the master has fallen short
                limit = failure or ROUNDING
                break
            master.add(new)
            try:
                found = master.solve(SHARE * gap, progress)
            except MasterFailed as failed:
                limit = str(failed)
                break
            value, failure = found.upper, found.limit
            excess = best.offer(found)
            if failure == INTERRUPTED:
                limit = failure
                break
    except KeyboardInterrupt:
        limit = INTERRUPTED
    return best.solution(limit, history.steps)


def check_limits(gap: float, max_rounds: int | None) -> None:
    """Raise ValueError for a gap that is not positive and finite, and for fewer rounds than one."""
    if not 0 < gap < math.inf:
        raise ValueError(f"gap is {gap}; it must lie above 0 and be finite")
    if max_rounds is not None and max_rounds < 1:
        raise ValueError(f"max_rounds is {max_rounds}; there must be at least one")


FEWEST = 20
"""How many symbols a round takes at least, where it may choose: more a round are fewer rounds, and
a round costs about the same with 20."""


class Columns:
    """The set J of Algorithms 1 and 2 of Kurokawa et al. 2022.

    Parameters
    ----------
    problem : SoftMarginProblem
        The balance of a free bias holds for every flow, so its symbol is in J from the start.
    per_round : int or None
        How many symbols to take at a time; None for ``max(20, |J| / 4)``.

    Raises
    ------
    ValueError
        If `per_round` is below 1.
    """

    def __init__(self, problem: SoftMarginProblem, per_round: int | None) -> None:
        if per_round is not None and per_round < 1:
            raise ValueError(f"columns is {per_round}; a round must take at least one")
        self._per_round = per_round
        self._present = np.zeros(problem.num_symbols, np.bool_)
        self._present[problem.symbols] = problem.sides[problem.symbols] == FREE

    @property
    def symbols(self) -> NDArray[np.uint32]:
        """J, ascending."""
        return np.flatnonzero(self._present).astype(np.uint32)

    @property
    def count(self) -> int:
        """How many symbols are in J."""
        return int(np.count_nonzero(self._present))

    def take(self, excess: NDArray[np.float64], above: float) -> NDArray[np.uint32]:
        """Add the symbols that a flow violates most.

        Parameters
        ----------
        excess : ndarray, shape (num_symbols,)
            See `SoftMarginProblem.excess`.
        above : float
            The value that a symbol must exceed to count as violated.

        Returns
        -------
        ndarray of uint32
            The new ones, the most violated first; none twice in all calls.
        """
        candidates = np.flatnonzero((excess > above) & ~self._present)
        count = max(FEWEST, self.count // 4) if self._per_round is None else self._per_round
        new = candidates[np.argsort(-excess[candidates], kind="stable")[:count]]
        self._present[new] = True
        return new.astype(np.uint32)
