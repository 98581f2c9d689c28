"""Prices in exact integers: a bound without rounding, and what each edge costs at least.

Prices are scaled and rounded to integers, and the cheapest member is found by an integer sweep (S.
Held, W. Cook and E. C. Sewell, Maximum-weight stable sets and safe lower bounds for graph coloring,
2012). Where a member is worth more than it costs all prices shrink until none is (A. A. Farley, A
note on bounding a class of linear programming problems, including cutting stock problems, 1990);
where their number is limited, each of so many members may cost that much less instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.exact_numbers import (
    BITS,
    ExactBound,
    ceil,
    ceil_product,
    floor,
    floor_dot,
)
from nzdd.formulations.models.arrays import Floats, Ints

LARGEST = 2.0**31
"""The greatest number of members that counts as a limit."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactPrices(ExactBound):
    """Prices at which no member is worth more than it costs, as multiples of ``1 / scale``.

    Attributes
    ----------
    lengths : tuple of ndarray of int64
        For each choice, what each edge costs more than it is worth; rounded down.
    each : tuple of int
        What a member of each choice costs more than it is worth, besides its edges.
    """

    lengths: tuple[Ints, ...]
    each: tuple[int, ...]


def exact_prices(program: DualProgram, y: Floats) -> ExactPrices | None:
    """Exact prices near y, shrunk as far as needed; None where that leads to none. Time O(edges).

    Prices of the wrong sign, by which an engine may miss a bound, become 0.
    """
    core = program.lazy.core
    y = np.clip(y, core.lower, core.upper)
    scale = _scale(program, y)
    if scale is None:
        return None
    shrink = 0.0
    for _ in range(6):
        prices = np.trunc(y * (1.0 - shrink) * scale).astype(np.int64)
        lengths, each, worst = _lengths(program, prices, scale)
        # Of members whose number is limited each costs that much less, of which the bound knows.
        limited = [most < LARGEST for most in program.most_members]
        each = tuple(own - low * few for own, low, few in zip(each, worst, limited, strict=True))
        loss = sum(
            max(0, int(most)) * low
            for most, low, few in zip(program.most_members, worst, limited, strict=True)
            if few
        )
        left = min((low for low, few in zip(worst, limited, strict=True) if not few), default=0)
        left = min(left, _columns(program, prices, scale))
        if left >= 0:
            bound = floor_dot(program.lazy.core.objective, prices) + loss
            return ExactPrices(scale, bound, lengths, each)
        cheapest = _cheapest(program, scale)
        if not cheapest > 0:
            return None
        # cost - shrunk worth >= 0 for all, where cost - worth >= worst and cost >= cheapest
        shrink = 1.0 - (1.0 - shrink) * cheapest / (cheapest - left + 2.0 + 1e-15 * cheapest)
    return None


def _scale(program: DualProgram, y: Floats) -> int | None:
    """A power of 2, so that the lengths of all paths stay below 2**BITS."""
    largest = 1.0
    for oracle in program.oracles:
        graph = oracle.choice.graph
        left = np.abs(oracle.costs) + abs(oracle.prices) @ np.abs(y)
        sizes = np.abs(graph.costs) + graph.lengths(left[:-1])
        largest = max(largest, -float(graph.shortest_length(-sizes)) + float(left[-1]))
    core = program.lazy.core
    largest = max(largest, float((abs(core.matrix) @ np.abs(y)).max(initial=0.0)))
    if not largest < 2.0 ** (BITS - 8):
        return None
    return int(2 ** (BITS - 2 - math.ceil(math.log2(largest))))


def _lengths(
    program: DualProgram, prices: Ints, scale: int
) -> tuple[tuple[Ints, ...], tuple[int, ...], tuple[int, ...]]:
    """Lengths of edges, and members, rounded down; and the least of each choice, 0 at most."""
    lengths, each, worst = [], [], []
    for oracle in program.oracles:
        graph = oracle.choice.graph
        left = floor(oracle.costs * scale) - ceil_product(oracle.prices, prices)
        of_edges = floor(graph.costs * scale) + graph.lengths(left[:-1])
        lengths.append(of_edges)
        each.append(int(left[-1]))
        worst.append(min(0, int(graph.shortest_length(of_edges)) + int(left[-1])))
    return tuple(lengths), tuple(each), tuple(worst)


def _columns(program: DualProgram, prices: Ints, scale: int) -> int:
    """By how much the price of a column is above or below its cost; 0 where none is."""
    core = program.lazy.core
    if not core.num_rows:
        return 0
    above = floor(core.row_upper * scale) - ceil_product(core.matrix, prices)
    below = ceil_product(core.matrix, prices, up=False) - ceil(core.row_lower * scale)
    above = np.where(np.isfinite(core.row_upper), above, 0)
    below = np.where(np.isfinite(core.row_lower), below, 0)
    return int(min(above.min(initial=0), below.min(initial=0)))


def _cheapest(program: DualProgram, scale: int) -> float:
    """The least cost of a member, or of a column that is bounded by its cost, times the scale."""
    least = np.inf
    for oracle, most in zip(program.oracles, program.most_members, strict=True):
        if most < LARGEST:
            continue
        graph = oracle.choice.graph
        lengths = graph.costs + graph.lengths(oracle.costs[:-1])
        least = min(least, float(graph.shortest_length(lengths)) + float(oracle.costs[-1]))
    core = program.lazy.core
    if core.num_rows:
        least = min(least, core.row_upper.min(), (-core.row_lower).min())
    return least * scale if least < np.inf else 0.0
