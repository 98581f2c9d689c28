"""A search for fewer colours, and for the proof that there are none."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Event

import numpy as np
from scipy.sparse import csr_array

from nzdd import NZDD, _core
from nzdd.adapters.methods.choose_many.colouring.colour_report import ColourReport
from nzdd.adapters.methods.choose_many.problems import cover
from nzdd.adapters.methods.race import race
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Options
from nzdd.cores import num_cores
from nzdd.families import independent_sets
from nzdd.formulations.choose_many.colouring.cliques import grow_cliques
from nzdd.formulations.choose_many.colouring.fractional_colours import FractionalColours, dive
from nzdd.formulations.choose_many.colouring.reduced_graph import ReducedGraph, adjacency_of
from nzdd.formulations.choose_many.colouring.vertex_colours import colours_of, vertex_colours
from nzdd.formulations.iteration.limits import Limits, Stopped
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.models.result import Result, Status
from nzdd.input.row_table import Progress

MOST_VERTICES = 5_000
"""Vertices that are left at most where fractional colours are asked for."""

STEPS = 500_000
"""Steps of the tabu search for each number of colours, a tenth of them at first; twice as many each
time it goes on."""

MOST_CELLS = 20_000_000
"""Vertices times colours at most where it is tried."""

MOST_ROWS = 1_000_000
"""Edges times colours at most where CP-SAT is asked."""

SOON = 0.25
"""Seconds that fractional colours have at first."""

FEW_ROWS, FEW_SECONDS = 10_000, 0.5
"""Edges times colours at most where CP-SAT is asked then, and for how long: small sparse graphs are
often done by it."""

SHARE, PATIENCE = 0.75, 10.0
"""The share of the time left that fractional colours have before the diagram of independent sets is
made, and the seconds without progress after which they end sooner."""

SECONDS, LAST_SHARE = 10.0, 0.5
"""Seconds that fractional colours and CP-SAT have each at most where there is no limit, and their
share of what is left of one; for graphs of too many independent sets."""

MAX_STATES, MEMORY = 5_000_000, 2_000_000_000
"""States of that diagram, and up to so many states times vertices: a state of a wide graph takes up
to half a byte for each vertex."""

HEAD_START = 1.0
"""Seconds that covers have before CP-SAT races them."""


class ColourSearch:
    """What is known of the colours of one graph.

    `too_many` says so where the independent sets have too many states.
    """

    too_many = ""
    method = "greedy"

    def __init__(
        self,
        edges: Ints,
        number: int,
        max_states: int | None,
        limits: Limits,
        progress: Progress | None,
    ) -> None:
        self.edges, self.number, self.max_states = edges, number, max_states
        self.limits, self._progress = limits, progress
        self.colours = np.arange(number)
        self._random = np.random.default_rng(1)
        self._fractional: tuple[ReducedGraph, FractionalColours] | None = None
        self.report = ColourReport(np.arange(min(1, number)), self.used, self.used, 0)

    @property
    def used(self) -> int:
        """How many colours there are so far."""
        return int(self.colours.max(initial=-1)) + 1

    @property
    def least(self) -> int:
        """How many are needed, as far as that is known."""
        return max(self.report.clique.size, self.report.fractional)

    @property
    def done(self) -> bool:
        """Whether there are as many colours as are needed."""
        return self.used <= self.least

    def run(self, options: Options) -> Result:
        """Improve the colours, until a limit raises `Stopped`."""
        ends = self.edges.astype(np.uint32)
        self._take(_core.greedy_colouring(ends, self.number, self._show).astype(np.int64))
        self.report = replace(self.report, greedy=self.used, searched=self.used)
        adjacency = adjacency_of(self.edges, self.number)
        for clique in grow_cliques(adjacency, self.limits.check):
            if clique.size > self.least:
                self.report = replace(self.report, clique=clique)
            if self.done:
                return self._settled()
        graph = ReducedGraph.of(adjacency, self.least)
        self.report = replace(self.report, vertices_left=graph.vertices.size)
        self.method = "tabu search"
        if self._fewer(graph, STEPS // 10):
            self._bound(graph, self._at_most(SOON))
            graph = ReducedGraph.of(adjacency, self.least)
            if not self.done and len(graph.ends) * self.used <= FEW_ROWS:
                found = self._by_cp_sat(
                    graph, self._at_most(FEW_SECONDS), 1, options.get("interrupt")
                )
                self._take_left(graph, found)
                if found.status is Status.OPTIMAL:
                    return found
        steps = STEPS
        goes_on = not self.done and self._fewer(graph, steps)
        if not self.done:
            self._bound(graph, self.limits.part(SHARE), PATIENCE)
        if not self.done:
            self._dive()
        if self.done:
            return self._settled()
        result = self._proven(graph, options)
        self._take_left(graph, result)
        if not self.too_many or result.status is Status.OPTIMAL:
            return result
        while goes_on and self.limits.left is not None:
            steps *= 2
            goes_on = self._fewer(graph, steps)
        return Result(Status.FEASIBLE, self.too_many, method=self.method)

    def _settled(self) -> Result:
        return Result(Status.OPTIMAL, method=self.method)

    def _take(self, colours: Ints) -> None:
        if colours.max(initial=-1) < self.used - 1:
            self.colours = colours

    def _take_left(self, graph: ReducedGraph, result: Result) -> None:
        """Take the colours of the vertices that are left, if there are any."""
        if result.x is not None:
            self._take(graph.colours(result.x.astype(np.int64)))

    def _known(self, graph: ReducedGraph) -> Ints:
        """The colours of the vertices that are left; some colours may be gone with the others."""
        return np.unique(self.colours[graph.vertices], return_inverse=True)[1]

    def _fewer(self, graph: ReducedGraph, steps: int) -> bool:
        """Dissolve a colour and mend what conflicts, as long as that succeeds; False if it cannot
        go on.
        """
        ends = np.ascontiguousarray(graph.ends, np.uint32)
        left = self._known(graph)
        random = self._random
        while (fewer := int(left.max(initial=-1))) >= self.least and fewer * left.size < MOST_CELLS:
            smallest = np.argmin(np.bincount(left))
            others = np.where(left > smallest, left - 1, left)
            left = np.where(left == smallest, random.integers(0, fewer, left.size), others)
            proper, found = _core.tabu_colouring(
                ends, left.astype(np.uint32), fewer, steps, int(random.integers(2**63)), self._show
            )
            if not proper:
                return True
            left = found.astype(np.int64)
            self._take(graph.colours(left))
            self.report = replace(self.report, searched=self.used)
        return False

    def _show(self, stage: str, share: float) -> None:
        self.limits.check()
        if self._progress is not None:
            self._progress(stage, share)

    def _at_most(self, seconds: float, share: float = 1.0) -> Limits:
        """So many seconds, and at most this share of those that are left."""
        left = self.limits.left
        return Limits(seconds if left is None else min(seconds, share * left), self.limits.stops)

    def _last(self) -> Limits:
        """For each of the ways to prove something without a diagram."""
        return self._at_most(SECONDS if self.limits.left is None else np.inf, LAST_SHARE)

    def _bound(self, graph: ReducedGraph, limits: Limits, patience: float | None = None) -> None:
        """Take the bound of fractional colours, which goes on where it stopped the last time."""
        if not 0 < graph.vertices.size <= MOST_VERTICES:
            return
        if self._fractional is None:
            from nzdd.adapters.solvers.glop import GlopEngine  # slow to load

            known = sets_of(self._known(graph))
            self._fractional = graph, FractionalColours(graph.left, known, GlopEngine)
        _, program = self._fractional
        try:
            program.run(limits, self._show, patience)
        except Stopped:
            self.limits.check()
        finally:
            self.report = replace(self.report, fractional=program.bound)

    def _dive(self) -> None:
        """Round fractional colours, and look for fewer from there on."""
        if self._fractional is None:
            return
        (graph, program), limits = self._fractional, self._last()
        try:
            found = dive(program, self.used - 1, limits, self._show)
        except Stopped:
            self.limits.check()
            return
        if found is not None:
            self.method = "fractional colours"
            self._take(graph.colours(found))
            self._fewer(graph, STEPS // 10)

    def _proven(self, graph: ReducedGraph, options: Options) -> Result:
        """Colours of the vertices that are left, and what is known of their number."""
        size, known = graph.vertices.size, self._known(graph)
        if not size:
            return Result(Status.OPTIMAL, x=known.astype(np.float64), method="greedy")
        interrupt, threads = options.get("interrupt"), options.get("threads")
        most = self.max_states
        if most is not None and most <= MAX_STATES:
            most = min(most, MEMORY // size)
        try:
            sets = independent_sets(
                graph.ends, num_vertices=size, max_states=most, progress=self._show
            )
        except MemoryError as error:
            if "max_states" not in str(error):
                raise
            clique = self.report.clique.size
            # Without a limit only if they have kept up with the clique: else it would be in vain.
            if self.limits.left is not None or self.report.fractional >= clique:
                self._bound(graph, self._last())
            by = "a clique" if self.least == clique else "fractional colours"
            text = f"the diagram of independent sets has more than {most:,} states"
            self.too_many = f"{text}; the bound is that of {by}"
            return self._by_cp_sat(graph, self._last(), threads, interrupt)
        family = sets.to_nzdd("edges", progress=self._show)
        self.report = replace(self.report, nodes=family.num_nodes, edges=family.num_edges)
        racers = (
            partial(self._covered, family, known, options),
            partial(self._by_cp_sat, graph, self.limits, 1),
        )
        cores = min(num_cores(), threads or num_cores())
        return race(racers[:cores], maximize=False, head_start=HEAD_START, interrupt=interrupt)

    def _covered(
        self, family: NZDD, known: Ints, options: Options, interrupt: Event | None
    ) -> Result:
        """By covers with independent sets."""
        own: Options = {**options, "time_limit": self.limits.left, "interrupt": interrupt}
        result = cover(family, known=sets_of(known), **own)
        if not result.chosen:
            return result
        # The first set of a vertex is its colour.
        members = result.chosen[0].members.tocsc()
        return replace(result, x=members.indices[members.indptr[:-1]].astype(np.float64))

    def _by_cp_sat(
        self,
        graph: ReducedGraph,
        limits: Limits,
        threads: int | None,
        interrupt: Event | None,
    ) -> Result:
        """By asking CP-SAT for fewer colours until it has shown that there are none."""
        known = self._known(graph)
        clique = np.flatnonzero(np.isin(graph.vertices, self.report.clique))
        own: Options = {"interrupt": interrupt, "threads": threads}
        used, limit = int(known.max()) + 1, None
        proven = used <= self.least
        while not proven and len(graph.ends) * (used - 1) < MOST_ROWS:
            model = vertex_colours(graph.ends, known.size, used - 1, clique)
            result = solve_once(model, "cp_sat", {**own, "time_limit": limits.left})
            if result.x is None:
                proven, limit = result.status is Status.INFEASIBLE, result.limit
                break
            known = colours_of(result.x, known.size)
            used = int(known.max()) + 1
            proven = used <= self.least
        return Result(
            Status.OPTIMAL if proven else Status.FEASIBLE,
            x=known.astype(np.float64),
            fun=float(used),
            dual_bound=float(used if proven else self.least),
            limit=limit,
            method="cp_sat",
        )


def sets_of(colours: Ints) -> csr_array:
    """The vertices of each colour, as rows."""
    ones, size = np.ones(colours.size), int(colours.max(initial=-1)) + 1
    return csr_array((ones, (colours, np.arange(colours.size))), shape=(size, colours.size))
