"""Estimators for scikit-learn pipelines (the extra ``sklearn``)."""

from nzdd.adapters.errors import MissingExtraError

try:
    import sklearn  # noqa: F401
except ImportError as error:
    raise MissingExtraError(
        'estimators need scikit-learn, which is not installed; pip install "nzdd[sklearn]"'
    ) from error

from nzdd.adapters.sklearn.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.soft_margin_classifier import SoftMarginClassifier
from nzdd.adapters.sklearn.soft_margin_cv import SoftMarginClassifierCV

__all__ = ["BinaryEncoder", "SoftMarginClassifier", "SoftMarginClassifierCV"]
