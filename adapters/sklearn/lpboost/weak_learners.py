"""Estimators of scikit-learn as weak learners of LPBoost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from nzdd.formulations.learning.lpboost.hypothesis import Learned, agreement, in_full

Floats = NDArray[np.float64]
MAX_SEED = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True, eq=False)
class ClassifierHypothesis:
    """A fitted classifier that votes.

    Attributes
    ----------
    estimator : classifier
        Fitted to numbers of classes.
    num_classes : int
    confidence_rated : bool
        Whether its votes are its probabilities, or all for the class it predicts.
    """

    estimator: Any
    num_classes: int
    confidence_rated: bool

    def predict(self, X: Any) -> Floats:
        """See `nzdd.formulations.learning.lpboost.hypothesis.Hypothesis`."""
        if not self.confidence_rated:
            return in_full(self.estimator.predict(X).astype(np.intp), self.num_classes)
        probabilities = np.clip(self.estimator.predict_proba(X), 0.0, None)
        votes = np.zeros((probabilities.shape[0], self.num_classes))
        votes[:, self.estimator.classes_] = probabilities
        return np.asarray(votes / votes.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True, eq=False)
class RegressorHypothesis:
    """A fitted regressor with values in [-1, 1].

    Attributes
    ----------
    estimator : regressor
    scale : float or None
        What to divide its values by, before they are cut off at -1 and 1. None: the sign counts.
    """

    estimator: Any
    scale: float | None

    def predict(self, X: Any) -> Floats:
        """See `nzdd.formulations.learning.lpboost.hypothesis.Hypothesis`."""
        values = np.asarray(self.estimator.predict(X), np.float64)
        if self.scale is None:
            return np.where(values >= 0, 1.0, -1.0)
        return np.clip(values / self.scale, -1.0, 1.0)


class ClassifierLearner:
    """Any classifier that takes sample weights.

    It is a heuristic for the hypothesis of largest score, so its bound is the sum of the costs,
    which no hypothesis can exceed.

    Parameters
    ----------
    estimator : classifier
        Cloned for every hypothesis.
    X : ndarray or sparse matrix, shape (rows, columns)
    codes : ndarray of integers, shape (rows,)
        All numbers from 0 to ``num_classes - 1``.
    num_classes : int
    confidence_rated : bool
    random : RandomState

    Raises
    ------
    TypeError
        If it is not a classifier, takes no sample weights, or has no probabilities where they are
        needed.
    """

    def __init__(
        self,
        estimator: Any,
        X: Any,
        codes: NDArray[np.integer[Any]],
        num_classes: int,
        confidence_rated: bool,
        random: np.random.RandomState,
    ) -> None:
        _check(estimator, is_classifier(estimator), "classifier")
        if confidence_rated and not hasattr(estimator, "predict_proba"):
            raise TypeError(
                f"confidence_rated needs predict_proba, which {estimator!r} has not; take another "
                "estimator or confidence_rated=False"
            )
        self._estimator, self._random = estimator, random
        self._X, self._codes, self._num_classes = X, codes, num_classes
        self._confidence_rated = confidence_rated

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `nzdd.formulations.learning.lpboost.hypothesis.WeakLearner`."""
        model = _fresh(self._estimator, self._random)
        model.fit(self._X, self._codes, sample_weight=costs / costs.mean())
        hypothesis = ClassifierHypothesis(model, self._num_classes, self._confidence_rated)
        outputs = agreement(hypothesis.predict(self._X), self._codes)
        return Learned(hypothesis, outputs, float(costs.sum()))


class RegressorLearner:
    """Any regressor that takes sample weights, by either criterion of section 6.

    Parameters
    ----------
    estimator : regressor
        Cloned for every hypothesis.
    X : ndarray or sparse matrix, shape (rows, columns)
    weights : ndarray, shape (rows,)
        Of the rows, above 0.
    criterion : {"deviation", "least_squares"}
        ``"deviation"``: fitted to the signs of the costs, weighted by their sizes, and its sign
        taken. ``"least_squares"``: fitted to the costs a weight as to residuals, and divided by its
        largest value.
    random : RandomState

    Raises
    ------
    TypeError
        If it is not a regressor, or takes no sample weights.
    """

    def __init__(
        self,
        estimator: Any,
        X: Any,
        weights: Floats,
        criterion: str,
        random: np.random.RandomState,
    ) -> None:
        _check(estimator, is_regressor(estimator), "regressor")
        self._estimator, self._random, self._X, self._weights = estimator, random, X, weights
        self._least_squares = criterion == "least_squares"

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `nzdd.formulations.learning.lpboost.hypothesis.WeakLearner`."""
        sizes = np.abs(costs)
        if self._least_squares:
            residuals, weights = costs / self._weights, self._weights
            residuals = residuals / (np.abs(residuals).max() or 1.0)
        else:
            # Where there is nothing to tell apart any hypothesis will do.
            residuals, weights = np.sign(costs), sizes if sizes.any() else np.ones(sizes.size)
        model = _fresh(self._estimator, self._random)
        model.fit(self._X, residuals, sample_weight=weights / weights.mean())
        largest = float(np.abs(model.predict(self._X)).max()) or 1.0
        hypothesis = RegressorHypothesis(model, largest if self._least_squares else None)
        return Learned(hypothesis, hypothesis.predict(self._X), float(sizes.sum()))


def takes_sparse(estimator: Any) -> bool:
    """Whether an estimator, or None for stumps, says that it takes sparse matrices."""
    return estimator is not None and bool(get_tags(estimator).input_tags.sparse)


def distinct_rows(X: Any, y: NDArray[Any], weights: Floats) -> tuple[Any, NDArray[Any], Floats]:
    """Rows with their targets, equal ones put together.

    Sparse rows are not compared. Time O(rows log(rows) columns).

    Returns
    -------
    X, y, weights
    """
    if sp.issparse(X):
        return X, y, weights
    order = np.lexsort((y, *X.T))
    X, y, weights = X[order], y[order], weights[order]
    new = np.ones(y.size, np.bool_)
    new[1:] = (X[1:] != X[:-1]).any(axis=1) | (y[1:] != y[:-1])
    firsts = np.flatnonzero(new)
    return X[firsts], y[firsts], np.add.reduceat(weights, firsts)


def _check(estimator: Any, right_kind: bool, kind: str) -> None:
    if not right_kind:
        raise TypeError(f"estimator is {estimator!r}, which is not a {kind}; give one, or None")
    if not has_fit_parameter(estimator, "sample_weight"):
        raise TypeError(
            f"{estimator!r} takes no sample_weight in fit, which boosting needs; give another "
            f"{kind}"
        )


def _fresh(estimator: Any, random: np.random.RandomState) -> Any:
    """A clone with a seed of its own, where it has a seed at all."""
    model = clone(estimator)
    if "random_state" in model.get_params():
        model.set_params(random_state=random.randint(MAX_SEED))
    return model
