"""What solvers claim of a model: proven, refuted, or said to be unconfirmed.

``settle`` does so for models whose rows are listed, ``settle_lazily`` for those with implicit rows.
``suspect_results`` says which results need it, ``verdict`` combines the answers of two solvers,
``budget`` limits what further solves may take.
"""
