"""What an estimator is fitted to, checked and in the form the methods take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_array, column_or_1d

from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import refuse_masked
from nzdd.input.row_table import RowTable


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """Rows of bits, and the number of the class of each.

    Attributes
    ----------
    rows : RowTable
        With the weights of the rows, where there are any, all above 0.
    codes : ndarray of integers, shape (num_rows,)
        Positions in `classes`.
    classes : ndarray, shape (num_classes,)
        In order, each with a row at least.
    """

    rows: RowTable
    codes: NDArray[np.integer[Any]]
    classes: NDArray[Any]

    def targets(self) -> list[NDArray[np.bool_]]:
        """The positive rows of every problem: one for two classes, else one a class."""
        if self.classes.size == 2:
            return [self.codes == 1]
        return [self.codes == k for k in range(self.classes.size)]


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
        If there are none or too few or too many, one is missing, or they are no classes.
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
