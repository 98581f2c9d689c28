"""Nodes of other packages in a table, and the ZDD of such a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd import ZDD, _core
from nzdd.order import NATURAL, Order

TERMINAL_LEVEL = 2**32 - 1


@dataclass(frozen=True, slots=True, eq=False)
class NodeTable:
    """The inner nodes of a ZDD that is ordered, but perhaps not reduced.

    Nodes 0 and 1 are the terminals, as in `nzdd.ZDD`; the entries are nodes 2, 3, ..., each
    of which follows its children.
    """

    level: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]

    def is_disordered(self) -> NDArray[np.bool_]:
        """Whether each node has a child that does not come later in the order of levels."""
        levels = np.append([TERMINAL_LEVEL] * 2, self.level)
        return (levels[self.low] <= self.level) | (levels[self.high] <= self.level)

    def to_zdd(self, root: int, num_symbols: int, order: Order = NATURAL) -> ZDD:
        """The family of a node, reduced, in the order that gives the symbol of each level.

        Time O(nodes).
        """
        terminals = ([TERMINAL_LEVEL] * 2, [0, 1], [0, 1])
        parts = zip(terminals, (self.level, self.low, self.high), strict=True)
        level, low, high = (np.concatenate(part).astype(np.uint32) for part in parts)
        raw = ZDD._make(_core.Zdd(level, low, high, root), num_symbols, order)
        # The union finds equal nodes, nodes without a high branch, and those out of reach.
        empty = ZDD._make(_core.Zdd(level[:2], low[:2], high[:2], 0), num_symbols, order)
        return raw | empty


def collect(
    root: Any,
    key: Callable[[Any], Hashable],
    expand: Callable[[Any], int | tuple[int, Any, Any]],
) -> tuple[NodeTable, int]:
    """The table of the nodes that a node of another package reaches, and the node's place in it.

    Keys are equal for equal nodes alone. `expand` gives the level, the low and the high child of an
    inner node, and 0 or 1 for a terminal.
    """
    # Depth first without recursion: at most two nodes wait for each level. These packages give out
    # a node as an object, some microseconds each.
    place: dict[Hashable, int] = {}
    rows: list[tuple[int, int, int]] = []
    waiting = [root]
    while waiting:
        node = waiting[-1]
        name = key(node)
        content = name not in place and expand(node)
        if isinstance(content, tuple):
            children = content[1:]
            unknown = [child for child in children if key(child) not in place]
            if unknown:
                waiting += unknown
                continue
            place[name] = len(rows) + 2
            low, high = (place[key(child)] for child in children)
            rows.append((content[0], low, high))
        elif name not in place:
            place[name] = int(content)
        waiting.pop()
    return NodeTable(*np.array(rows, np.int64).reshape(-1, 3).T), place[key(root)]
