"""LPBoost: boosting as a linear program (Demiriz, Bennett and Shawe-Taylor 2002).

``lpboost`` is the loop over a ``master`` and any ``hypothesis``; a ``problem`` is ``nu_problem`` or
``c_problem``; ``stumps`` are searched exactly for classification and for regression; an
``ensemble`` comes out, in a ``result``.
"""

from nzdd.formulations.learning.lpboost.c_problem import CProblem
from nzdd.formulations.learning.lpboost.classification_stumps import ClassificationStumps
from nzdd.formulations.learning.lpboost.ensemble import Ensemble
from nzdd.formulations.learning.lpboost.hypothesis import (
    Hypothesis,
    Learned,
    WeakLearner,
    agreement,
)
from nzdd.formulations.learning.lpboost.lpboost import lpboost
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
