"""L0-RBoost as an estimator.

``classifier`` is the estimator, ``monomial_rules`` puts its monomials into words.
"""
