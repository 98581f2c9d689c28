"""Branch and bound over an LP engine and row oracles.

``solve_mip`` is the door and ``tree_search`` the loop: ``node_queue`` hands out a ``node``,
``lazy_relaxation`` solves it, ``branching`` splits it, ``reduced_cost_fixing`` and
``objective_step`` tighten it, ``point_search`` and ``incumbent`` keep the best point,
``search_report`` tells of it.
"""

from nzdd.formulations.row_generation.branch_and_bound.solve_mip import solve_mip

__all__ = ["solve_mip"]
