"""Row generation: linear programs most of whose rows only an oracle knows."""

from nzdd.formulations.row_generation.solve_lp import solve_lp

__all__ = ["solve_lp"]
