"""LPBoost: boosting as a linear program (Demiriz, Bennett and Shawe-Taylor 2002).

``boosting`` solves one of the ``problems`` with a weak learner of ``hypotheses``: by
``simplex_rounds`` with a restricted master, as the paper does, or by ``interior_rounds`` with that
of ``interior_point``, which end at a ``vertex``. A ``boosting_run`` is what either of them
knows, and ``boosting_result`` what comes of it; ``opposites`` cancel each other. ``nu_choice`` is
for users without a nu.
"""

from nzdd.formulations.learning.lpboost.boosting import ALGORITHMS, lpboost
from nzdd.formulations.learning.lpboost.boosting_result import BoostingResult
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
from nzdd.formulations.learning.lpboost.hypotheses.stump_search import Stump, StumpLearner
from nzdd.formulations.learning.lpboost.nu_choice import NuChoice, choose_nu, constant_nu
from nzdd.formulations.learning.lpboost.opposites import without_opposites
from nzdd.formulations.learning.lpboost.problems.boosting_problem import BoostingProblem
from nzdd.formulations.learning.lpboost.problems.c_problem import CProblem
from nzdd.formulations.learning.lpboost.problems.nu_problem import NuProblem

__all__ = [
    "ALGORITHMS",
    "BatchLearner",
    "BoostingProblem",
    "BoostingResult",
    "CProblem",
    "ClassificationStumps",
    "Ensemble",
    "Hypothesis",
    "Learned",
    "MonomialLearner",
    "NuChoice",
    "NuProblem",
    "RegressionStumps",
    "SortedColumns",
    "Stump",
    "StumpLearner",
    "WeakLearner",
    "agreement",
    "choose_nu",
    "constant_nu",
    "lpboost",
    "without_opposites",
]
