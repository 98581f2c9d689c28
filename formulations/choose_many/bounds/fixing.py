"""Edges that no point of a target's value can use, by reduced costs in exact integers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.bounds.exact_prices import ExactPrices, exact_prices
from nzdd.formulations.models.arrays import Bools, Floats


@dataclass(eq=False)
class Fixing:
    """What several prices prove: the bound, and the edges that are left below a target.

    Each member through an edge costs at least the shortest path through it more than it is worth,
    so a point that uses it costs at least that much more than the bound (S. Irnich, G. Desaulniers,
    J. Desrosiers and A. Hadjar, Path-reduced costs for eliminating arcs, 2010). Other prices remove
    other edges.
    """

    program: DualProgram
    prices: list[ExactPrices] = field(default_factory=list)

    def add(self, y: Floats) -> ExactPrices | None:
        """Exact prices near y; None where there are none."""
        found = exact_prices(self.program, y)
        if found is not None:
            self.prices.append(found)
        return found

    @property
    def bound(self) -> Fraction | None:
        """The best bound, without the offset of the objective."""
        return max((each.value for each in self.prices), default=None)

    def left(self, target: Fraction) -> tuple[Bools, ...]:
        """The edges of each choice that a point of at most this objective may use."""
        masks = tuple(
            np.ones(part.choice.graph.num_edges, np.bool_) for part in self.program.oracles
        )
        for prices in self.prices:
            masks = self.narrowed(masks, prices, target)
        return masks

    def narrowed(
        self, masks: tuple[Bools, ...], prices: ExactPrices, target: Fraction
    ) -> tuple[Bools, ...]:
        """Those of the edges that are left by further prices. Time O(edges)."""
        room = prices.room(target)
        left = []
        for oracle, mask, lengths, each in zip(
            self.program.oracles, masks, prices.lengths, prices.each, strict=True
        ):
            graph = oracle.choice.graph.kept(mask)
            kept = np.zeros(mask.size, np.bool_)
            if graph.num_edges:
                through = graph.through(np.ascontiguousarray(lengths[mask]))
                kept[np.flatnonzero(mask)[through <= room - each]] = True
            left.append(kept)
        return tuple(left)
