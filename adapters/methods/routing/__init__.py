"""Vehicle routes of least length.

``local_search`` finds good ones, ``shortest_routes`` proves them by relaxations over a diagram.
"""
