"""A smaller model with the same solutions.

``extended_formulation`` replaces each of the ``row_groups`` by a ``block`` of edge constraints and
describes the result in a ``report``. ``redundant_rows`` are those that other rows imply.
"""
