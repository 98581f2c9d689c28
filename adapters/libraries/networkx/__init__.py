"""Diagrams as networkx graphs and back, families of sets of edges or vertices, and colours.

A diagram is a graph with labels on its edges (``diagram_graphs``: `to_networkx`, `from_networkx`).
The edges of a graph are rows of two vertices (``graph``: `from_networkx_edges`); its paths, cycles,
trees, matchings, cliques, ... are families of edges or vertices, by name (``graph_families``:
`family_of`, `edge_sets`, `subgraphs`). Its nodes can be coloured (``node_colours``: `colour`).
"""

from nzdd.adapters.libraries.networkx.diagram_graphs import from_networkx, to_networkx
from nzdd.adapters.libraries.networkx.graph import from_networkx_edges
from nzdd.adapters.libraries.networkx.graph_families import edge_sets, family_of, subgraphs
from nzdd.adapters.libraries.networkx.node_colours import colour

__all__ = [
    "colour",
    "edge_sets",
    "family_of",
    "from_networkx",
    "from_networkx_edges",
    "subgraphs",
    "to_networkx",
]
