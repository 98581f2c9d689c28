"""Methods that learn classifiers and regressors, a folder a method.

``soft_margin``, ``lpboost``, ``l0_rboost``, ``psi_learning``, and ``minimax``, the sparse greedy
minimax probability machine. All of them have ``row_weights`` and numbers for ``classes``; a
``linear_classifier`` is what the soft margin finds.
"""
