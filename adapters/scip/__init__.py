"""Branch and cut in SCIP over row oracles, through PySCIPOpt (the extra ``scip``)."""

from nzdd.adapters.scip.branch_and_cut import add_rows, solve_mip

__all__ = ["add_rows", "solve_mip"]
