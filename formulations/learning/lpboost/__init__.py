"""LPBoost: boosting as a linear program (Demiriz, Bennett and Shawe-Taylor 2002).

``column_generation`` is the loop over a ``master`` and any weak learner of a ``hypothesis``. A
``problem`` is a ``nu_problem`` or a ``c_problem``; ``stumps`` are searched exactly, as
``classification_stumps`` or ``regression_stumps``. The ``result`` has an ``ensemble``.
"""

from nzdd.formulations.learning.lpboost.c_problem import CProblem
from nzdd.formulations.learning.lpboost.classification_stumps import ClassificationStumps
from nzdd.formulations.learning.lpboost.column_generation import lpboost
from nzdd.formulations.learning.lpboost.ensemble import Ensemble
from nzdd.formulations.learning.lpboost.hypothesis import (
    Hypothesis,
    Learned,
    WeakLearner,
    agreement,
)
from nzdd.formulations.learning.lpboost.nu_problem import NuProblem
from nzdd.formulations.learning.lpboost.problem import BoostingProblem
from nzdd.formulations.learning.lpboost.regression_stumps import RegressionStumps
from nzdd.formulations.learning.lpboost.result import BoostingResult
from nzdd.formulations.learning.lpboost.stumps import SortedColumns, Stump

__all__ = [
    "BoostingProblem",
    "BoostingResult",
    "CProblem",
    "ClassificationStumps",
    "Ensemble",
    "Hypothesis",
    "Learned",
    "NuProblem",
    "RegressionStumps",
    "SortedColumns",
    "Stump",
    "WeakLearner",
    "agreement",
    "lpboost",
]
