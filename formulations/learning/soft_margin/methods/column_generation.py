"""Algorithm 1 of Kurokawa et al. 2022: column generation over the diagram."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import (
    INTERRUPTED,
    ITERATIONS,
    ROUNDING,
    Limits,
    Stopped,
)
from nzdd.formulations.iteration.lp_engine import MasterFailed
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.lp_master import LPMaster
from nzdd.formulations.learning.soft_margin.methods.solution import BestBounds, FlowSolution
from nzdd.formulations.learning.soft_margin.soft_margin_problem import FREE, SoftMarginProblem
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_integer, check_number
from nzdd.input.row_table import Progress

GAP = 1e-6
SHARE = 0.1
"""The gap of a restricted problem, as a share of that of the whole."""
FEWEST = 20
"""The fewest symbols added in a round by default: a round costs about the same with 20 as with
one."""


def column_generation(
    problem: SoftMarginProblem,
    *,
    gap: float = GAP,
    columns: int | None = None,
    master: InteriorPoint | LPMaster | None = None,
    max_rounds: int | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    on_step: OnStep | None = None,
) -> FlowSolution:
    """Solve (8) over few symbols; add those that its flow violates most, until there is none.

    Over a diagram with a slack for each row it is LPBoost (Demiriz, Bennett and Shawe-Taylor 2002).

    For the parameters see `nzdd.formulations.learning.soft_margin.solve`.

    Parameters
    ----------
    master : InteriorPoint or LPMaster, optional
        Solves the restricted problems: an `InteriorPoint` of the diagram, by default a new one, or
        a new `LPMaster` of this problem.
    on_step : callable, optional
        Called before the first round, and after every round.

    Returns
    -------
    FlowSolution
        With ``upper - lower <= gap`` where `limit` is None: theorem 2 of the paper. `lower` is the
        value of the best weights, from a restricted problem, and `upper` that of the best flow
        over *all* symbols. After Ctrl-C `limit` is "interrupted".

    Notes
    -----
    There are never more rounds than symbols. A round costs the solution of one restricted problem.
    Where all symbols fit into one `InteriorPoint`, up to a thousand or so, that is faster than any
    number of rounds.
    """
    check_number("gap", gap, above=True)
    check_integer("max_rounds", max_rounds, choices=[None])
    taken = Columns(problem, columns)
    solver = master or InteriorPoint(problem.diagram)
    best, history = BestBounds(problem), History(on_step)
    excess, value = problem.excess(problem.start), -math.inf
    limit = failure = None
    try:
        while history.add(best.lower, best.upper, taken.symbols.size).gap > gap:
            limit = None if limits is None else limits.reached()
            if limit is None and len(history.steps) - 1 == max_rounds:
                limit = ITERATIONS
            if limit is not None:
                break
            if not taken.take(excess, above=value):  # the restricted problem was not solved well
                limit = failure or ROUNDING
                break
            found = solver.solve(
                problem, symbols=taken.symbols, gap=SHARE * gap, limits=limits, progress=progress
            )
            value, failure = found.upper, found.limit
            excess = best.offer(found)
            if failure == INTERRUPTED:
                raise KeyboardInterrupt
    except (MasterFailed, Stopped) as ended:
        limit = str(ended)
    except KeyboardInterrupt:
        limit = INTERRUPTED
    return best.solution(limit, history.steps)


class Columns:
    """The set J of Algorithms 1 and 2 of Kurokawa et al. 2022, to which each round adds symbols.

    The symbol of a free bias is in J from the start, since the balance holds for every flow. A
    round adds `per_round` symbols, or ``max(20, |J| / 4)``.

    Attributes
    ----------
    symbols : ndarray of uint32
        J, in the order of addition.
    """

    def __init__(self, problem: SoftMarginProblem, per_round: int | None) -> None:
        check_integer("columns", per_round, choices=[None])
        self._per_round = per_round
        self.symbols: NDArray[np.uint32] = problem.symbols[problem.sides[problem.symbols] == FREE]

    def take(self, excess: Floats, above: float) -> bool:
        """Add the symbols whose `SoftMarginProblem.excess` is largest and above a value, if any."""
        violated = excess > above
        violated[self.symbols] = False
        candidates = np.flatnonzero(violated)
        count = max(FEWEST, self.symbols.size // 4) if self._per_round is None else self._per_round
        new = candidates[np.argsort(-excess[candidates], kind="stable")[:count]]
        self.symbols = np.concatenate((self.symbols, new.astype(np.uint32)))
        return new.size > 0
