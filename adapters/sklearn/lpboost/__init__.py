"""LPBoost as estimators.

``classifier`` and ``regressor`` share ``base``; ``weak_learners`` bring any estimator into it, and
``rules`` are stumps in words.
"""
