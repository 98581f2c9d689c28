"""Rounds: mixed-integer models with row oracles, by a solver that takes whole models only.

``mixed_integer_programs`` has the public function, ``round_loop`` the loop: it hands a model with
some of the rows to a ``round_solver``, and gives it those that its points violate.
"""

from nzdd.formulations.row_generation.rounds.mixed_integer_programs import solve_mip

__all__ = ["solve_mip"]
