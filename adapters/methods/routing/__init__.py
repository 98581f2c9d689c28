"""Vehicle routes of least length.

``local_search`` finds good ones, ``route_search`` proves them by relaxations over a diagram;
``shortest_routes`` has the function for both.
"""
