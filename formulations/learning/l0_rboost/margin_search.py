"""The outer search over the margin (Goldberg and Eckstein 2009, (25) and theorem 5.3)."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from nzdd.formulations.learning.l0_rboost.result import L0RBoostResult
from nzdd.formulations.models.result import Status


@dataclass(frozen=True, slots=True, eq=False)
class MarginSearch:
    """The margin that was found best.

    Attributes
    ----------
    result : L0RBoostResult
        At that margin.
    value : float
        ``rho - beta z(rho)`` there.
    bound : float
        No margin in the interval has a larger one.
    tried : list of (float, float)
        Margins and their values, in the order in which they were tried.
    """

    result: L0RBoostResult
    value: float
    bound: float
    tried: list[tuple[float, float]]


def search_margin(
    solve: Callable[[float], L0RBoostResult],
    beta: float,
    *,
    least: float = 1e-3,
    most: float = 1.0,
    gap: float = 1e-2,
    max_steps: int = 60,
) -> MarginSearch:
    """Maximise ``rho - beta z(rho)``, the margin less a share of the relaxed code length.

    Parameters
    ----------
    solve : callable
        The converged `L0RBoostResult` at a margin, such as
        ``lambda rho: l0_rboost(sample, margin=rho, penalties=c, make_engine=...)``.
    beta : float
        Above 0.
    least, most : float
        The interval of margins, with ``0 < least < most <= 1``. Lemma 5.1 starts at
        ``M**-(M/2 + 1)``, which no solver distinguishes from 0.
    gap : float
        The absolute gap ``bound - value`` to reach.
    max_steps : int
        At most this many margins.

    Returns
    -------
    MarginSearch
        ``bound - value`` is above `gap` only where `max_steps` came first.

    Raises
    ------
    ValueError
        If a parameter is out of range, or a result has not converged, so that it proves nothing.

    Notes
    -----
    The paper searches by bisection, since z is convex (lemma 5.2). It is not: the proof takes
    ``(1 + rho) xi`` for linear, and ``xi_i >= (rho - margin_i) / (1 + rho)`` is concave in rho. But
    z never falls, so that ``b - beta z(a)`` bounds the objective in an interval [a, b]. The
    interval with the largest bound is halved until no bound is above the best value by more than
    `gap`: a search that is slower, but right.
    """
    if not beta > 0:
        raise ValueError(f"beta is {beta}; it must be above 0")
    if not 0 < least < most <= 1:
        raise ValueError(f"[{least}, {most}] is not an interval within (0, 1]")
    if not gap > 0 or max_steps < 1:
        raise ValueError(f"gap is {gap} and max_steps {max_steps}; both must be above 0")
    tried: list[tuple[float, float]] = []
    results: list[L0RBoostResult] = []

    def z(margin: float) -> float:
        """What z is at least, at a margin that is noted as tried."""
        result = solve(margin)
        if result.status is not Status.OPTIMAL:
            raise ValueError(
                f"the run at margin {margin:g} ended by {result.limit}; let it converge"
            )
        tried.append((margin, margin - beta * result.relaxation))
        results.append(result)
        return result.proven

    floor = z(least)
    intervals = [(beta * floor - most, least, most, floor)]  # by bounds, the largest first
    while True:
        best = max(range(len(tried)), key=lambda index: tried[index][1])
        if -intervals[0][0] - tried[best][1] <= gap or len(tried) == max_steps:
            bound = max(-intervals[0][0], tried[best][1])
            return MarginSearch(results[best], tried[best][1], bound, tried)
        _, low, high, floor = heapq.heappop(intervals)
        middle = (low + high) / 2
        raised = max(floor, z(middle))
        heapq.heappush(intervals, (beta * floor - middle, low, middle, floor))
        heapq.heappush(intervals, (beta * raised - high, middle, high, raised))
