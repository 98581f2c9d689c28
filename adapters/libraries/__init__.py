"""Bridges to other Python libraries, there and back, a module a library.

Diagrams: ``networkx``, ``graphillion``, ``dd``, ``oxidd``. Models: ``cvxpy``, ``scipy`` (its
constraints), ``mathopt``. Rows: ``dask``.
"""
