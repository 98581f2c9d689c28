"""Methods that solve a model.

``solve`` takes them by name: ``direct``, ``extended``, ``lazy`` (``lazy_task`` runs in its
process), and ``auto``, which chooses, or lets two race (``race``). ``claims`` and ``lazy_claims``
prove or refute that a model is infeasible or unbounded. ``soft_margin`` and ``psi_learning`` solve
the models of learning.
"""
