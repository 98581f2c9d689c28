"""Hypotheses, the weak learners that find them, and their weighted means.

``hypothesis`` has the interfaces. ``stumps`` are searched exactly, over the cuts of
``sorted_columns``, as ``classification_stumps`` or ``regression_stumps``; ``monomial_learner``
searches conjunctions. ``ensemble`` is the weighted mean.
"""
