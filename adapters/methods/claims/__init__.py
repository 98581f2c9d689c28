"""Claims of solvers that a model is infeasible or unbounded: prove, refute or mark as unconfirmed.

``settle`` treats models whose rows are listed, ``settle_lazily`` those with implicit rows.
``doubt`` finds the results that need it, and the models whose claims need more than two solvers;
``verdict`` combines the answers of two solvers, and limits the time of further solves.
"""
