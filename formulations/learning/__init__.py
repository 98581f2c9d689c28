"""Methods that learn classifiers and regressors, a folder for each.

``soft_margin``, ``lpboost``, ``l0_rboost``, ``psi_learning``, and ``minimax``, the sparse greedy
minimax probability machine. ``row_weights`` checks the weights of their rows, ``classes`` numbers
labels, and ``labelled_rows`` merges the rows of chunks; ``folds`` hold rows out for choices, and
``calibration`` makes probabilities of decision values. ``linear_classifier`` is the classifier of
``soft_margin``; its decision values are ``row_sums``. Duals get their ``fixed_sum``.
"""
