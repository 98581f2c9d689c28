"""Solvers: each takes a model and `options`, and returns a result.

``ortools`` has most of them; ``scipy`` and ``clarabel`` stand beside it. ``scip`` is branch and cut
with rows of oracles, ``glop`` the engine of row generation, ``quadratic`` takes quadratic
objectives. ``trivial`` answers models without columns, ``best_known`` keeps what a solver told
before it was stopped.
"""
