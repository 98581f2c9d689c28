"""Models and results, and how far a point or a claim can be trusted.

``linear`` and ``quadratic`` models share ``arrays``, which validates them; ``archive`` saves them.
``result`` is what a solve found, ``violation`` measures a point, ``certificates`` prove that a
model is infeasible or unbounded.
"""
