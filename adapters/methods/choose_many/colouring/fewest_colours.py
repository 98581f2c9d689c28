"""The fewest colours for the vertices of a graph."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from nzdd.adapters.methods.choose_many.colouring.colour_search import (
    MAX_STATES,
    ColourSearch,
    sets_of,
)
from nzdd.adapters.solvers.options import Options, settings
from nzdd.families.search import checked_ends, checked_limit, num_vertices_of
from nzdd.formulations.family_models.many_choice import ChosenMembers
from nzdd.formulations.iteration.limits import Limits, Stopped, in_words
from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.input.row_table import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack


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
    tabu search techniques for graph coloring, 1987), and fractional colours bound them: the linear
    program of covers by independent sets, which branch and bound finds (S. Held, W. Cook and E.
    Sewell, Maximum-weight stable sets and safe lower bounds for graph coloring, 2012). Rounded they
    may be fewer, too. Covers by sets of a diagram look for fewer still, or for the proof; see
    `nzdd.cover`. Of a small graph CP-SAT has half a second before them; on a second core, it races
    them; where these sets are too many, it is asked alone. A limit leaves the best of these, before
    the first of them a colour for each vertex.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; no self-loops.
    num_vertices : int, optional
        By default the largest vertex plus one.
    max_states : int, optional
        Of the diagram of independent sets; up to the default, fewer for more than 400 vertices,
        since their states are wide. Where there are more, as in large sparse graphs, CP-SAT has ten
        seconds, and so have fractional colours if they bound as well as the clique so far; of a
        time limit each has half of what is left. If they cannot tell, the colours found so far are
        the answer, with a bound of fractional colours or of a clique; the tabu search then goes on
        until the time limit, if there is one.
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
    search = ColourSearch(
        edges, number, max_states, Limits(options.get("time_limit"), stop), progress
    )
    try:
        result = search.run(options)
    except Stopped as stopped:
        limit = stopped.args[0]
        message, method = search.too_many or in_words(limit), search.method
        result = Result(Status.FEASIBLE, message, limit=limit, method=method)
    colours, bound = search.colours, max(float(search.least), result.dual_bound or 0.0)
    assert (colours[edges[:, 0]] != colours[edges[:, 1]]).all()
    done, limit = search.used <= bound, result.limit or search.limits.reached()
    return replace(
        result,
        status=Status.OPTIMAL if done else Status.FEASIBLE,
        message="" if done else result.message or (in_words(limit) if limit else ""),
        limit=None if done else limit,
        x=colours.astype(np.float64),
        fun=float(search.used),
        dual_bound=bound,
        max_violation=0.0,
        chosen=(_classes(colours, search.used),),
        report=search.report,
        seconds={"solve": perf_counter() - started},
    )


def _classes(colours: Ints, used: int) -> ChosenMembers:
    """The colours as members, each chosen once."""
    return ChosenMembers(sets_of(colours), np.ones(used, np.int64), np.ones(used))
