"""Depth-first search over parts of the points, with exact bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from nzdd.formulations.choose_many.bounds.fixing import Fixing
from nzdd.formulations.choose_many.bounds.prices import Prices, Shares
from nzdd.formulations.choose_many.branching.node import Node
from nzdd.formulations.choose_many.branching.split import known_members, parts_of
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.choose_many.residual import NEARLY
from nzdd.formulations.models.arrays import Bools
from nzdd.formulations.models.result import Status


@dataclass(eq=False)
class Tree:
    """A search for a point of at most a target.

    Edges that no point of the target may use leave each node before it has parts.

    Attributes
    ----------
    many : ManyModel
        The objective of each of its points is an integer.
    target : Fraction
    point : Point or None
        The point that was found.
    nodes : int
        Nodes that were solved.
    failed : bool
        Whether it cannot tell.
    """

    many: ManyModel
    target: Fraction
    point: Point | None = None
    nodes: int = 0
    failed: bool = False
    _open: list[Iterator[Node]] = field(default_factory=list)

    @classmethod
    def of(
        cls, many: ManyModel, target: Fraction, prices: Prices, masks: tuple[Bools, ...]
    ) -> Tree:
        """The tree over the edges that points of the target may use, of prices of the model."""
        root = Node.root(many, prices).kept(masks)
        root = replace(root, prices=prices.of_branch(root.many, known_members(prices)))
        return cls(many, target, _open=[iter([root])])

    def run(self, nodes: int) -> Status:
        """Go on by so many nodes: OPTIMAL with a point, INFEASIBLE where there is none.

        NO_SOLUTION_FOUND where it is open, or cannot tell.
        """
        last = self.nodes + nodes
        while self._open and self.nodes < last:
            node = next(self._open[-1], None)
            if node is None:
                self._open.pop()
                continue
            self.nodes += 1
            status = self._solve(node)
            if status is not None:
                self.failed = status is not Status.OPTIMAL
                return status
        return Status.NO_SOLUTION_FOUND if self._open else Status.INFEASIBLE

    def _solve(self, node: Node) -> Status | None:
        """OPTIMAL with a point, NO_SOLUTION_FOUND if it cannot tell, None if there is no more."""
        prices, target = node.prices, self.target
        answer = prices.solve(target=float(target) + NEARLY)
        fixing = Fixing(prices.program)
        for y in (prices.inside, answer.x):
            if y is not None:
                fixing.add(y)
        if fixing.bound is not None and fixing.bound > target:
            return None
        if answer.status is not Status.OPTIMAL or prices.program.boxed(answer, 0.0):
            return Status.NO_SOLUTION_FOUND
        masks = fixing.left(target)
        shares = prices.shares()
        if (np.abs(shares.amounts - np.rint(shares.amounts)) <= NEARLY).all():
            found = self._found(node, shares)
            if found is not None:
                self.point = found
                return Status.OPTIMAL
        parts = parts_of(node, shares, masks)
        if parts is None:
            return Status.NO_SOLUTION_FOUND
        self._open.append(parts)
        return None

    def _found(self, node: Node, shares: Shares) -> Point | None:
        """The point of whole members; None where another column is no integer, or a row missed."""
        x = np.zeros(node.many.core.num_columns)
        x[~node.many.columns] = node.prices.others()
        rounded = np.where(node.many.core.integrality, np.rint(x), x)
        if (np.abs(x - rounded) > NEARLY).any():
            return None
        number = np.rint(shares.amounts)
        local = Point.of_members(node.many, node.prices.program, shares.members, number, rounded)
        flows = tuple(
            np.bincount(origin, flow, choice.graph.num_edges).astype(np.float64)
            for choice, origin, flow in zip(
                self.many.choices, node.origins, local.flows, strict=True
            )
        )
        point = Point.of(self.many, local.x[: self.many.core.num_columns], flows)
        return point if self.many.core.violation(point.x).scaled <= NEARLY else None
