"""The tree of branch and bound over an LP whose rows are added when violated."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.propagation import Frequency, Propagator
from nzdd.formulations.row_generation.branch_and_bound.incumbent import Incumbent
from nzdd.formulations.row_generation.branch_and_bound.lazy_relaxation import LazyRelaxation, Vertex
from nzdd.formulations.row_generation.branch_and_bound.node import Node, fix_by_reduced_costs
from nzdd.formulations.row_generation.branch_and_bound.node_queue import NodeQueue
from nzdd.formulations.row_generation.branch_and_bound.point_search import (
    ROWS,
    Heuristic,
    PointSearch,
)
from nzdd.formulations.row_generation.branch_and_bound.pseudo_costs import Choice, PseudoCosts
from nzdd.formulations.row_generation.branch_and_bound.search_report import SearchReport
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import SeparatedRows

INTEGRAL = 1e-6
"""Distance from an integer up to which the value of an integer column is not branched on."""

ROOT_ROUNDS, NODE_ROUNDS = 50, 2
"""Calls of the oracles at a fractional solution; integral ones are separated to the end."""

PROBE_SHARE, PROBE_START = 0.5, 20_000
"""Strong branching gets this share of the simplex iterations of the nodes, and some at first."""

LOOKS = 5
"""At the rows of each oracle, before the LP of a node, for bounds that they imply."""

MOST_FAILURES = 100
"""Failed LPs after which the search goes on to branch; nodes of later ones are set aside."""


class TreeSearch:
    """One search, with the arguments of `solve_mip`. All values are those of a minimisation.

    Integer columns must have integer bounds, and no bounds may cross.
    """

    def __init__(
        self,
        lazy: LazyModel,
        make_engine: MakeEngine,
        gap: float,
        tolerance: float,
        limits: Limits,
        heuristic: Heuristic | None,
        on_step: OnStep | None,
        *,
        propagate: bool,
    ) -> None:
        core = lazy.core
        self._lazy, self._gap, self._tolerance = lazy, gap, tolerance
        self._integers = np.flatnonzero(core.integrality)
        # The bounds of all points worth looking at; the first are those of the root's LP.
        self._lower, self._upper = self._root_lower, self._root_upper = core.lower, core.upper
        listed = MatrixRows(core.matrix, core.row_lower, core.row_upper)
        propagated = (listed, *lazy.oracles) if propagate else ()
        self._propagator = Propagator(propagated, core.integrality)
        self._frequency = Frequency()
        tight = lazy.tightened()
        self._relaxation = LazyRelaxation(tight, make_engine, limits)
        self._incumbent = Incumbent(tight, tolerance, self._on_better)
        self._report = SearchReport(core, self._relaxation, self._incumbent, limits, on_step)
        self._points = PointSearch(tight, self._relaxation, self._incumbent, tolerance, heuristic)
        self._pseudo_costs = PseudoCosts(core.num_columns)
        self._queue = NodeQueue(100 + 2 * self._integers.size)
        self._root: Vertex | None = None
        # The bound of the node in work, and the least one of the nodes set aside.
        self._working, self._aside = -np.inf, np.inf
        self._failures = 0

    def run(self, hint: Floats | None, seed: SeparatedRows | None) -> Result:
        """Search from a point, NaN where it proposes nothing, and with some rows of the oracles.

        The status is UNBOUNDED or INFEASIBLE_OR_UNBOUNDED where the relaxation is unbounded.
        """
        limit, self._proven = None, -np.inf
        try:
            if seed is not None:
                # Oracles count from zero: it is not known which of them these rows are from.
                self._relaxation.add(seed, np.full(len(seed), -1))
            status = self._relaxation.find_bounding_rows(self._tolerance)
            if status is not None:
                return self._report.ended(status)
            if hint is not None:
                self._points.complete(hint)
            self._explore()
            self._proven = self._bound()
        except Stopped as stopped:
            limit, self._proven = str(stopped), self._bound()
        except KeyboardInterrupt:  # between any two lines: a node may be out of the queue
            limit = INTERRUPTED
        return self._report.result(self._proven, self._gap, limit)

    def _explore(self) -> None:
        self._queue.push(Node.root())
        while (node := self._queue.pop(self._incumbent.cutoff)) is not None:
            self._working = node.bound
            self._proven = self._bound()
            if self._incumbent.within_gap(self._bound(), self._gap):
                return
            self._process(node)
            self._working = np.inf
            self._report.node(self._bound())

    def _process(self, node: Node) -> None:
        """Solve a node, and push its children unless none is needed."""
        lower, upper = node.bounds(self._lower, self._upper)
        if (lower > upper).any():
            return
        if self._frequency.due():
            implied = self._propagator.tighten(lower, upper, max_rounds=LOOKS)
            self._frequency.record(useful=len(implied.infeasible) > 0)
            if len(implied.infeasible):
                return
            lower, upper = implied.lower, implied.upper
        if not node.depth:
            self._lower, self._upper = self._root_lower, self._root_upper = lower, upper
        self._relaxation.move_to(lower, upper)
        vertex = self._converge(node)
        if vertex is None:
            return
        x = vertex.x
        columns = self._fractional(x)
        if not node.depth:
            self._root = vertex
            self._relaxation.remember_bounding()
        self._points.look(x, columns)
        self._relaxation.move_to(lower, upper)
        if self._working >= self._incumbent.cutoff:
            return
        if columns.size:
            choice = self._choose(vertex, columns)
        elif (column := self._inexact(x)) is not None:
            choice = Choice(column)
        else:
            return
        at = choice.column
        children = node.split(at, x[at], (lower[at], upper[at]), vertex.value)
        self._push(children, vertex.value, choice)
        self._relaxation.purge(x)

    def _converge(self, node: Node) -> Vertex | None:
        """Solve the LP of a node and add rows; None if the node needs nothing more."""
        rounds, most = 0, NODE_ROUNDS if node.depth else ROOT_ROUNDS
        while True:
            vertex = self._relaxation.solve()
            if vertex is Status.INFEASIBLE:
                return None
            if not isinstance(vertex, Vertex):
                self._branch_blindly(node)
                return None
            if not rounds and node.distance > INTEGRAL:
                gain = vertex.value - node.value
                self._pseudo_costs.record(int(node.columns[-1]), node.up, gain, node.distance)
            self._working = max(self._working, self._incumbent.bound(vertex.value))
            if self._working >= self._incumbent.cutoff:
                return None
            if rounds >= most and self._fractional(vertex.x).size:
                return vertex
            if not self._relaxation.separate(vertex.x, ROWS, self._tolerance):
                return vertex
            rounds += 1

    def _choose(self, vertex: Vertex, columns: Ints) -> Choice:
        """The column to branch on, of fractional ones."""
        work = self._relaxation

        def probe(column: int, up: bool) -> float | None:
            below = np.floor(vertex.x[column])
            ends = (below + 1, work.upper[column]) if up else (work.lower[column], below)
            child = work.probe(column, *ends)
            if isinstance(child, Vertex):
                return child.value - vertex.value
            return np.inf if child is Status.INFEASIBLE else None

        allowed = work.probe_iterations <= PROBE_START + PROBE_SHARE * work.iterations
        enough = self._incumbent.cutoff - vertex.value
        return self._pseudo_costs.choose(columns, vertex.x, enough, probe if allowed else None)

    def _push(self, children: tuple[Node, Node], value: float, choice: Choice) -> None:
        """Open the children that can contain a better point; the one of least bound comes next."""
        bounds = [self._incumbent.bound(value + gain) for gain in (choice.down, choice.up)]
        bounded = [
            replace(child, bound=max(self._working, bound))
            for child, bound in zip(children, bounds, strict=True)
            if bound < self._incumbent.cutoff
        ]
        # Of equal ones upwards: that decides more.
        bounded.sort(key=lambda child: (child.bound, not child.up))
        for child in bounded[1:]:
            self._queue.push(child)
        for child in bounded[:1]:
            self._queue.plunge(child)

    def _inexact(self, x: Floats) -> int | None:
        """The column to branch on where x is integral and feasible, but the rounded x is not.

        The rounded point is infeasible, or worse than the LP by more than the gap; tolerances are
        the cause. When all integers are fixed, nothing is left to branch on: None, and the node is
        set aside.
        """
        off = np.abs(x - np.rint(x))[self._integers]
        free = (self._relaxation.lower < self._relaxation.upper)[self._integers]
        if self._incumbent.within_gap(self._working, self._gap) or not free.any():
            self._aside = min(self._aside, self._working)
            return None
        return int(self._integers[np.where(free, off, -1.0).argmax()])

    def _branch_blindly(self, node: Node) -> None:
        """Continue after an LP that failed: split the widest integer column."""
        lower, upper = self._relaxation.lower, self._relaxation.upper
        width = (upper - lower)[self._integers]
        self._failures += 1
        if self._failures > MOST_FAILURES or not (width > 0).any():
            self._aside = min(self._aside, self._working)
            return
        column = int(self._integers[width.argmax()])
        ends = float(lower[column]), float(upper[column])
        for child in replace(node, bound=self._working).split(column, _middle(*ends), ends):
            self._queue.push(child)

    def _on_better(self) -> None:
        """Tighten the bounds of all nodes to come, and report."""
        root = self._root
        if root is not None and root.reduced_costs is not None:
            room = self._incumbent.cutoff - root.value
            self._lower, self._upper = fix_by_reduced_costs(
                root.x,
                root.reduced_costs,
                self._root_lower,
                self._root_upper,
                self._lazy.core.integrality,
                room,
            )
        self._report.state(self._bound(), better=True)

    def _fractional(self, x: Floats) -> Ints:
        values = x[self._integers]
        return self._integers[np.abs(values - np.rint(values)) > INTEGRAL]

    def _bound(self) -> float:
        """No feasible point has a lower value."""
        return min(self._working, self._queue.bound, self._aside, self._incumbent.value)


def _middle(lower: float, upper: float) -> float:
    """Where to split a range of integers, finite or not."""
    if np.isfinite(upper - lower):
        return (lower + upper) / 2
    return lower if np.isfinite(lower) else upper - 1 if np.isfinite(upper) else 0.0
