"""Estimators for scikit-learn pipelines (the extra ``sklearn``)."""

from nzdd.adapters.errors import MissingExtraError

try:
    import sklearn  # noqa: F401
except ImportError as error:
    raise MissingExtraError(
        'estimators need scikit-learn, which is not installed; pip install "nzdd[sklearn]"'
    ) from error

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
