"""Colours for the nodes of a networkx graph."""

from __future__ import annotations

from typing import Any

import networkx as nx

import nzdd
from nzdd.adapters.libraries.networkx.graph import numbered_ends


def colour(graph: nx.Graph, **options: Any) -> tuple[dict[Any, int], nzdd.Result]:
    """Colour the nodes of a graph, neighbours differently, with as few colours as possible.

    Parameters
    ----------
    graph : networkx.Graph or networkx.MultiGraph
        Nodes may have any names.
    **options
        Of `nzdd.colour`, such as `time_limit`.

    Returns
    -------
    colours : dict
        The colour of each node, from 0 on, as of ``networkx.greedy_color``.
    result : Result
        That of `nzdd.colour`: ``fun`` colours, and no fewer than ``dual_bound`` will do.

    Raises
    ------
    TypeError
        If it is not a graph of networkx.
    ValueError
        If the graph is directed or has a self-loop, or an option is wrong.

    Examples
    --------
    >>> colours, result = colour(nx.cycle_graph("abcde"))
    >>> colours["a"] != colours["b"], result.fun, result.dual_bound
    (True, 3.0, 3.0)
    """
    ends, nodes = numbered_ends(graph, "a colouring")
    for at in (ends[:, 0] == ends[:, 1]).nonzero()[0][:1]:
        raise ValueError(
            f"node {nodes[ends[at, 0]]!r} is its own neighbour, so no colouring exists; "
            "graph.remove_edges_from(networkx.selfloop_edges(graph)) drops self-loops"
        )
    result = nzdd.colour(ends, len(nodes), **options)
    assert result.x is not None  # a limit, too, leaves a colouring
    return dict(zip(nodes, result.x.astype(int).tolist(), strict=True)), result
