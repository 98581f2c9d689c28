"""Other libraries: how their users build a ZDD from a list of rows, and the fastest way known.

None of them takes arrays. Rows come as a list of sorted lists of columns; column 0 is the root.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

Rows: TypeAlias = list[list[int]]
Node: TypeAlias = Any


class Peer(Protocol):
    """One package, ready for diagrams over the given columns."""

    def __init__(self, num_columns: int) -> None: ...

    def users(self, rows: Rows) -> Node:
        """Build a diagram as the package's documentation suggests."""

    def fastest(self, rows: Rows) -> Node:
        """Build it from sorted rows, node by node."""

    def count(self, diagram: Node) -> int:
        """The number of rows."""

    def num_nodes(self, diagram: Node) -> int:
        """The number of nodes of the ZDD, without terminals and without complement edges."""


class Graphillion:
    """graphillion: ``setset(rows)``; single nodes only through its text format."""

    def __init__(self, num_columns: int) -> None:
        from graphillion import setset

        setset.set_universe(list(range(num_columns)))
        self.setset = setset

    def users(self, rows: Rows) -> Node:
        """The constructor, which unites the rows one by one."""
        return self.setset(rows)

    def fastest(self, rows: Rows) -> Node:
        """One line of text per node, read by ``loads``."""
        lines: list[str] = []

        def make(column: int, low: str, high: str) -> str:
            number = str(len(lines) + 1)
            lines.append(f"{number} {column + 1} {low} {high}\n")
            return number

        root = bottom_up(rows, "B", "T", make)
        return self.setset.loads("".join(lines) + ".\n" if lines else f"{root}\n.\n")

    def count(self, diagram: Node) -> int:
        """The number of rows."""
        return int(diagram.len())

    def num_nodes(self, diagram: Node) -> int:
        """Lines ``id column low high`` of the text format."""
        return sum(len(line.split()) == 4 for line in diagram.dumps().splitlines())


class Dd:
    """dd.cudd_zdd: one union per row; ``find_or_add`` for each node."""

    def __init__(self, num_columns: int) -> None:
        from dd.cudd_zdd import ZDD

        memory = 16 * 2**30
        self.zdd = ZDD(memory_estimate=memory)
        self.zdd.configure(reordering=False, max_memory=memory)
        self.names = [f"x{column}" for column in range(num_columns)]
        for column in reversed(range(num_columns)):  # each time quadratic, but half of `declare`
            self.zdd.add_var(self.names[column], column)
        self.empty = self.zdd.false
        self.unit = self.zdd.true  # all rows there are; without any column only the empty row stays
        while self.unit.low is not None:
            self.unit = self.unit.low

    def users(self, rows: Rows) -> Node:
        """One ``|`` per row."""
        make, names = self.zdd.find_or_add, self.names
        family = self.empty
        for row in rows:
            single = self.unit
            for column in reversed(row):
                single = make(names[column], self.empty, single)
            family = family | single
        return family

    def fastest(self, rows: Rows) -> Node:
        """``find_or_add`` for each node."""
        make, names = self.zdd.find_or_add, self.names

        def named(column: int, low: Node, high: Node) -> Node:
            return make(names[column], low, high)

        return bottom_up(rows, self.empty, self.unit, named)

    def count(self, diagram: Node) -> int:
        """The number of paths to the unit; ``zdd.count`` of dd 0.6.0 is wrong for some families."""
        below = {int(self.empty): 0, int(self.unit): 1}
        open_nodes = [diagram]
        while open_nodes:
            node = open_nodes.pop()
            if int(node) in below:
                continue
            low, high = node.low, node.high
            missing = [child for child in (low, high) if int(child) not in below]
            if missing:
                open_nodes += [node, *missing]
            else:
                below[int(node)] = below[int(low)] + below[int(high)]
        return below[int(diagram)]

    def num_nodes(self, diagram: Node) -> int:
        """The number of inner nodes."""
        return int(diagram.dag_size)


class Oxidd:
    """oxidd.zbdd: one union per row; ``make_node`` for each node."""

    def __init__(self, num_columns: int) -> None:
        from oxidd.zbdd import ZBDDManager

        self.manager = ZBDDManager(64 << 20, 16 << 20, 1)
        self.num_variables = num_columns + 1  # the first one is spare: see num_nodes
        self.manager.add_vars(self.num_variables)
        self.spare, *singles = map(self.manager.singleton, range(self.num_variables))
        self.make = [single.make_node for single in singles]
        self.empty, self.unit = self.manager.empty(), self.manager.base()

    def users(self, rows: Rows) -> Node:
        """One ``|`` per row."""
        make, family = self.make, self.empty
        for row in rows:
            single = self.unit
            for column in reversed(row):
                single = make[column](single, self.empty)
            family = family | single
        return family

    def fastest(self, rows: Rows) -> Node:
        """``make_node`` for each node."""
        make = self.make

        def at(column: int, low: Node, high: Node) -> Node:
            return make[column](high, low)

        return bottom_up(rows, self.empty, self.unit, at)

    def count(self, diagram: Node) -> int:
        """The number of rows; the spare variable is in none."""
        return int(diagram.sat_count(self.num_variables))

    def num_nodes(self, diagram: Node) -> int:
        """``node_count`` less the terminals it reaches: both of them from a node above all."""
        return int(self.spare.make_node(diagram, self.empty).node_count()) - 3


PEERS: dict[str, type[Peer]] = {"graphillion": Graphillion, "dd": Dd, "oxidd": Oxidd}


def bottom_up(rows: Rows, empty: Node, unit: Node, make: Callable[[int, Node, Node], Node]) -> Node:
    """Sort the rows and make each branch of their trie once, from the last row to the first."""
    end = 1 << 32  # behind every column, so that a row sorts behind its extensions
    ordered = sorted([*row, end] for row in rows)

    def family(first: int, last: int, depth: int) -> Node:
        if last - first == 1:
            node = unit
            for column in reversed(ordered[first][depth:-1]):
                node = make(column, empty, node)
            return node
        node = empty
        while last > first:
            column = ordered[last - 1][depth]
            if column == end:
                node, last = unit, last - 1
                continue
            start = bisect_left(ordered, column, first, last, key=lambda row: row[depth])
            node = make(column, node, family(start, last, depth + 1))
            last = start
        return node

    return family(0, len(ordered), 0)
