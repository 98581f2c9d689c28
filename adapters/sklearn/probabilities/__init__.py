"""Probabilities of classes.

``probability_mixin`` calibrates the decision values of a classifier by those of rows that were held
out, in two random ``halves`` of the distinct rows.
"""
