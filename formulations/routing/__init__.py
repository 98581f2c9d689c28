"""Vehicle routes: customers whom vehicles of one capacity visit once each, from a depot and back.

A ``routing_problem`` has distances, loads and ``hours``. Its ``ng_routes`` are walks through the
states of a dynamic program, ``route_graphs`` makes finer and finer ones, and ``capacity_cuts`` are
rows on the legs of routes.
"""
