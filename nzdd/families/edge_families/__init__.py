"""Families of edge sets by the names of graph theory, each a line or two over `graphs`.

``hamiltonian`` has paths and cycles through all vertices, ``trees`` rooted trees, forests,
arborescences and Steiner trees, ``factors`` matchings, factors and covers by degrees,
``subgraph_classes`` bipartite, induced and complete subgraphs, ``partitions`` partitions into
connected parts. ``vertices`` turns sets of edges into sets of vertices.
"""
