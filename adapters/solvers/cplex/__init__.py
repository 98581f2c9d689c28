"""CPLEX, with a licence of the user's (the extra ``cplex``).

``cplex_branch_and_cut`` solves whole models and lazy models; ``cplex_oracle_rows`` go into your own
model, by its generic callback.
"""

from nzdd.adapters.solvers.cplex.cplex_branch_and_cut import solve_mip
from nzdd.adapters.solvers.cplex.cplex_oracle_rows import add_family_constraint, add_rows

__all__ = ["add_family_constraint", "add_rows", "solve_mip"]
