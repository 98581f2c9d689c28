"""Row generation: models most of whose rows are implicit, found by oracles when violated.

A ``lazy_model`` is such a model. ``linear_programs`` solves one without integer columns by the
``cutting_loop`` over the ``rows_in_use``. ``branch_and_bound`` solves one with integer columns, and
so does ``rounds``, which calls a solver of whole models again and again; ``mixed_integer`` is what
these two share. ``repair`` is a heuristic that makes points feasible, ``lazy_report`` has the work
and the progress of a solve.
"""

from nzdd.formulations.row_generation.linear_programs import solve_lp

__all__ = ["solve_lp"]
