"""Estimators for scikit-learn pipelines (the extra ``sklearn``).

Each method has the name that it has in the formulations: ``rules``, ``soft_margin``, ``lpboost``,
``psi_learning``, ``l0_rboost``, ``minimax``. ``encoding`` makes bits and bins of tables, and
``chunks`` learns from tables that come in chunks. ``classifier_base`` is what the classifiers
share; ``probabilities`` calibrates them, and ``rules_mixin`` makes tables of rules. ``checks``
checks parameters and training data, ``equal_rows`` merges rows, and ``whole_fit`` undoes a fit that
fails. Users import from `nzdd.sklearn`.
"""

from nzdd.adapters.extras import missing

try:
    import sklearn  # noqa: F401
except ImportError as error:
    raise missing("sklearn", "an estimator") from error

from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.l0_rboost.l0_rboost_classifier import L0RBoostClassifier
from nzdd.adapters.sklearn.lpboost.lpboost_classifier import LPBoostClassifier
from nzdd.adapters.sklearn.lpboost.lpboost_regressor import LPBoostRegressor
from nzdd.adapters.sklearn.minimax import SparseMinimaxClassifier
from nzdd.adapters.sklearn.psi_learning.psi_classifier import PsiClassifier
from nzdd.adapters.sklearn.rules.rule_classifier import RuleClassifier
from nzdd.adapters.sklearn.rules.rule_regressor import RuleRegressor
from nzdd.adapters.sklearn.soft_margin.cross_validation import SoftMarginClassifierCV
from nzdd.adapters.sklearn.soft_margin.soft_margin_classifier import SoftMarginClassifier

__all__ = [
    "BinaryEncoder",
    "L0RBoostClassifier",
    "LPBoostClassifier",
    "LPBoostRegressor",
    "PsiClassifier",
    "RuleClassifier",
    "RuleRegressor",
    "SoftMarginClassifier",
    "SoftMarginClassifierCV",
    "SparseMinimaxClassifier",
]
