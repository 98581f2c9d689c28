"""Samples that come in chunks, of which only the distinct rows are kept.

``chunks_mixin`` gives a classifier `fit_chunks` and `predict_chunks`, and ``bit_chunks`` one of
bits: ``sources`` are what chunks
come from, ``labelled_chunk`` is one of them, and ``collect`` counts their columns and merges their
rows.
"""
