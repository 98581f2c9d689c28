"""Models with very many rows, and real models.

``mip`` solves them by all methods: the generated ``programs``, and those of the folder NZDD_DATA;
``row_generation`` separates their rows without diagrams. ``compression`` measures how far real
models shrink, ``redundant_rows`` what dropping rows saves.
"""
