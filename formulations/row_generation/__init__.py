"""Row generation: models most of whose rows only an oracle knows.

``lazy_model`` is such a model, ``solve_lp`` solves a linear one by the ``cutting_loop`` over the
``rows_in_use``, ``branch_and_bound`` one with integer columns. ``repair`` makes points feasible,
``lazy_report`` tells how far a solve has come.
"""

from nzdd.formulations.row_generation.solve_lp import solve_lp

__all__ = ["solve_lp"]
