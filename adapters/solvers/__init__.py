"""Solvers: each takes a model and options, and returns a checked result.

``registry`` has all of them by name, ``driver`` runs any of them. ``ortools``, ``scipy`` and
``clarabel`` take whole models, ``scip`` (branch and cut) and ``glop`` (linear programs that grow)
rows of oracles. ``options`` checks the options of a solve, ``trivial`` answers models without
columns, ``best_known`` keeps the best point and bound of a solver that is stopped.
"""
