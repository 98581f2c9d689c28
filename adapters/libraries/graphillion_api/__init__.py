"""The names of graphillion 2.1 on the diagrams of nzdd: change the import, and scripts run.

``set_set`` has sets of any objects, ``graphs`` sets of edges, ``vertex_set_set`` sets of vertices,
``edge_vertex_set_set`` both at once. What all do alike is in ``base_family``, ``set_methods`` and
``family``, what all parts of graphs do in ``structures``. ``ground`` numbers objects,
``graph_ground`` edges; ``universe`` holds the graph that is set. ``tutorial`` makes grids.
graphillion itself is not needed.

Examples
--------
>>> from nzdd.graphillion_api import GraphSet
>>> from nzdd.graphillion_api import tutorial as tl
>>> GraphSet.set_universe(tl.grid(8, 8))
>>> paths = GraphSet.paths(1, 81)
>>> len(paths)
3266598486981642
"""

from nzdd.adapters.libraries.graphillion_api.edge_vertex_set_set import EdgeVertexSetSet
from nzdd.adapters.libraries.graphillion_api.graphs.digraph_set import DiGraphSet
from nzdd.adapters.libraries.graphillion_api.graphs.graph_class import GraphClass
from nzdd.adapters.libraries.graphillion_api.graphs.graph_set import GraphSet
from nzdd.adapters.libraries.graphillion_api.set_set import setset
from nzdd.adapters.libraries.graphillion_api.universe import Universe
from nzdd.adapters.libraries.graphillion_api.vertex_set_set import VertexSetSet

EdgeSetSet = GraphSet

__all__ = [
    "DiGraphSet",
    "EdgeSetSet",
    "EdgeVertexSetSet",
    "GraphClass",
    "GraphSet",
    "Universe",
    "VertexSetSet",
    "setset",
]
