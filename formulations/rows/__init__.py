"""Rows of a model: as symbols, as diagrams, and as oracles.

``symbols`` turn rows into sets, ``edge_constraints`` a diagram into rows over potentials.
``separation`` is what finds violated rows: in a ``constraint_diagram``, in ``matrix_rows``, or in
other ``oracles``. ``find_rows`` finds rows in a model, by ``hashing``.
"""
