"""Estimators for scikit-learn pipelines (the extra ``sklearn``).

``soft_margin``, ``lpboost`` and ``psi_learning`` are folders, ``l0_rboost_classifier`` and
``sparse_minimax_classifier`` modules. ``encoding`` makes bits of tables. ``training_set``,
``parameters``, ``decision`` and ``rules`` hold what all of them share.
"""

from nzdd.adapters.errors import MissingExtraError

try:
    import sklearn  # noqa: F401
except ImportError as error:
    raise MissingExtraError("an estimator", "scikit-learn", "sklearn") from error

from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.l0_rboost_classifier import L0RBoostClassifier
from nzdd.adapters.sklearn.lpboost.classifier import LPBoostClassifier
from nzdd.adapters.sklearn.lpboost.regressor import LPBoostRegressor
from nzdd.adapters.sklearn.psi_learning.classifier import PsiClassifier
from nzdd.adapters.sklearn.soft_margin.classifier import SoftMarginClassifier
from nzdd.adapters.sklearn.soft_margin.cross_validation import SoftMarginClassifierCV
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
