"""Branch and cut in SCIP over row oracles, through PySCIPOpt (the extra ``scip``).

``branch_and_cut`` has the public functions, ``run`` watches and ends a solve. ``handler`` separates
rows, ``heuristic`` repairs points, ``model`` makes SCIP models of arrays. ``task`` reads LP files.
"""

from nzdd.adapters.solvers.scip.branch_and_cut import add_rows, solve_mip

__all__ = ["add_rows", "solve_mip"]
