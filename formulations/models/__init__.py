"""Models and results, and checks of points and of claims.

``linear`` and ``quadratic`` models share ``arrays``, which validates them; ``archive`` saves them.
``result`` is the outcome of a solve, ``violation`` measures a point, ``certificates`` prove that a
model is infeasible or unbounded.
"""
