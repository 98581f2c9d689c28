"""LPBoost: boosting as a linear program (Demiriz, Bennett and Shawe-Taylor 2002).

``column_generation`` solves a ``problem``, which is a ``nu_problem`` or a ``c_problem``, by a
restricted ``master`` and a weak learner of a ``hypothesis``: exact search of ``stumps``, or
``monomial_learner``. The ``result`` has an ``ensemble``.
"""

from nzdd.formulations.learning.lpboost.c_problem import CProblem
from nzdd.formulations.learning.lpboost.column_generation import lpboost
from nzdd.formulations.learning.lpboost.ensemble import Ensemble
from nzdd.formulations.learning.lpboost.hypothesis import (
    Hypothesis,
    Learned,
    WeakLearner,
    agreement,
)
from nzdd.formulations.learning.lpboost.monomial_learner import MonomialLearner
from nzdd.formulations.learning.lpboost.nu_problem import NuProblem
from nzdd.formulations.learning.lpboost.problem import BoostingProblem
from nzdd.formulations.learning.lpboost.result import BoostingResult
from nzdd.formulations.learning.lpboost.stumps import (
    ClassificationStumps,
    RegressionStumps,
    SortedColumns,
    Stump,
)

__all__ = [
    "BoostingProblem",
    "BoostingResult",
    "CProblem",
    "ClassificationStumps",
    "Ensemble",
    "Hypothesis",
    "Learned",
    "MonomialLearner",
    "NuProblem",
    "RegressionStumps",
    "SortedColumns",
    "Stump",
    "WeakLearner",
    "agreement",
    "lpboost",
]
