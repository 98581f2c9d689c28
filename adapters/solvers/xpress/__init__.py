"""Xpress, with a licence of the user's (the extra ``xpress``).

``xpress_branch_and_cut`` solves whole models and lazy models; ``xpress_oracle_rows`` go into your
own model, by its callbacks.
"""

from nzdd.adapters.solvers.xpress.xpress_branch_and_cut import solve_mip
from nzdd.adapters.solvers.xpress.xpress_oracle_rows import add_family_constraint, add_rows

__all__ = ["add_family_constraint", "add_rows", "solve_mip"]
