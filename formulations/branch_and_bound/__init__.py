"""Branch and bound over an LP engine and row oracles."""

from nzdd.formulations.branch_and_bound.solve_mip import solve_mip

__all__ = ["solve_mip"]
