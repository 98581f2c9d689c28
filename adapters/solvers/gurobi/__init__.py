"""Gurobi, with a licence of the user's (the extra ``gurobi``).

``gurobi_branch_and_cut`` solves whole models and lazy models; ``gurobi_oracle_rows`` go into your
own model, by its callback.
"""

from nzdd.adapters.solvers.gurobi.gurobi_branch_and_cut import solve_mip
from nzdd.adapters.solvers.gurobi.gurobi_oracle_rows import add_family_constraint, add_rows

__all__ = ["add_family_constraint", "add_rows", "solve_mip"]
