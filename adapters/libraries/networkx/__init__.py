"""Diagrams as networkx graphs and back, and families of edge sets of graphs as diagrams.

``graph`` turns diagrams into graphs, and edges into rows; ``diagram`` reads graphs as diagrams;
``families`` has families of edge sets.
"""

from nzdd.adapters.libraries.networkx.diagram import from_networkx
from nzdd.adapters.libraries.networkx.families import edge_sets
from nzdd.adapters.libraries.networkx.graph import from_networkx_edges, to_networkx

__all__ = ["edge_sets", "from_networkx", "from_networkx_edges", "to_networkx"]
