"""Branch and cut in SCIP over row oracles, through PySCIPOpt (the extra ``scip``).

``scip_branch_and_cut`` solves lazy models, each by a ``scip_run``; ``scip_oracle_rows`` go into
your own model, those for all members of a family, too.
``scip_members`` of a family to choose become variables of your model.
``handler`` separates rows, ``propagation`` tightens bounds by them, ``heuristic`` repairs points,
``scip_model`` makes SCIP models of arrays, ``read_lp`` reads LP files.
"""

from nzdd.adapters.solvers.scip.scip_branch_and_cut import solve_mip
from nzdd.adapters.solvers.scip.scip_members.own_constraints import add_members
from nzdd.adapters.solvers.scip.scip_oracle_rows import add_family_constraint, add_rows

__all__ = ["add_family_constraint", "add_members", "add_rows", "solve_mip"]
