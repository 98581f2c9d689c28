"""What solvers share that ask for rows in callbacks of their own: Gurobi, CPLEX and Xpress.

``violated_rows`` are those of a point, ``row_giver`` gives those that a solver feels; ``watch``
reports a solve and ends it, ``callback_run`` has one solve from start to result. ``licence`` has
the errors of licences, ``own_model`` checks what goes into a user's own model, and what became of
it.
"""
