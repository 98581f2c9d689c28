"""Files of models, and of their solutions.

``formats`` picks the reader and the writer by the suffix: ``mps``, ``lp``, ``orlib`` (the
OR-Library). ``solution`` is a point, a column a line.
"""
