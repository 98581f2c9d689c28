"""Methods that solve a model.

``dispatch`` has `nzdd.solve`, which takes them by name: ``direct``, ``extended``, ``lazy``, and
``auto``, which chooses one or has several ``race``, with ``shared_bounds``.
``claims`` confirms that a model is infeasible or unbounded. ``choose_many`` and ``routing`` have
methods of their own, ``soft_margin`` and ``psi_learning`` solve the models of learning.
"""
