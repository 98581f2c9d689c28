"""Estimators for scikit-learn pipelines (the extra ``sklearn``).

A module an estimator. ``binary_encoder`` makes bits of a table, by ``columns``, ``bits``,
``cut_points`` and ``cut_rule``; ``binary_input`` takes tables that are bits already.
``soft_margin_base`` and ``lpboost_base`` hold what several estimators share, ``training_set``,
``decision`` and ``rules`` what all do; ``weak_learners`` brings any estimator into LPBoost.
"""

from nzdd.adapters.errors import MissingExtraError

try:
    import sklearn  # noqa: F401
except ImportError as error:
    raise MissingExtraError("an estimator", "scikit-learn", "sklearn") from error

from nzdd.adapters.sklearn.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.l0_rboost_classifier import L0RBoostClassifier
from nzdd.adapters.sklearn.lpboost_classifier import LPBoostClassifier
from nzdd.adapters.sklearn.lpboost_regressor import LPBoostRegressor
from nzdd.adapters.sklearn.psi_classifier import PsiClassifier
from nzdd.adapters.sklearn.soft_margin_classifier import SoftMarginClassifier
from nzdd.adapters.sklearn.soft_margin_cv import SoftMarginClassifierCV
from nzdd.adapters.sklearn.sparse_minimax_classifier import SparseMinimaxClassifier

__all__ = [
    "BinaryEncoder",
    "L0RBoostClassifier",
    "LPBoostClassifier",
    "LPBoostRegressor",
    "PsiClassifier",
    "SoftMarginClassifier",
    "SoftMarginClassifierCV",
    "SparseMinimaxClassifier",
]
