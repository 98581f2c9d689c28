"""Estimators of all kinds, samples with small weights, and all that a model says of rows."""

import numpy as np
import pandas as pd
from sklearn.base import is_regressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from nzdd.sklearn import (
    BinaryEncoder,
    L0RBoostClassifier,
    LPBoostClassifier,
    LPBoostRegressor,
    PsiClassifier,
    RuleClassifier,
    RuleRegressor,
    SoftMarginClassifier,
    SoftMarginClassifierCV,
    SparseMinimaxClassifier,
)

TREES = {"random_state": 0, "max_iter": 4}
MIXED = {  # of tables with categories and missing values
    "rules": RuleClassifier(max_bins=3, folds=2),
    "rules by mdl": RuleClassifier(0.05, cuts="mdl", class_weight="balanced"),
    "few rules": RuleClassifier(max_rules=2, max_points=3, max_bins=3, folds=2),
    "rules with hinge loss": RuleClassifier(0.1, loss="soft_margin", max_bins=3),
    "numbers": RuleRegressor(max_bins=3, folds=2),
    "absolute errors": RuleRegressor(0.05, loss="absolute", max_bins=3, max_order=1),
    "soft margin": SoftMarginClassifier(encoder=BinaryEncoder(max_bins=3)),
    "balanced soft margin": SoftMarginClassifier(
        0.5, encoder=BinaryEncoder("mdl", max_categories=2), class_weight="balanced"
    ),
    "cross-validation": SoftMarginClassifierCV([0.4], cv=2, encoder=BinaryEncoder(max_bins=3)),
    "L0-RBoost": L0RBoostClassifier(encoder=BinaryEncoder(max_bins=3), time_limit=None),
}
NUMBERS = {  # of numbers alone
    "LPBoost": LPBoostClassifier(),
    "LPBoost at nu": LPBoostClassifier(nu=0.3, confidence_rated=True),
    "LPBoost at C": LPBoostClassifier(C=5.0),
    "LPBoost of trees": LPBoostClassifier(DecisionTreeClassifier(max_depth=2), **TREES),
    "LPBoost for regression": LPBoostRegressor(nu=0.4),
    "LPBoost of regression trees": LPBoostRegressor(
        DecisionTreeRegressor(max_depth=2), criterion="least_squares", **TREES
    ),
    "psi-learning": PsiClassifier(time_limit=None),
    "psi-learning with a kernel": PsiClassifier(
        kernel="rbf", standardize=False, svm_C=1.0, time_limit=None
    ),
    "minimax": SparseMinimaxClassifier(3, random_state=0, time_limit=None),
}
MODELS = MIXED | NUMBERS


def drawn(random, size):
    """A table, labels and whole weights; each class has rows of weight, and some rows are equal."""
    X = pd.DataFrame(
        {
            "a": random.integers(0, 7, size) / 2,
            "b": random.integers(0, 4, size) ** 2.0,
            "c": random.choice(["red", "green", None], size),
        }
    )
    X.loc[random.random(size) < 0.1, "a"] = np.nan
    y = (X["a"].fillna(0) > 1.2) ^ (X["b"] > 3) ^ (random.random(size) < 0.2)
    weights = random.integers(0, 4, size)
    y[:4], weights[:4] = [False, False, True, True], [1, 2, 1, 3]
    return X, y.to_numpy(), weights


def of(name, X, y):
    """What a model takes."""
    if name in NUMBERS:
        X = X[["a", "b"]].fillna(-1.0)
    return X, y * 2.0 + X["b"].to_numpy() % 3 if is_regressor(MODELS[name]) else y


def repeated(name, weights, order):
    """The places of rows, each as often as its weight says, in an order that the model allows."""
    order = np.sort(order) if "psi" in name else order
    return np.repeat(np.arange(weights.size), weights)[order]


def answers(model, X):
    """All that a model says of rows, and what it has chosen and proven."""
    found = {"predict": model.predict(X)}
    for name in ("decision_function", "predict_proba"):
        if hasattr(model, name):
            found[name] = getattr(model, name)(X)
    for name in ("nu_", "alpha_", "max_order_", "svm_C_", "objective_", "bound_", "n_iter_"):
        if hasattr(model, name):
            found[name] = getattr(model, name)
    return found


def difference(one, other, X):
    """The name of the first answer that differs, in any bit; None: there is none."""
    expected = answers(other, X)
    return next(
        (
            name
            for name, found in answers(one, X).items()
            if not np.array_equal(found, expected[name])
        ),
        None,
    )
