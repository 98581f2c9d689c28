"""Votes of conjunctions with a penalised convex loss, optimal over all conjunctions.

``literals`` are sets of bins of one column, ``binned_rows`` searches their conjunctions exactly,
and ``packed_bins`` merges rows of bins that come in chunks. ``targets`` makes ``losses`` of labels;
``piecewise_losses`` and ``piecewise_targets`` are for hinge and absolute error. They are minimised
over the rules found so far by a ``restricted_master``: ``master`` with its ``hessian`` for smooth
losses, ``linear_master`` for the others. ``column_generation`` minimises them over all rules,
``path`` for one penalty after another. ``training`` chooses the penalty, and ``vote`` is the
outcome. ``small_votes`` finds votes of at most so many rules or literals: ``refit`` gives a few
rules exact weights, ``neighbours`` are rules to put in a rule's place; ``scorecard`` rounds weights
to points. Of hinge loss, each penalty is a nu: ``nu_form``.
"""
