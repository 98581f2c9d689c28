"""Votes of conjunctions.

``classifier`` and ``regressor`` are the estimators; ``base`` has what they share.
"""
