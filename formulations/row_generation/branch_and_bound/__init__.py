"""Branch and bound over an LP engine and row oracles.

``mixed_integer_programs`` has the public function, ``tree_search`` the loop: ``node_queue`` selects
a ``node``, whose bounds are tightened, ``lazy_relaxation`` solves it, ``pseudo_costs`` choose the
column at which it is split, ``point_search`` looks for feasible points, of which ``incumbent``
keeps the best, ``search_report`` has the progress and the result.
"""

from nzdd.formulations.row_generation.branch_and_bound.mixed_integer_programs import solve_mip

__all__ = ["solve_mip"]
