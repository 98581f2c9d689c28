"""Files of models, and of their solutions.

``mps``, ``lp`` and ``orlib`` (the OR-Library) hold models; ``solutions`` a point, one column
per line or as ``solver_solutions`` knows it.
"""
