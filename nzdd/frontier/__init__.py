"""Families told by a rule instead of their rows, built level by level.

There may be far too many rows to list; the time goes with the diagram. (J. Kawahara, T. Inoue,
H. Iwashita and S. Minato, Frontier-based search for enumerating all constrained subgraphs with
compressed representation, 2017.)

``paths`` (with cycles and cuts) and ``edge_sets`` (trees, forests, matchings, connected sets) are
families of edges, found by ``search``; ``symbol_sets`` needs no graph.
"""

from nzdd.frontier.edge_sets import connected_sets, forests, matchings, spanning_trees
from nzdd.frontier.paths import minimal_cuts, simple_cycles, simple_paths
from nzdd.frontier.symbol_sets import linear, subsets

__all__ = [
    "connected_sets",
    "forests",
    "linear",
    "matchings",
    "minimal_cuts",
    "simple_cycles",
    "simple_paths",
    "spanning_trees",
    "subsets",
]
