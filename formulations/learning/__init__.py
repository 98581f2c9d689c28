"""Methods that learn classifiers and regressors, a folder a method.

``soft_margin``, ``lpboost``, ``l0_rboost``, ``psi_learning``, and ``minimax``, the sparse greedy
minimax probability machine. ``row_weights`` checks the weights of rows for all of them.
"""
