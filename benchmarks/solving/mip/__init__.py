"""Models with very many rows: direct, extended, lazy and `auto`, side by side.

``run`` is one solve, ``side_by_side`` keeps those of a part and fills what is missing. Parts are in
``synthetic_programs`` and ``real_models``; ``tables`` prints and compares.
"""
