"""The open nodes of a branch and bound tree: best bound first, with plunging."""

from __future__ import annotations

import heapq

import numpy as np

from nzdd.formulations.row_generation.branch_and_bound.node import Node

PLUNGE_QUOTIENT = 0.5
"""Share of the gap above the best bound within which a plunge goes on."""


class NodeQueue:
    """Open nodes, in the order in which to solve them.

    After a branching the better child comes next, as long as it is not much worse than the best
    open node; this keeps the LP near its last basis and finds feasible points. Where there is no
    child, and no feasible point yet, comes the last node that was passed by. Otherwise comes the
    node of the least bound, of equal ones the deepest. A plunge ends after `longest` nodes: where
    columns have no bounds, it might never end by itself.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._heap: list[tuple[float, int, int, Node]] = []
        self._next: Node | None = None
        self._passed: list[tuple[int, Node]] = []
        self._taken: set[int] = set()
        self._pushed = 0
        self._plunged = 0

    def __len__(self) -> int:
        return len(self._heap) - len(self._taken) + (self._next is not None)

    @property
    def bound(self) -> float:
        """The least bound of all open nodes; infinite without any."""
        least = self._heap[0][0] if self._heap else np.inf
        return least if self._next is None else min(least, self._next.bound)

    def push(self, node: Node) -> None:
        """Add a node."""
        heapq.heappush(self._heap, (node.bound, -node.depth, self._pushed, node))
        self._passed.append((self._pushed, node))
        self._pushed += 1

    def plunge(self, node: Node) -> None:
        """Add the node to solve next."""
        self._next = node

    def pop(self, cutoff: float) -> Node | None:
        """Take the next node of a bound below `cutoff`; those above are dropped for good."""
        plunge, self._next = self._next, None
        if plunge is not None:
            if self._goes_on(plunge, cutoff):
                self._plunged += 1
                return plunge
            self.push(plunge)
        elif self._passed and np.isposinf(cutoff) and self._plunged < self._longest:
            self._plunged += 1
            number, node = self._passed.pop()
            self._taken.add(number)
            self._clean()
            return node
        self._plunged = 0
        self._passed.clear()
        if self._heap and self._heap[0][0] < cutoff:
            node = heapq.heappop(self._heap)[-1]
            self._clean()
            return node
        self._heap.clear()
        self._taken.clear()
        return None

    def _clean(self) -> None:
        """The heap begins with an open node."""
        while self._heap and self._heap[0][2] in self._taken:
            self._taken.remove(heapq.heappop(self._heap)[2])

    def _goes_on(self, node: Node, cutoff: float) -> bool:
        if self._plunged >= self._longest or node.bound >= cutoff:
            return False
        if not self._heap or np.isposinf(cutoff):
            return True
        best = self._heap[0][0]
        return node.bound <= best + PLUNGE_QUOTIENT * (cutoff - best)
