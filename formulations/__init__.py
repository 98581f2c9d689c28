"""Optimisation models over decision diagrams, free of any solver."""

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
