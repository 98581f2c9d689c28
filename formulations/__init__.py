"""Optimisation models over decision diagrams, free of any solver.

``models`` has the vocabulary: models, results, and what checks them. ``rows`` become diagrams and
oracles; ``compression`` makes a model smaller by them, ``row_generation`` solves it with those rows
only that bind, on any engine of ``iteration``. ``learning`` has the classifiers.
"""

from nzdd.formulations.compression.extended_formulation import ExtendedFormulation
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.matrix_rows import MatrixRows

__all__ = [
    "ConstraintDiagram",
    "ExtendedFormulation",
    "LazyModel",
    "LinearModel",
    "MatrixRows",
    "Result",
    "Status",
]
