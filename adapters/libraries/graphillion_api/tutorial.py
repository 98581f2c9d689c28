"""Grids, and figures of them, for the programs of graphillion's tutorial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import networkx as nx

from nzdd.adapters.extras import require


def grid(m: int, n: int | None = None, prob_to_remove_edge: float = 0.0) -> list[tuple[int, int]]:
    """The edges of a grid of m times n squares, its vertices numbered row by row from one.

    Parameters
    ----------
    m, n : int
        The number of rows and of columns of squares; n is m by default.
    prob_to_remove_edge : float
        The share of the edges that is left out at random, below 0.4. They are drawn until the rest
        is connected and vertex 1 has two edges: the same ones each time, those of graphillion.

    Raises
    ------
    ValueError
        If the share is out of range, or leaves too few edges.

    Examples
    --------
    >>> grid(1)
    [(1, 2), (1, 3), (2, 4), (3, 4)]
    """
    width = (m if n is None else n) + 1
    last = (m + 1) * width
    edges = [
        (v, other)
        for v in range(1, last + 1)
        for other in (v + 1, v + width)
        if other <= last and (other > v + 1 or v % width)
    ]
    if not 0 <= prob_to_remove_edge < 0.4:
        raise ValueError(f"prob_to_remove_edge is {prob_to_remove_edge}; it lies in [0, 0.4)")
    number = int(len(edges) * prob_to_remove_edge)
    if len(edges) - number < last - 1:
        raise ValueError(f"without {number} of its {len(edges)} edges the grid falls apart")
    random, graph = Random(1), nx.Graph(edges)
    while number:
        shuffled = edges[:]
        random.shuffle(shuffled)
        graph = nx.Graph(edges)
        graph.remove_edges_from(shuffled[:number])
        if nx.is_connected(graph) and len(graph[1]) == 2:
            break
    return list(graph.edges)


def how_many_turns(path: Iterable[tuple[int, int]]) -> int:
    """The number of corners of a path on a grid.

    Examples
    --------
    >>> how_many_turns([(1, 2), (2, 3), (3, 6)])
    1
    """
    steps: dict[int, list[int]] = {}
    for u, v in path:
        for vertex in (u, v):
            steps.setdefault(vertex, []).append(abs(u - v))
    return sum(len(set(at)) > 1 for at in steps.values())


def draw(g: Iterable[tuple[int, int]], universe: Iterable[tuple[int, int]] | None = None) -> Any:
    """Draw a grid, and the edges of a graph over it, with matplotlib; needs the extra ``plot``."""
    plt = require("matplotlib.pyplot", "a figure")
    edges = list(g)
    everything = list(edges if universe is None else universe)
    graph = nx.Graph(everything)
    width = max(abs(u - v) for u, v in everything)
    places = {v: ((v - 1) % width, -((v - 1) // width)) for v in graph}
    nx.draw(graph, places, edge_color="lightgrey", node_size=10, node_color="black")
    nx.draw_networkx_edges(graph, places, edges, width=3)
    return plt.show()


def hist(data: Iterable[int]) -> Any:
    """Draw how often each number occurs, with matplotlib; needs the extra ``plot``."""
    plt = require("matplotlib.pyplot", "a figure")
    counts = Counter(data)
    plt.bar(list(counts), list(counts.values()))
    return plt.show()
