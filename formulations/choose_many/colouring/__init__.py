"""Colours for the vertices of a graph.

``cliques`` need a colour each, and ``reduced_graph`` is what has to be coloured then. How few
colours suffice is bounded by ``fractional_colours``; ``vertex_colours`` is an integer program
without diagrams.
"""
