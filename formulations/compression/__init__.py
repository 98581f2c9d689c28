"""A model made smaller.

``extended_formulation`` puts a ``block`` in the place of each of its ``row_groups``, and tells by a
``report``. ``redundant_rows`` are those that others imply.
"""
