"""Votes of conjunctions.

``rule_classifier`` and ``rule_regressor`` are the estimators; ``rule_base`` has what they share,
``smooth`` and ``monotone`` are parameters of theirs. ``rule_chunks`` makes bins of tables that come
in chunks, ``vote_code`` code of a vote, and ``report`` explanations and a page.
"""
