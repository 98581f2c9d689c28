"""Diagrams as networkx graphs and back, and families of sets of edges or vertices of a graph.

A diagram is a graph with labels on its edges (``diagrams``: `to_networkx`, `from_networkx`). The
edges of a graph are rows of two vertices (``graph``: `from_networkx_edges`); its paths, cycles,
trees, matchings, cliques, ... are families of edges or vertices, by name (``families``:
`family_of`, `edge_sets`, `subgraphs`).
"""

from nzdd.adapters.libraries.networkx.diagrams import from_networkx, to_networkx
from nzdd.adapters.libraries.networkx.families import edge_sets, family_of, subgraphs
from nzdd.adapters.libraries.networkx.graph import from_networkx_edges

__all__ = [
    "edge_sets",
    "family_of",
    "from_networkx",
    "from_networkx_edges",
    "subgraphs",
    "to_networkx",
]
