"""Files of graphs and of hypergraphs.

``dimacs`` reads the format of the DIMACS challenges, ``networkx`` what that package reads (GML,
GraphML, edge lists); ``hypergraphs`` are two lists of numbers.
"""
