"""Rows of a model: as symbols, as diagrams, and as oracles.

``symbols`` turn rows into sets; ``edge_constraints`` turn a diagram into rows with potentials.
``separation`` is the interface of an oracle, which finds violated rows; a ``constraint_diagram``
and ``matrix_rows`` implement it, and ``oracle_choice`` chooses the faster one. ``equal_rows`` finds
equal rows, and separated rows in a model; ``interchangeable_columns`` finds columns that can be
exchanged without changing anything.
"""
