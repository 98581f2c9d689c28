"""Boosted trees in place of C4.5, pruned by the rows to train on, and rows that are held back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import AdaBoostClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from benchmarks.classics import peer_estimators
from benchmarks.classics.compare import Method
from nzdd.sklearn import LPBoostClassifier

if TYPE_CHECKING:
    from typing_extensions import Self

ROUNDS = 25
LEAST_COST = 1 / 25
"""Of the largest cost, section 7.2."""
BITS = (0.0, 1.0, 2.0, 5.0, 10.0, 20.0)
"""What a leaf may have to save, to stay."""
TREE = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=0)
"""With the criterion of C4.5, and its fewest rows in a leaf."""


class Pruned(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A boosted tree, pruned as suits a single tree: by five folds of the rows to train on.

    Parameters
    ----------
    model : classifier
        With the parameter ``estimator``, or a tree.
    """

    def __init__(self, model: Any) -> None:
        self.model = model

    def fit(self, X: NDArray[np.float64], y: NDArray[Any]) -> Self:
        """Choose the pruning, and fit the model."""
        strengths = [bits / len(y) for bits in BITS]
        folds = StratifiedKFold(5, shuffle=True, random_state=0)
        search = GridSearchCV(TREE, {"ccp_alpha": strengths}, cv=folds).fit(X, y)
        tree = search.best_estimator_
        boosted = "estimator" in self.model.get_params()
        self.model_ = (
            clone(self.model).set_params(estimator=clone(tree)).fit(X, y) if boosted else tree
        )
        self.classes_ = self.model_.classes_
        return self

    def predict(self, X: NDArray[np.float64]) -> NDArray[Any]:
        """By the model."""
        return np.asarray(self.model_.predict(X))


class HeldBack(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A model of the first rows, and its accuracy on the others, ``held_``, to choose it by.

    Parameters
    ----------
    model : classifier
    rows : int
        How many to fit to.
    """

    def __init__(self, model: Any, rows: int) -> None:
        self.model = model
        self.rows = rows

    def fit(self, X: NDArray[np.float64], y: NDArray[Any]) -> Self:
        """Fit to the first rows and look at the others."""
        self.model_ = clone(self.model).fit(X[: self.rows], y[: self.rows])
        self.held_ = float(np.mean(self.model_.predict(X[self.rows :]) == y[self.rows :]))
        self.classes_ = self.model_.classes_
        return self

    def predict(self, X: NDArray[np.float64]) -> NDArray[Any]:
        """By the model."""
        return np.asarray(self.model_.predict(X))


def boosted(nu: float, *, rated: bool = False) -> Method:
    """LPBoost over trees, with the smallest costs of the paper where nu leaves room for them."""
    model = LPBoostClassifier(
        TREE,
        nu=nu,
        min_cost=min(LEAST_COST, nu),
        max_iter=ROUNDS,
        confidence_rated=rated,
        probability=False,
    )
    return Method(f"LPBoost trees{', rated' * rated}", Pruned(model), partial(within, hypotheses))


def adaboost(rounds: int = ROUNDS) -> Method:
    """AdaBoost over the same trees."""
    model = AdaBoostClassifier(TREE, n_estimators=rounds)
    return Method("AdaBoost trees", Pruned(model), partial(within, peer_estimators.trees))


def tree() -> Method:
    """One of them."""
    return Method("tree", Pruned(TREE), one)


def held_back(method: Method, rows: int, setting: str) -> Method:
    """The same on the first rows, with a setting in its name."""
    name = f"{method.name}; {setting}" if setting else method.name
    return Method(name, HeldBack(method.model, rows), partial(within, method.size))


def hypotheses(model: Any) -> float:
    """Those with a weight."""
    return len(model.estimators_)


def one(model: Any) -> float:
    """A single model."""
    return 1.0


def within(size: Callable[[Any], float], model: Any) -> float:
    """Of the model that was fitted inside."""
    return size(model.model_)
