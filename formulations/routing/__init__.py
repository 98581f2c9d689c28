"""Vehicle routes: customers whom vehicles of one capacity visit once each, from a depot and back.

A ``routing_problem`` has distances and loads. Its ``ng_routes`` are walks through the states of a
dynamic program, and ``capacity_cuts`` are rows on the legs of routes.
"""
