"""Votes of conjunctions with a penalised convex loss, optimal over all conjunctions.

``literals`` are sets of bins of one column, ``binned_rows`` searches their conjunctions exactly,
and ``packed_bins`` merges rows of bins that come in chunks.
``targets`` makes ``losses`` of labels. They are minimised over the rules found so far by
``master`` with its ``hessian``, over all by ``column_generation``, and for one penalty after
another by ``path``. ``training`` chooses the penalty, and ``vote`` is the outcome. ``small_votes``
finds votes of at most so many rules or literals: ``refit`` gives a few rules exact weights,
``neighbours`` are rules to put in a rule's place; ``scorecard`` rounds weights to points.
"""
