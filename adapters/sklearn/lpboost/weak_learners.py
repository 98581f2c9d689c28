"""Estimators of scikit-learn as weak learners of LPBoost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.validation import has_fit_parameter

from nzdd.formulations.learning.folds import folds
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import Learned, agreement, in_full
from nzdd.formulations.models.arrays import Floats

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
        """See `nzdd.formulations.learning.lpboost.hypotheses.hypothesis.Hypothesis`."""
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
        Its values are divided by it and then clipped to [-1, 1]. None: their signs are taken.
    """

    estimator: Any
    scale: float | None

    def predict(self, X: Any) -> Floats:
        """See `nzdd.formulations.learning.lpboost.hypotheses.hypothesis.Hypothesis`."""
        values = np.asarray(self.estimator.predict(X), np.float64)
        if self.scale is None:
            return np.where(values >= 0, 1.0, -1.0)
        return np.clip(values / self.scale, -1.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
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
        If it is not a classifier, takes no sample weights, or lacks the probabilities that are
        needed.
    """

    estimator: Any
    X: Any
    codes: NDArray[np.integer[Any]]
    num_classes: int
    confidence_rated: bool
    random: np.random.RandomState

    def __post_init__(self) -> None:
        _check(self.estimator, is_classifier(self.estimator), "classifier")
        if self.confidence_rated and not hasattr(self.estimator, "predict_proba"):
            raise TypeError(
                f"confidence_rated needs predict_proba, which {self.estimator!r} lacks; take "
                "another estimator or confidence_rated=False"
            )

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `nzdd.formulations.learning.lpboost.hypotheses.hypothesis.WeakLearner`."""
        model = _fresh(self.estimator, self.random)
        model.fit(self.X, self.codes, sample_weight=costs / costs.mean())
        hypothesis = ClassifierHypothesis(model, self.num_classes, self.confidence_rated)
        outputs = agreement(hypothesis.predict(self.X), self.codes)
        return Learned(hypothesis, outputs, float(costs.sum()))


@dataclass(frozen=True, slots=True, eq=False)
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
        ``"deviation"``: fitted to the signs of the costs, weighted by their absolute values, and
        its sign taken. ``"least_squares"``: fitted to the costs divided by the weights, as to
        residuals, and scaled to a largest absolute value of 1.
    random : RandomState

    Raises
    ------
    TypeError
        If it is not a regressor, or takes no sample weights.
    """

    estimator: Any
    X: Any
    weights: Floats
    criterion: str
    random: np.random.RandomState

    def __post_init__(self) -> None:
        _check(self.estimator, is_regressor(self.estimator), "regressor")

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `nzdd.formulations.learning.lpboost.hypotheses.hypothesis.WeakLearner`."""
        sizes = np.abs(costs)
        least_squares = self.criterion == "least_squares"
        if least_squares:
            residuals, weights = costs / self.weights, self.weights
            residuals = residuals / (np.abs(residuals).max() or 1.0)
        else:
            # if all costs are 0, any hypothesis will do
            residuals, weights = np.sign(costs), sizes if sizes.any() else np.ones(sizes.size)
        model = _fresh(self.estimator, self.random)
        model.fit(self.X, residuals, sample_weight=weights / weights.mean())
        largest = float(np.abs(model.predict(self.X)).max()) or 1.0
        hypothesis = RegressorHypothesis(model, largest if least_squares else None)
        return Learned(hypothesis, hypothesis.predict(self.X), float(sizes.sum()))


def takes_sparse(estimator: Any) -> bool:
    """Whether an estimator, or None for stumps, says that it takes sparse matrices."""
    return estimator is not None and bool(get_tags(estimator).input_tags.sparse)


def held_out_error(
    estimator: Any, X: Any, codes: NDArray[np.integer[Any]], weights: Floats, seed: Any
) -> float:
    """The share of the weight of rows held out, in turn, that a classifier gives a wrong class.

    A part without all classes is left out; if there is none, half of the error of chance counts.
    """
    random = check_random_state(seed)
    wrong = judged = 0.0
    count = int(codes.max()) + 1
    for train, test in folds(codes):
        if np.unique(codes[train]).size == count:
            model = _fresh(estimator, random)
            model.fit(X[train], codes[train], sample_weight=weights[train] / weights[train].mean())
            wrong += float(weights[test][model.predict(X[test]) != codes[test]].sum())
            judged += float(weights[test].sum())
    return wrong / judged if judged else 0.5 * (1 - 1 / count)


def _check(estimator: Any, right_kind: bool, kind: str) -> None:
    if not right_kind:
        raise TypeError(f"estimator is {estimator!r}, which is not a {kind}; give one, or None")
    if not has_fit_parameter(estimator, "sample_weight"):
        raise TypeError(
            f"{estimator!r} takes no sample_weight in fit, which boosting needs; give another "
            f"{kind}"
        )


def _fresh(estimator: Any, random: np.random.RandomState) -> Any:
    """A clone, with a new seed if the estimator has a `random_state`."""
    model = clone(estimator)
    if "random_state" in model.get_params():
        model.set_params(random_state=random.randint(MAX_SEED))
    return model
