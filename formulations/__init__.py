"""Optimisation models over decision diagrams, free of any solver.

``linear_model`` and ``result`` are the vocabulary. A model becomes smaller by
``extended_formulation`` (``symbols``, ``row_groups``, ``edge_constraints`` and ``block`` below it),
or keeps rows unlisted as a ``lazy_model`` over row oracles (``separation``: ``constraint_diagram``,
``matrix_rows``), which ``row_generation`` and ``branch_and_bound`` solve on any ``lp_engine``.
``soft_margin``, ``lpboost``, ``l0_rboost``, ``psi_learning`` and ``minimax_probability_machine``
learn classifiers, a folder a method. ``limits`` and ``history`` serve all that iterate;
``violation`` checks every point, ``certificates`` that there is none.
"""

from nzdd.formulations.constraint_diagram import ConstraintDiagram
from nzdd.formulations.extended_formulation import ExtendedFormulation
from nzdd.formulations.lazy_model import LazyModel
from nzdd.formulations.linear_model import LinearModel
from nzdd.formulations.matrix_rows import MatrixRows
from nzdd.formulations.result import Result, Status

__all__ = [
    "ConstraintDiagram",
    "ExtendedFormulation",
    "LazyModel",
    "LinearModel",
    "MatrixRows",
    "Result",
    "Status",
]
