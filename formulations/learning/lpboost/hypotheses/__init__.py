"""Hypotheses, the weak learners that find them, and their weighted means.

``hypothesis`` has the interfaces. ``stump_search`` finds stumps exactly, over the cuts of
``sorted_columns``, as ``classification_stumps`` or ``regression_stumps``; ``monomial_learner``
searches conjunctions. ``ensemble`` is the weighted mean.
"""
