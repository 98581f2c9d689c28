"""Families given by a rule instead of their rows, built level by level.

There may be far too many rows to list; the time depends on the size of the diagram (J. Kawahara,
T. Inoue, H. Iwashita and S. Minato, Frontier-based search for enumerating all constrained subgraphs
with compressed representation, 2017).

``paths`` (with cycles and cuts) and ``edge_sets`` (trees, forests, matchings, connected sets) are
families of edges; ``search`` finds them, and has their common options. ``symbol_sets`` needs no
graph. ``products`` puts several families side by side.
"""

from nzdd.families.edge_sets import connected_sets, forests, matchings, spanning_trees
from nzdd.families.paths import minimal_cuts, simple_cycles, simple_paths
from nzdd.families.products import product
from nzdd.families.search import SearchOptions
from nzdd.families.symbol_sets import linear, power_set, sets_of_size

__all__ = [
    "SearchOptions",
    "connected_sets",
    "forests",
    "linear",
    "matchings",
    "minimal_cuts",
    "power_set",
    "product",
    "sets_of_size",
    "simple_cycles",
    "simple_paths",
    "spanning_trees",
]
