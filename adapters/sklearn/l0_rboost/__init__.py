"""L0-RBoost as an estimator.

``l0_rboost_classifier`` is the estimator, ``monomial_rules`` puts its monomials into words.
"""
