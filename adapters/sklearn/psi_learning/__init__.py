"""Psi-learning as an estimator.

``classifier`` makes ``columns`` out of a table, and starts from an ``svm``.
"""
