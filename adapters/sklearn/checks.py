"""Checks of the parameters and the training data that estimators share."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import _safe_indexing, check_random_state, indexable
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_array, column_or_1d

from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import refuse_masked
from nzdd.input.text import shown

_MOST_JOBS = 10_000


def check_encoder(value: Any) -> None:
    """Raise ValueError unless it is a transformer, or None."""
    methods = ("fit", "transform", "get_params")
    if value is not None and (
        isinstance(value, type) or not all(callable(getattr(value, name, None)) for name in methods)
    ):
        raise ValueError(
            f"encoder is {shown(value)}; give a transformer, such as BinaryEncoder(), or None"
        )


def check_learner(value: Any) -> None:
    """Raise TypeError unless it may be an estimator, or None."""
    methods = ("fit", "predict", "get_params")
    if value is not None and (
        isinstance(value, type) or not all(callable(getattr(value, name, None)) for name in methods)
    ):
        raise TypeError(
            f"estimator is {shown(value)}, which is not an estimator; give one, or None"
        )


def check_verbose(value: Any) -> None:
    """Raise ValueError unless it is an integer of at least 0, or True or False."""
    if not isinstance(value, Integral) or int(value) < 0:
        raise ValueError(f"verbose is {shown(value)}; give 0, or 1 to see the progress")


def check_seed(value: Any) -> None:
    """Raise ValueError unless numbers can be drawn from it."""
    try:
        check_random_state(value)
    except (ValueError, TypeError):
        raise ValueError(
            f"random_state is {shown(value)}; give an integer from 0 to 2**32 - 1, or None"
        ) from None


def check_jobs(value: Any) -> None:
    """Raise ValueError unless joblib knows what to do with it."""
    if value is not None and (
        not isinstance(value, Integral) or value == 0 or abs(int(value)) > _MOST_JOBS
    ):
        raise ValueError(f"n_jobs is {shown(value)}; give a number of processes, -1 for all cores")


def checked_labels(y: ArrayLike | None, num_rows: int, name: str) -> NDArray[Any]:
    """Labels as an array, one a row.

    Parameters
    ----------
    y : array_like, shape (num_rows,)
    num_rows : int
    name : str
        Of the estimator.

    Raises
    ------
    ValueError
        If there are none or too few or too many, one is missing, or they are not classes.
    """
    if y is None:
        raise ValueError(
            f"{name} requires y to be passed, but the target y is None; give the class of each row"
        )
    refuse_masked(y, "y")
    labels: NDArray[Any] = check_array(
        column_or_1d(y, warn=True), ensure_2d=False, dtype=None, input_name="y"
    )
    check_classification_targets(labels)
    if labels.size != num_rows:
        raise ValueError(f"X has {num_rows} rows and y has {labels.size}; give one class a row")
    return labels


def checked_weights(sample_weight: ArrayLike | None, X: Any) -> NDArray[np.float64]:
    """One number a row, 1 where none are given.

    Raises
    ------
    ValueError
        If there are too few or too many, one is negative, masked or not finite, all are 0, or
        one is out of the range in which methods can count with it.
    """
    if sample_weight is not None:
        refuse_masked(sample_weight, "sample_weight")
    weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    if not weights.any():  # pragma: no cover - newer scikit-learn asks before
        raise ValueError("all of sample_weight is 0; give some rows a weight")
    return as_row_weights(weights, weights.size)


def without_zero_weights(table: Any, labels: NDArray[Any], weights: NDArray[np.float64]) -> Any:
    """The table, labels and weights of the rows of positive weight."""
    if weights.all():
        return table, labels, weights
    kept = np.flatnonzero(weights)
    (table,) = indexable(table)
    return _safe_indexing(table, kept), labels[kept], weights[kept]
