"""LPBoost: boosting as a linear program (Demiriz, Bennett and Shawe-Taylor 2002).

``column_generation`` solves a ``problem``, which is a ``nu_problem`` or a ``c_problem``, by a
restricted ``master`` and a weak learner of a ``hypothesis``: exact search of ``stumps``, or
``monomial_learner``. The ``result`` has an ``ensemble``.
"""

from nzdd.formulations.learning.lpboost.column_generation import lpboost
from nzdd.formulations.learning.lpboost.hypotheses.classification_stumps import (
    ClassificationStumps,
)
from nzdd.formulations.learning.lpboost.hypotheses.ensemble import Ensemble
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import (
    BatchLearner,
    Hypothesis,
    Learned,
    WeakLearner,
    agreement,
)
from nzdd.formulations.learning.lpboost.hypotheses.monomial_learner import MonomialLearner
from nzdd.formulations.learning.lpboost.hypotheses.regression_stumps import RegressionStumps
from nzdd.formulations.learning.lpboost.hypotheses.sorted_columns import SortedColumns
from nzdd.formulations.learning.lpboost.hypotheses.stumps import Stump
from nzdd.formulations.learning.lpboost.problems.c_problem import CProblem
from nzdd.formulations.learning.lpboost.problems.nu_problem import NuProblem
from nzdd.formulations.learning.lpboost.problems.problem import BoostingProblem
from nzdd.formulations.learning.lpboost.result import BoostingResult

__all__ = [
    "BatchLearner",
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
