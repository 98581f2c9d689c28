"""Psi-learning as an estimator.

``psi_classifier`` makes ``columns`` out of a table, and starts from an ``svm``.
"""
