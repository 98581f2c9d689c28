"""Probabilities of classes: decision values of rows that were held out, and what they mean."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import checked_labels, checked_weights
from nzdd.adapters.sklearn.probabilities.halves import DistinctRows
from nzdd.formulations.learning.calibration import Calibration, size
from nzdd.formulations.learning.classes import class_factors
from nzdd.formulations.models.arrays import Floats

if TYPE_CHECKING:
    from collections.abc import Callable

Codes = NDArray[np.integer[Any]]


def _wanted(estimator: Any) -> bool:
    if not estimator.probability:
        raise AttributeError("probability is False; set it to True and fit again")
    return True


class ProbabilityMixin:
    """A classifier whose decision values are calibrated if its parameter `probability` is true."""

    probability: bool
    classes_: Any
    calibration_: Calibration
    """From decision values to probabilities; only if `probability` is true."""
    decision_function: Callable[[Any], Floats]
    _table: Any
    _seconds: Any

    @available_if(_wanted)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Floats:
        """The probability of each class, for each row: a calibrated decision value.

        The training rows are divided into two random halves, which depend on the rows alone. A
        clone that learns from one half gives decision values to the other. To these, divided by
        their mean size, a sigmoid is fitted: for two classes 1/2 at the decision value 0, with a
        slope on either side; for more a softmax with one slope. So the probabilities rise with the
        decision value, and the most probable class is the one that `predict` gives. They are those
        of the weighted rows: with ``class_weight="balanced"`` those of equally frequent classes.

        If a half does not suffice to learn from, the slopes come from the training rows themselves,
        and are then too steep.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)
            As for `decision_function`.

        Returns
        -------
        ndarray of float64, shape (rows, classes)
            In the order of `classes_`, each row of sum 1.

        Raises
        ------
        AttributeError
            If `probability` is False.
        ValueError
            As `decision_function`.
        """
        check_is_fitted(self, "calibration_")
        return self.calibration_.probabilities(self.decision_function(X))

    def _calibrate(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None, held_out: bool = True
    ) -> None:
        """Set `calibration_` by rows held out, or else by the training rows; if it is wanted.

        Equal rows count as one with the weight of all. Of more than `MOST_ROWS` a sample of about
        that size serves, so that this takes at most as long as `fit` itself, and much less for many
        rows.
        """
        if not self.probability:
            return
        weights = checked_weights(sample_weight, X)
        labels = checked_labels(y, weights.size, type(self).__name__)
        (X,) = indexable(X)
        kept = np.flatnonzero(weights)
        if kept.size < weights.size:
            X, labels, weights = _safe_indexing(X, kept), labels[kept], weights[kept]
        of_labels = np.searchsorted(self.classes_, labels)
        rows = DistinctRows.of(self._table(X, reset=False), of_labels, weights).sample()
        X, labels = _safe_indexing(X, rows.places), labels[rows.places]
        codes, weights = rows.codes, rows.weights
        factors = self._class_factors(codes, weights)
        own = self.decision_function(X)
        scale = size(own, weights * factors)
        try:
            found = _held_out_values(self, X, labels, rows) if held_out else None
        except KeyboardInterrupt:
            self._calibrate(X, labels, weights, held_out=False)
            raise
        values, places, mass = found or (own / scale, np.arange(codes.size), weights)
        slopes = Calibration.fit(values, codes[places], mass * factors[places])
        self.calibration_ = slopes.scaled(scale)

    def _class_factors(self, codes: Codes, weights: Floats) -> Floats:
        """The factor of each row by `class_weight`."""
        given = getattr(self, "class_weight", None)
        factors = class_factors(given, self.classes_)
        if factors is not None:
            return factors[codes]
        if given is None:
            return np.ones(codes.size)
        return np.asarray(weights.sum() / (np.bincount(codes, weights) * self.classes_.size))[codes]

    def _for_a_half(self) -> Any:
        """An estimator to learn from half of the rows."""
        changed = {"probability": False, "verbose": 0}
        model: Any = clone(self)
        given = model.get_params(deep=False)
        if (seconds := self._seconds(self.classes_)) is not None:
            changed["time_limit"] = seconds / 2
        return model.set_params(**{name: changed[name] for name in changed if name in given})


def _held_out_values(
    estimator: Any, X: Any, labels: NDArray[Any], rows: DistinctRows
) -> tuple[Floats, NDArray[np.intp], Floats] | None:
    """Decision values of size 1 by clones that learned from the other half, if that is possible.

    It is not where a half is too small to learn from, for instance lacks a class. Also returns the
    rows that the values belong to, and their weights.
    """
    codes, weights, first = rows.codes, rows.weights, rows.first_half()
    values, tested, masses = [], [], []
    for train_weights in (first, weights - first):
        train, test = np.flatnonzero(train_weights), np.flatnonzero(weights - train_weights)
        if np.unique(codes[train]).size < estimator.classes_.size or not test.size:
            return None
        model = estimator._for_a_half()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the fit to all rows warns of what matters
            try:
                model.fit(_safe_indexing(X, train), labels[train], train_weights[train])
                found = model.decision_function(_safe_indexing(X, test))
            except ValueError:  # also of an encoder that has not seen a category
                return None
        mass = weights - train_weights
        values.append(found / size(found, mass[test]))
        tested.append(test)
        masses.append(mass[test])
    return np.concatenate(values), np.concatenate(tested), np.concatenate(masses)
