"""Colours for the vertices of a graph: a cover by independent sets of what has to be coloured."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from nzdd import NZDD, _core
from nzdd.adapters.methods.choose_many.problems import cover
from nzdd.adapters.methods.race import race
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Options, settings
from nzdd.cores import num_cores
from nzdd.families import cliques, independent_sets
from nzdd.families.search import checked_ends, checked_limit, num_vertices_of
from nzdd.formulations.choose_many.reduced_graph import ReducedGraph, adjacency_of
from nzdd.formulations.choose_many.vertex_colours import colours_of, vertex_colours
from nzdd.formulations.family_models.many_choice import ChosenMembers
from nzdd.formulations.iteration.limits import Limits, Stopped, in_words
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.input.row_table import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack


MOST_VERTICES = 1_000
"""Vertices that are left at most where a largest clique is looked for."""

MOST_CLIQUES = 200_000
"""States of the diagram of cliques; graphs that have more have few independent sets, most often."""

STEPS = 500_000
"""Steps of the tabu search for each number of colours; twice as many each time it goes on."""

MOST_CELLS = 20_000_000
"""Vertices times colours at most where it is tried."""

STARTS = 100
"""Vertices from which a clique is grown."""

WORK = 100_000_000
"""Pairs of neighbours looked at after which no other clique is begun."""

MOST_ROWS = 1_000_000
"""Edges times colours at most where CP-SAT is asked."""

FEW_ROWS, FEW_SECONDS = 10_000, 0.5
"""The same where it is asked first, and for how long: small sparse graphs are often done then."""

SECONDS, SHARE = 10.0, 0.5
"""Seconds that CP-SAT has where there is no limit, and its share of what is left of one; for graphs
of too many independent sets."""

HEAD_START = 1.0
"""Seconds that covers have before CP-SAT races them."""

MAX_STATES = 5_000_000


@dataclass(frozen=True, slots=True)
class ColourReport:
    """How colours were found.

    Attributes
    ----------
    clique : ndarray of int64
        Vertices that need a colour each.
    greedy, searched : int
        Colours that a greedy method takes, and a tabu search after it.
    vertices_left : int
        Those that no rule could set aside.
    nodes, edges : int
        Of the diagram of their independent sets; 0 without one.
    """

    clique: Ints
    greedy: int
    searched: int
    vertices_left: int
    nodes: int = 0
    edges: int = 0


def colour(
    ends: ArrayLike,
    num_vertices: int | None = None,
    *,
    max_states: int | None = MAX_STATES,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Colour the vertices of a graph, neighbours differently, with as few colours as possible.

    A clique bounds the number from below, a greedy colouring (D. Brélaz, New methods to color the
    vertices of a graph, 1979) from above. Where they differ, vertices that find a colour anyway are
    set aside. For the others a tabu search looks for fewer colours (A. Hertz and D. de Werra, Using
    tabu search techniques for graph coloring, 1987), and covers by independent sets for fewer
    still, or for the proof; see `nzdd.cover`. Of a small graph CP-SAT has half a second first; on a
    second core, it races the covers; where these sets are too many, it is asked alone. A limit
    leaves the best of these, before the first of them a colour for each vertex.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; no self-loops.
    num_vertices : int, optional
        By default the largest vertex plus one.
    max_states : int, optional
        Of the diagram of independent sets. Where there are more, as in large sparse graphs, CP-SAT
        has ten seconds, or half of a time limit. If it cannot tell, the colours found so far are
        the answer, with the clique as its bound; the tabu search then goes on until the time limit,
        if there is one.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.
    **options
        See `nzdd.adapters.solvers.options.Options`.

    Returns
    -------
    Result
        ``x`` has the colour of each vertex, from 0 on, ``fun`` their number, ``chosen[0]`` the
        vertices of each colour, ``report`` a `ColourReport`.

    Raises
    ------
    ValueError
        If an edge is a self-loop, or not one of vertices, or an option is wrong.

    Examples
    --------
    >>> import nzdd
    >>> nzdd.colour([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]).x
    array([0., 1., 0., 1., 2.])
    """
    started = perf_counter()
    settings(LinearModel([]), options)  # what is wrong with them is said before any work
    checked_limit(max_states)
    edges = checked_ends(ends).astype(np.int64)
    number = num_vertices_of(edges, {}, num_vertices)
    loops = edges[:, 0] == edges[:, 1]
    if loops.any():
        raise ValueError(f"vertex {edges[loops][0, 0]} is its own neighbour; leave such edges out")
    interrupt = options.get("interrupt")
    stop = None if interrupt is None else interrupt.is_set
    search = _Search(edges, number, max_states, Limits(options.get("time_limit"), stop), progress)
    try:
        result = search.run(options)
    except Stopped as stopped:
        limit = stopped.args[0]
        message, method = search.too_many or in_words(limit), search.method
        result = Result(Status.FEASIBLE, message, limit=limit, method=method)
    colours, bound = search.colours, max(float(search.least), result.dual_bound or 0.0)
    assert (colours[edges[:, 0]] != colours[edges[:, 1]]).all()
    done = search.used <= bound
    return replace(
        result,
        status=Status.OPTIMAL if done else Status.FEASIBLE,
        message="" if done else result.message,
        limit=None if done else result.limit,
        x=colours.astype(np.float64),
        fun=float(search.used),
        dual_bound=bound,
        max_violation=0.0,
        chosen=(_classes(colours, search.used),),
        report=search.report,
        seconds={"solve": perf_counter() - started},
    )


class _Search:
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
        self.least = int(number > 0)
        self._random = np.random.default_rng(1)
        self.report = ColourReport(np.arange(self.least), self.used, self.used, 0)

    @property
    def used(self) -> int:
        """How many colours there are so far."""
        return int(self.colours.max(initial=-1)) + 1

    def run(self, options: Options) -> Result:
        """Improve the colours, until a limit raises `Stopped`."""
        ends = self.edges.astype(np.uint32)
        self._take(_core.greedy_colouring(ends, self.number, self._show).astype(np.int64))
        self.report = replace(self.report, greedy=self.used, searched=self.used)
        adjacency = adjacency_of(self.edges, self.number)
        self._grow_cliques(adjacency)
        if self.used <= self.least:
            return Result(Status.OPTIMAL, method="greedy")
        graph = ReducedGraph.of(adjacency, self.least)
        if graph.vertices.size <= MOST_VERTICES and self._bounded(self._largest_clique(graph)):
            if self.used <= self.least:
                return Result(Status.OPTIMAL, method="greedy")
            graph = ReducedGraph.of(adjacency, self.least)
        self.report = replace(self.report, vertices_left=graph.vertices.size)
        self.method, steps = "tabu search", STEPS
        if len(graph.ends) * self.used <= FEW_ROWS and self._fewer(graph, STEPS // 10):
            found = self._soon(graph, options)
            if found.status is Status.OPTIMAL:
                return found
        goes_on = self._fewer(graph, steps)
        if self.used > self.least:
            result = self._proven(graph, options)
            if result.x is not None:
                self._take(graph.colours(result.x.astype(np.int64)))
            if not self.too_many or result.status is Status.OPTIMAL:
                return result
            while goes_on and self.limits.left is not None:
                steps *= 2
                goes_on = self._fewer(graph, steps)
        return Result(Status.FEASIBLE, self.too_many, method=self.method)

    def _take(self, colours: Ints) -> None:
        if colours.max(initial=-1) < self.used - 1:
            self.colours = colours

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

    def _bounded(self, clique: Ints) -> bool:
        """Take a clique that is larger than the best one; whether it is."""
        larger = clique.size > self.least
        if larger:
            self.least = clique.size
            self.report = replace(self.report, clique=clique)
        return larger

    def _grow_cliques(self, adjacency: csr_array) -> None:
        """Take cliques from some vertices on, by those with most neighbours among what still fits.

        Neighbours of all others that fit are taken together.
        """
        work = 0
        for start in np.argsort(-np.diff(adjacency.indptr), kind="stable")[:STARTS].tolist():
            clique, fits = [np.array([start])], adjacency[[start]].indices.astype(np.int64)
            joined = csr_array(adjacency[fits][:, fits])
            while fits.size:
                self._show("grow cliques", 0.0)
                work += joined.nnz
                degree = np.diff(joined.indptr)
                taken = np.flatnonzero(degree == fits.size - 1)
                if not taken.size:
                    taken = np.argmax(degree, keepdims=True)
                clique.append(fits[taken])
                near = np.setdiff1d(joined[taken[:1]].indices, taken)
                fits, joined = fits[near], csr_array(joined[near][:, near])
            self._bounded(np.concatenate(clique))
            if self.used <= self.least or work > WORK:
                break

    def _largest_clique(self, graph: ReducedGraph) -> Ints:
        """A largest clique of what is left; none where there are too many cliques."""
        size = graph.vertices.size
        if not size:
            return graph.vertices
        try:
            family = cliques(
                graph.ends, num_vertices=size, max_states=MOST_CLIQUES, progress=self._show
            )
        except MemoryError:
            return graph.vertices[:0]
        return graph.vertices[list(family.shortest_path(-np.ones(size)).symbols)]

    def _soon(self, graph: ReducedGraph, options: Options) -> Result:
        """What CP-SAT tells of a small graph within a short time."""
        left = self.limits.part(SHARE).left
        few = Limits(min(FEW_SECONDS, np.inf if left is None else left), self.limits.stops)
        result = self._by_cp_sat(graph, self._known(graph), few, 1, options.get("interrupt"))
        assert result.x is not None
        self._take(graph.colours(result.x.astype(np.int64)))
        return result

    def _proven(self, graph: ReducedGraph, options: Options) -> Result:
        """Colours of the vertices that are left, and what is known of their number."""
        size = graph.vertices.size
        known = self._known(graph)
        if not size:
            return Result(Status.OPTIMAL, x=known.astype(np.float64), method="greedy")
        interrupt = options.get("interrupt")
        try:
            sets = independent_sets(
                graph.ends, num_vertices=size, max_states=self.max_states, progress=self._show
            )
        except MemoryError as error:
            if "max_states" not in str(error):
                raise
            text = f"the diagram of independent sets has more than {self.max_states:,} states"
            self.too_many = text + "; the bound is that of a clique"
            limited = self.limits.left is not None
            limits = self.limits.part(SHARE) if limited else Limits(SECONDS, self.limits.stops)
            threads = options.get("threads")
            return self._by_cp_sat(graph, known, limits, threads, interrupt)
        family = sets.to_nzdd("edges", progress=self._show)
        self.report = replace(self.report, nodes=family.num_nodes, edges=family.num_edges)
        racers = (
            partial(self._covered, family, known, options),
            partial(self._by_cp_sat, graph, known, self.limits, 1),
        )
        cores = min(num_cores(), options.get("threads") or num_cores())
        return race(
            racers[:cores],
            maximize=False,
            head_start=HEAD_START,
            interrupt=interrupt,
        )

    def _covered(
        self, family: NZDD, known: Ints, options: Options, interrupt: Event | None
    ) -> Result:
        """By covers with independent sets."""
        own: Options = {**options, "time_limit": self.limits.left, "interrupt": interrupt}
        result = cover(family, known=_sets(known), **own)
        if not result.chosen:
            return result
        # The first set of a vertex is its colour.
        members = result.chosen[0].members.tocsc()
        return replace(result, x=members.indices[members.indptr[:-1]].astype(np.float64))

    def _by_cp_sat(
        self,
        graph: ReducedGraph,
        known: Ints,
        limits: Limits,
        threads: int | None,
        interrupt: Event | None,
    ) -> Result:
        """By asking CP-SAT for fewer colours until it has shown that there are none."""
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


def _sets(colours: Ints) -> csr_array:
    """The vertices of each colour, as rows."""
    ones, size = np.ones(colours.size), int(colours.max(initial=-1)) + 1
    return csr_array((ones, (colours, np.arange(colours.size))), shape=(size, colours.size))


def _classes(colours: Ints, used: int) -> ChosenMembers:
    """The colours as members, each chosen once."""
    return ChosenMembers(_sets(colours), np.ones(used, np.int64), np.ones(used))
