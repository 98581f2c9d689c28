"""Votes of conjunctions: ``classifier``, ``regressor``, and their ``base``."""
