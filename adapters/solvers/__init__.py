"""Solvers: each takes a model and options, and returns a checked result.

``registry`` lists all of them, ``driver`` runs one of them. ``ortools``, ``scipy`` and ``clarabel``
take whole models; ``scip`` (branch and cut) and ``glop`` (linear programs that grow) take rows of
oracles, and ``in_rounds`` calls one of the former for that. ``gurobi``, ``cplex`` and ``xpress``
take both, by ``callbacks``. Rows of oracles
and callbacks are asked for in a worker process, by ``lazy_worker``. ``options`` checks the options
of a solve, ``trivial`` answers models without columns.
"""
