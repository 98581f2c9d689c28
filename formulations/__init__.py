"""Optimisation models over decision diagrams, free of any solver.

From the bottom to the top, each package imports only those before it:

* ``models``: linear and quadratic models, results, and what checks them;
* ``rows``: rows as symbols, as diagrams, and as oracles that find violated rows;
* ``iteration``: limits, history and the solver interface of all iterative methods;
* ``choose_many``: members of families, any number of each, by prices, points and flows;
* ``family_models``: one model for constraints over families and ordinary rows;
* ``routing``: vehicle routes as walks through states, with cuts on their legs;
* ``compression``: a smaller model with the same solutions, the extended formulation;
* ``row_generation``: models whose rows are added when they are violated, and branch and bound;
* ``learning``: classifiers and regressors.
"""

from nzdd.formulations.compression.extended_formulation import ExtendedFormulation
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.matrix_rows import MatrixRows

__all__ = [
    "ConstraintDiagram",
    "ExtendedFormulation",
    "FamilyModel",
    "LazyModel",
    "LinearModel",
    "MatrixRows",
    "Result",
    "Status",
]
