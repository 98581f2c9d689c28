"""What scikit-learn has beside the classics."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.ensemble import AdaBoostClassifier, AdaBoostRegressor
from sklearn.linear_model import LassoCV, LogisticRegressionCV
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR

from benchmarks.classics.compare import Method

ADABOOST_ROUNDS = 100
STRENGTHS = (0.01, 0.1, 1.0, 10.0, 100.0)


def stumps(model: Any) -> float:
    """Different ones of AdaBoost."""
    trees = [stump.tree_ for stump in model.estimators_]
    return len({(int(tree.feature[0]), float(tree.threshold[0])) for tree in trees})


def columns(model: Any) -> float:
    """With a weight, of a linear model behind a scaler."""
    return float(np.count_nonzero(np.abs(model[-1].coef_) > 1e-9))


def vectors(model: Any) -> float:
    """Support vectors of the machine that was chosen."""
    return float(len(model[-1].best_estimator_.support_))


def classifiers() -> list[Method]:
    """AdaBoost with stumps, l1 logistic regression and SVC; the last two choose C by five folds."""
    logistic = LogisticRegressionCV(
        Cs=list(STRENGTHS), l1_ratios=[1], solver="liblinear", use_legacy_attributes=False
    )
    machine = GridSearchCV(SVC(), {"C": list(STRENGTHS)})
    return [
        Method("AdaBoost", AdaBoostClassifier(n_estimators=ADABOOST_ROUNDS), stumps),
        Method("L1 logistic", make_pipeline(StandardScaler(), logistic), columns),
        Method("SVC", make_pipeline(StandardScaler(), machine), vectors),
    ]


def regressors() -> list[Method]:
    """AdaBoost, lasso and SVR; the last two choose their strength by five folds."""
    machine = GridSearchCV(SVR(), {"C": list(STRENGTHS)})
    return [
        Method("AdaBoost", AdaBoostRegressor(n_estimators=ADABOOST_ROUNDS), trees),
        Method("lasso", make_pipeline(StandardScaler(), LassoCV()), columns),
        Method("SVR", make_pipeline(StandardScaler(), machine), vectors),
    ]


def trees(model: Any) -> float:
    """How many of AdaBoost."""
    return len(model.estimators_)
