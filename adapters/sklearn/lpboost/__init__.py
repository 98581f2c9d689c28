"""LPBoost as estimators.

``lpboost_classifier`` and ``lpboost_regressor`` share ``lpboost_base``; ``weak_learners`` bring any
estimator into it, and ``stump_rules`` puts stumps into words.
"""
