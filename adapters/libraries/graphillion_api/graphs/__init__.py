"""Families of graphs, each the set of its edges.

``edge_family`` has what graphs with and without directions do alike; ``graph_set`` are those
without, by type in ``graph_types``, ``degree_types`` and ``partition_types``, by class in
``graph_class``; ``digraph_set`` has those with directions. ``selection`` makes a
method select from a family, or from all graphs of the universe.
"""
