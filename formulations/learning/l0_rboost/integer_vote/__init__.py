"""Votes of few monomials for the integer problem (15), found without its relaxation.

``vote_search`` takes starts of several sizes from a ``logistic_path``, whose monomials come from a
``matrix_search``, and improves each of them by a ``local_weight_search``.
"""
