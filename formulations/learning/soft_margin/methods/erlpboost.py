"""Algorithm 2 of Kurokawa et al. 2022: ERLPBoost over the diagram."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import (
    INTERRUPTED,
    ITERATIONS,
    ROUNDING,
    TIME,
    Limits,
    Stopped,
)
from nzdd.formulations.iteration.lp_engine import MasterFailed
from nzdd.formulations.learning.soft_margin.methods.column_generation import Columns
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.quadratic_master import (
    QuadraticMaster,
    entropies,
)
from nzdd.formulations.learning.soft_margin.methods.solution import BestBounds, FlowSolution
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_integer, check_number
from nzdd.input.row_table import Progress

GAP = 1e-2
SHARE = 0.1
"""The gap of a sub-problem, as a share of that of the whole."""
GROWTH = 4.0


class Round(NamedTuple):
    """The quantities of theorem 3 in round t: eta, the size of J_t, delta^t and P^t(d^t).

    ``value`` is P^t(d^t), the minimum of (12) up to a tenth of the gap. ``delta`` is the least
    value of (12) over all symbols at the flows so far, less P^(t-1)(d^(t-1)). Round t takes place
    while it is large; it is infinite in the first round of an eta.
    """

    eta: float
    columns: int
    delta: float
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class BoostedSolution(FlowSolution):
    """A solution by boosting.

    Attributes
    ----------
    rounds : list of Round
        Rounds 1 to T of Algorithm 2.
    last_delta : float
        delta^(T + 1) if it ended the rounds, otherwise infinite.
    """

    rounds: list[Round] = field(default_factory=list)
    last_delta: float = math.inf


def erlpboost(
    problem: SoftMarginProblem,
    *,
    gap: float = GAP,
    eta: str | float = "practical",
    columns: int | None = 1,
    master: InteriorPoint | QuadraticMaster | None = None,
    max_rounds: int | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    on_step: OnStep | None = None,
) -> BoostedSolution:
    """Solve the entropic sub-problem (12) over few symbols; add those its flow violates most.

    Over a diagram with a slack for each row it is ERLPBoost (Warmuth, Glocer and Vishwanathan
    2008), except that (12) also counts the entropy of the two edges of the root.

    For the parameters see `nzdd.formulations.learning.soft_margin.solve`.

    Parameters
    ----------
    eta : {"practical", "theory"} or float
        ``theory``: `theoretical_eta`, and the rounds end as in the paper, where delta is at most
        half the gap. ``practical``: begin with `practical_eta`; a number above 0: begin with it.
        The rounds then end where weights and flow prove the gap. Where delta is at most half the
        gap before that, eta grows fourfold, up to `theoretical_eta`.
    columns : int or None
        The number of symbols added in a round; None for ``max(20, |J| / 4)``.
    master : InteriorPoint or QuadraticMaster, optional
        Solves the sub-problems: an `InteriorPoint` of the diagram, by default a new one, or a new
        `QuadraticMaster` of this problem.

    Returns
    -------
    BoostedSolution
        The weights are those of (8) over the chosen symbols, which is solved last; the flow is the
        best of all rounds. ``upper - lower <= gap`` where `limit` is None. After Ctrl-C `limit` is
        "interrupted"; then, and at a limit of time, (8) is not solved, and the weights are the best
        of all rounds.

    Notes
    -----
    At the minimum of (12) no symbol of J exceeds gamma, so every round adds new ones. Hence there
    are never more rounds than symbols, besides the bound of theorem 3, and one for each growth of
    eta. A round costs about as much as one of `column_generation`. For nu = 1 there is only one
    flow, whatever eta is.
    """
    check_number("gap", gap, above=True)
    check_integer("max_rounds", max_rounds, choices=[None])
    most = theoretical_eta(problem, gap)
    by_theory = eta == "theory"
    rate = _first_eta(problem, gap, eta)
    taken, best, history = Columns(problem, columns), BestBounds(problem), History(on_step)
    solver = master or InteriorPoint(problem.diagram)
    rounds: list[Round] = []
    # The largest excess over all symbols, and the entropy, of the flows d^0, d^1, ...
    excess, value, delta = problem.excess(problem.start), -math.inf, math.inf
    tops, entropies = [float(excess.max())], [entropy(problem, problem.start)]
    common: dict[str, Any] = {"limits": limits, "progress": progress}
    limit: str | None = ROUNDING  # unless another one is found
    try:
        while history.add(best.lower, best.upper, taken.symbols.size).gap > gap or by_theory:
            if delta <= gap / 2:
                if by_theory or rate >= most:
                    break
                rate, delta = min(GROWTH * rate, most), math.inf
            if limits is not None:
                limits.check()
            if len(rounds) == max_rounds:
                limit = ITERATIONS
                break
            if not taken.take(excess, above=value) and delta < math.inf:
                break  # only rounding keeps delta large
            found = solver.solve(
                problem, symbols=taken.symbols, eta=rate, gap=SHARE * gap, **common
            )
            excess = best.offer(found)
            if found.limit in (INTERRUPTED, TIME):
                raise Stopped(found.limit)
            rounds.append(Round(rate, taken.symbols.size, delta, found.upper))
            value = float(excess[taken.symbols].max())
            tops.append(float(excess.max()))
            entropies.append(entropy(problem, found.flow))
            delta = float(np.min(np.add(tops, np.divide(entropies, rate)))) - found.upper
        if rounds:
            # Step 8: the weights.
            last = solver.solve(problem, symbols=taken.symbols, gap=SHARE * gap, **common)
            best.offer(last)
            if last.limit in (INTERRUPTED, TIME):
                raise Stopped(last.limit)
            history.add(best.lower, best.upper, taken.symbols.size)
        if best.upper - best.lower <= gap:
            limit = None
    except (MasterFailed, Stopped) as ended:
        limit = str(ended)
    except KeyboardInterrupt:
        limit = INTERRUPTED
    last_delta = delta if delta <= gap / 2 else math.inf
    return BoostedSolution(*best.proof, limit, history.steps, rounds, last_delta)


def theoretical_eta(problem: SoftMarginProblem, gap: float) -> float:
    """``(4 / gap) depth(G) max(1, ln(1 / nu))``, for which theorem 3 holds."""
    return 4 / gap * problem.diagram.depth() * max(1.0, -math.log(problem.nu))


def practical_eta(problem: SoftMarginProblem, gap: float) -> float:
    """``(2 / gap) ln(1 / nu)``: the largest entropy of a single edge costs half the gap."""
    return 2 / gap * -math.log(problem.nu)


def entropy(problem: SoftMarginProblem, flow: Floats) -> float:
    """``sum d ln(d / d0) - d + d0`` over the edges, d0 being the flow m / M of all rows."""
    return float(entropies(problem, flow).sum())


def _first_eta(problem: SoftMarginProblem, gap: float, eta: str | float) -> float:
    if eta == "theory" or (eta == "practical" and problem.nu == 1):
        return theoretical_eta(problem, gap)
    if eta == "practical":
        return practical_eta(problem, gap)
    check_number("eta", eta, above=True, choices=["practical", "theory"])
    return float(eta)
