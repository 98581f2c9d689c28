"""Row generation: linear programs most of whose rows only an oracle knows.

``solve_lp`` is the door, ``cutting_loop`` the loop, ``rows_in_use`` the rows that stand in the
program.
"""

from nzdd.formulations.row_generation.solve_lp import solve_lp

__all__ = ["solve_lp"]
