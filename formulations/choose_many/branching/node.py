"""A part of the points of a model that chooses members, as a model of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array, hstack, vstack

from nzdd.formulations.choose_many.bounds.prices import Prices
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.models.arrays import Bools, Ints, Matrix


@dataclass(frozen=True, eq=False)
class Node:
    """A part of the points: those of a model of its own.

    Attributes
    ----------
    many : ManyModel
    prices : Prices
        With members that are known there.
    origins : tuple of ndarray of int64
        For each choice, the edge of the first model that each edge was.
    """

    many: ManyModel
    prices: Prices
    origins: tuple[Ints, ...]

    @classmethod
    def root(cls, many: ManyModel, prices: Prices) -> Node:
        """All points of a model."""
        origins = tuple(np.arange(choice.graph.num_edges) for choice in many.choices)
        return cls(many, prices, origins)

    def kept(self, masks: tuple[Bools, ...]) -> Node:
        """The same over some edges, each on a path of them."""
        choices = tuple(
            replace(choice, graph=choice.graph.kept(mask))
            for choice, mask in zip(self.many.choices, masks, strict=True)
        )
        origins = tuple(a[mask] for a, mask in zip(self.origins, masks, strict=True))
        return replace(self, many=replace(self.many, choices=choices), origins=origins)

    def with_pair(self, number: int, first: int, second: int) -> Node:
        """The same with a column, the last, of how many members of a choice have two symbols."""
        many, choice = self.many, self.many.choices[number]
        graph, origin = choice.graph.with_pair(first, second)
        core, column = many.core, many.core.num_columns
        core = core.replace(
            objective=np.append(core.objective, 0.0),
            matrix=csr_array(hstack((core.matrix, csr_array((core.num_rows, 1))), format="csr")),
            lower=np.append(core.lower, 0.0),
            upper=np.append(core.upper, np.inf),
            integrality=np.append(core.integrality, True),
        )
        choice = replace(choice, graph=graph, symbols=np.append(choice.symbols, column))
        choices, origins = list(many.choices), list(self.origins)
        choices[number], origins[number] = choice, origins[number][origin]
        return replace(self, many=ManyModel(core, tuple(choices)), origins=tuple(origins))

    def bounded(self, column: int, lower: float, upper: float) -> Node:
        """The part in which a column lies between integers."""
        many, core = self.many, self.many.core
        row = csr_array(([1.0], ([0], [column])), shape=(1, core.num_columns))
        core = core.replace(
            matrix=csr_array(vstack((core.matrix, row), format="csr")),
            row_lower=np.append(core.row_lower, lower),
            row_upper=np.append(core.row_upper, upper),
        )
        node = replace(self, many=replace(many, core=core))
        if upper > 0:
            return node
        return node.kept(
            tuple(
                choice.graph.without(choice.symbols == column)
                if column in choice.symbols
                else np.ones(choice.graph.num_edges, np.bool_)
                for choice in many.choices
            )
        )

    def part(self, column: int, lower: float, upper: float, known: list[Matrix]) -> Node:
        """The part in which a column lies between two sides, of which members are known."""
        node = self.bounded(column, lower, upper)
        return replace(node, prices=self.prices.of_branch(node.many, known))
