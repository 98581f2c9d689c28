"""Rows of bins, one per column, and conjunctions over them.

``literals`` are sets of bins of one column, ``binned_rows`` searches their conjunctions exactly,
and ``terms`` has functions of one column beside them. ``packed_bins`` merges rows of bins that come
in chunks.
"""
