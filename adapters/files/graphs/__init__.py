"""Files of graphs and of hypergraphs.

``dimacs`` reads the format of the DIMACS challenges, ``matrix_market`` and ``metis`` those of these
names, ``networkx`` what that package reads (GML, GraphML, GEXF, edge lists); ``hypergraphs`` are
two lists of numbers. ``graph_size`` limits what a graph may take.
"""
