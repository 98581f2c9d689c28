"""The outer search over the margin (Goldberg and Eckstein 2009, (25) and theorem 5.3)."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from nzdd.formulations.learning.l0_rboost.l0_rboost_result import L0RBoostResult
from nzdd.formulations.models.result import Status
from nzdd.input.parameters import check_integer, check_number


@dataclass(frozen=True, slots=True, eq=False)
class MarginSearch:
    """The best margin found.

    Attributes
    ----------
    result : L0RBoostResult
        The result at that margin rho.
    value : float
        The objective ``rho - beta z(rho)``.
    bound : float
        An upper bound on the objective at all margins of the interval.
    tried : list of (float, float)
        The margins tried and their objectives, in this order.
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
    """Maximise ``rho - beta z(rho)``: the margin less beta times the relaxed code length.

    Parameters
    ----------
    solve : callable
        Returns the converged `L0RBoostResult` at a margin, such as
        ``lambda rho: l0_rboost(sample, margin=rho, penalties=c, make_engine=...)``.
    beta : float
        Above 0.
    least, most : float
        The interval of margins, with ``0 < least < most <= 1``. Lemma 5.1 starts at
        ``M**-(M/2 + 1)``, which solvers cannot distinguish from 0.
    gap : float
        The absolute gap ``bound - value`` to close.
    max_steps : int
        The most margins to try.

    Returns
    -------
    MarginSearch
        ``bound - value`` exceeds `gap` only if `max_steps` ended the search.

    Raises
    ------
    ValueError
        If a parameter is out of range, or a result has not converged and so proves nothing.

    Notes
    -----
    The paper searches by bisection, because by lemma 5.2 the function z is convex. The lemma is
    wrong: its proof treats ``(1 + rho) xi`` as linear, but ``xi_i >= (rho - margin_i) / (1 + rho)``
    is concave in rho. However, z is nondecreasing, so ``b - beta z(a)`` bounds the objective in an
    interval [a, b]. This search halves the interval with the largest bound until no bound exceeds
    the best value by more than `gap`; it is slower, but exact.
    """
    check_number("beta", beta, above=True)
    if not 0 < least < most <= 1:
        raise ValueError(
            f"least is {least} and most is {most}; give margins with 0 < least < most <= 1"
        )
    check_number("gap", gap, above=True, infinite=True)
    check_integer("max_steps", max_steps)
    tried: list[tuple[float, float]] = []
    results: list[L0RBoostResult] = []

    def z(margin: float) -> float:
        """A lower bound on z at a margin, which is recorded as tried."""
        result = solve(margin)
        if result.status is not Status.OPTIMAL:
            raise ValueError(
                f"the run at margin {margin:g} ended by {result.limit}; let it converge"
            )
        tried.append((margin, margin - beta * result.relaxation))
        results.append(result)
        return result.proven

    floor = z(least)
    intervals = [(beta * floor - most, least, most, floor)]  # a heap by minus the bound
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
