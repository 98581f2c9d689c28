"""Votes of conjunctions with a penalised convex loss, optimal over all conjunctions.

``bins`` has rows and the exact search over them, ``losses`` what is minimised: by ``masters`` over
the rules found so far, by ``column_generation`` over all rules, by ``path`` for one penalty after
another, each ``fitted``. ``training`` chooses the penalty by folds of ``sample_parts``, and
``vote`` is the outcome, cut to size by ``small``.
"""
