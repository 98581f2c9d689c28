"""Vehicle routes: their search, and where good routes come from.

``shortest_routes`` is the function, ``route_search`` the search, ``relaxation`` its bounds.
``local_search`` asks ``iterated_search`` (PyVRP) and ``guided_search`` (OR-Tools), which may start
from ``packed_routes``.
"""
