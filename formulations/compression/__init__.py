"""A smaller model with the same solutions.

``extended_formulation`` replaces each of the ``row_groups`` by a ``block`` of edge constraints and
describes the result in a ``report``. ``dominated_rows`` finds rows that one other row implies.
"""
