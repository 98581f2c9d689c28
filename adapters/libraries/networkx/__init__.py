"""Diagrams as networkx graphs and back, and families of edge sets of graphs as diagrams.

``graph`` goes there, ``diagram`` comes back, ``families`` calls ``nzdd.families`` by the names that
networkx uses.
"""

from nzdd.adapters.libraries.networkx.diagram import from_networkx
from nzdd.adapters.libraries.networkx.families import (
    connected_sets,
    forests,
    matchings,
    minimal_cuts,
    simple_cycles,
    simple_paths,
    spanning_trees,
)
from nzdd.adapters.libraries.networkx.graph import edge_rows, to_networkx

__all__ = [
    "connected_sets",
    "edge_rows",
    "forests",
    "from_networkx",
    "matchings",
    "minimal_cuts",
    "simple_cycles",
    "simple_paths",
    "spanning_trees",
    "to_networkx",
]
