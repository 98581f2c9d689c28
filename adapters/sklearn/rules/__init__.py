"""Votes of conjunctions.

``classifier`` and ``regressor`` are the estimators; ``base`` has what they share, and
``rule_chunks`` makes bins of tables that come in chunks.
"""
