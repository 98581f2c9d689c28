"""Branch and cut in SCIP over row oracles, through PySCIPOpt (the extra ``scip``).

``branch_and_cut`` solves lazy models, each by a ``run``; ``oracle_rows`` go into your own model,
and with a ``family_constraint`` so do those of all members of a family.
``handler`` separates rows, ``propagation`` tightens bounds by them, ``heuristic`` repairs points,
``model`` makes SCIP models of arrays, ``task`` reads LP files.
"""

from nzdd.adapters.solvers.scip.branch_and_cut import solve_mip
from nzdd.adapters.solvers.scip.family_constraint import add_family_constraint
from nzdd.adapters.solvers.scip.oracle_rows import add_rows

__all__ = ["add_family_constraint", "add_rows", "solve_mip"]
