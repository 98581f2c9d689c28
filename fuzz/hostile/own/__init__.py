"""Users' own models with constraints over families, which change between solves.

``state`` has the numbers of a model and the true answer, ``draw`` random ones. ``solvers`` and
``languages`` build and change such models as a user of each library does; ``changes`` are what a
user may do between two solves.
"""
