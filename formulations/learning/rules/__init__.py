"""Votes of conjunctions with a penalised convex loss, optimal over all conjunctions.

``literals`` are sets of bins of one column, ``binned_rows`` searches their conjunctions exactly,
``losses`` are minimised, over the rules found by ``master``, over all by ``column_generation``.
"""
