"""Checks of the parameters and the training data that estimators share."""

from __future__ import annotations

import warnings
from contextlib import suppress
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn.base import OneToOneFeatureMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    _num_samples,
    check_array,
    column_or_1d,
    validate_data,
)

from nzdd.adapters.files.tables.cells.dates import CURE, date_in
from nzdd.adapters.libraries import pyarrow
from nzdd.adapters.sklearn.encoding.columns import check_shape, is_frame
from nzdd.adapters.sklearn.encoding.exact_numbers import exact
from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import refuse_masked
from nzdd.input.parameters import check_integer
from nzdd.input.text import shown

_MOST_JOBS = 10_000


def check_encoder(value: Any, *, auto: bool = False) -> None:
    """Raise ValueError unless it is a transformer or None, or where that is known "auto"."""
    if value is not None and not _is_estimator(value, "transform"):
        cure = 'or "auto", or None' if auto else "or None"
        raise ValueError(
            f"encoder is {shown(value)}; give a transformer, such as BinaryEncoder(), {cure}"
        )


def check_learner(value: Any) -> None:
    """Raise TypeError unless it looks like an estimator or is None."""
    if value is not None and not _is_estimator(value, "predict"):
        raise TypeError(
            f"estimator is {shown(value)}, which is not an estimator; give one, or None"
        )


def _is_estimator(value: Any, method: str) -> bool:
    methods = (getattr(value, name, None) for name in ("fit", "get_params", method))
    return not isinstance(value, type) and all(map(callable, methods))


def check_seed(value: Any) -> None:
    """Raise ValueError unless it seeds a random number generator."""
    try:
        check_random_state(value)
    except (ValueError, TypeError):
        raise ValueError(
            f"random_state is {shown(value)}; give an integer from 0 to 2**32 - 1, or None"
        ) from None


def check_verbose(value: Any) -> None:
    """Raise ValueError unless it is an integer of at least 0, or True or False."""
    if not isinstance(value, bool):
        check_integer("verbose", value, 0)


def check_jobs(value: Any) -> None:
    """Raise ValueError unless it is a number of processes for joblib, or None."""
    if value is not None and (
        not isinstance(value, Integral) or value == 0 or abs(int(value)) > _MOST_JOBS
    ):
        raise ValueError(f"n_jobs is {shown(value)}; give a number of processes, -1 for all cores")


def as_frame(table: Any) -> Any:
    """A table of Arrow, polars and the like as a data frame of pandas, others as they are."""
    if is_frame(table) or not hasattr(table, "columns"):
        return table
    if hasattr(table, "to_arrow"):  # polars, whose to_pandas rounds large integers
        table = table.to_arrow()
    if hasattr(table, "get_total_buffer_size"):  # of Arrow; columns of its own save a copy
        return pyarrow.frame_of(table, split_blocks=True)
    return table.to_pandas() if hasattr(table, "to_pandas") else table


def checked_table(estimator: Any, X: Any, **options: Any) -> Any:
    """The table by ``validate_data`` of scikit-learn with these options, after `check_shape`."""
    X = as_frame(X)
    check_shape(X)
    if options.get("dtype") is np.float64:
        _refuse_dates(X)
        warn_of_rounded(X, type(estimator).__name__)
    return validate_data(estimator, X, **options)


def _refuse_dates(X: Any) -> None:
    """Raise TypeError for a column of dates, which scikit-learn may take for numbers."""
    if issparse(X):
        return
    with suppress(ValueError):  # of rows of different lengths, which are refused next
        table: Any = X if is_frame(X) else np.asarray(X)
        for place in range(table.shape[1] if table.ndim == 2 else 0):
            name = X.columns[place] if is_frame(X) else f"x{place}"
            example = date_in(table.iloc[:, place] if is_frame(X) else table[:, place])
            if example is not None:
                raise TypeError(
                    f"column {shown(name)} holds dates or times, such as {shown(example)}; {CURE}, "
                    "or leave it out"
                )


def warn_of_rounded(values: Any, user: str, what: str = "X") -> None:
    """Warn of whole numbers beyond 2**53 that are rounded, as the user works with doubles."""
    parts = [values.iloc[:, at] for at in range(values.shape[1])] if is_frame(values) else [values]
    for part in parts:
        given = np.asarray(getattr(part, "data", part) if issparse(part) else part)
        if given.dtype.kind not in "iuO":
            continue
        with suppress(TypeError, ValueError, OverflowError):  # of words, which are refused next
            held = exact(given)
            if held.dtype == np.float64:
                continue
            found = held.astype(object)
            rounded = (found != found.astype(np.float64)) & (found == found)
            if rounded.any():
                place = f"column {shown(part.name)} of {what}" if is_frame(values) else what
                warnings.warn(
                    f"{place} holds {found[rounded][0]}, which {user} rounds to a double, as "
                    "others beyond 2**53; subtract a number from all of them",
                    stacklevel=3,
                )
                return


def checked_columns(estimator: Any, X: Any, *, reset: bool) -> Any:
    """`checked_table` of columns of any type, which are checked as they are read."""
    X = as_frame(X)
    if is_frame(X):
        return checked_table(estimator, X, reset=reset, skip_check_array=True)
    options = {"accept_sparse": "csc", "ensure_all_finite": "allow-nan"}
    table = checked_table(estimator, X, reset=reset, dtype=None, **options)
    if not hasattr(X, "dtype") and table.dtype.kind == "U":
        # numpy turns lists of strings and numbers into strings
        table = check_array(X, dtype=object, **options)
    return table


def checked_numbers(estimator: Any, X: Any, **options: Any) -> Any:
    """`checked_table` of finite numbers.

    Raises
    ------
    ValueError
        In one line that names the column, if a value is missing or is not a number.
    """
    try:
        return checked_table(estimator, X, dtype=np.float64, **options)
    except ValueError as error:
        reason = _not_a_number(X, str(error), type(estimator).__name__)
        raise (ValueError(reason) if reason else error) from None


def _not_a_number(X: Any, message: str, estimator: str) -> str | None:
    """Where X has no number and what helps, if that is what scikit-learn's message is about."""
    missing, text = "contains NaN" in message, message.partition("could not convert string")[2]
    if not missing and not text:
        return None
    table: Any = X if issparse(X) or hasattr(X, "iloc") else np.asarray(X, np.object_)
    sparse = table.tocsc() if issparse(X) else None
    names = getattr(X, "columns", range(table.shape[1]))
    for place, name in enumerate(names):
        if sparse is not None:
            column = sparse[:, [place]].data
        else:
            column = table.iloc[:, place] if hasattr(table, "iloc") else table[:, place]
        try:
            values = np.asarray(column, np.float64)
            wrong = missing and bool(np.isnan(values).any())
        except (ValueError, TypeError):
            wrong = True
        if wrong and missing:
            return (
                f"Input X contains NaN: column {shown(name)} has missing values, and {estimator} "
                "takes numbers only; fill them first, such as with SimpleImputer in a pipeline"
            )
        if wrong:
            value = text.partition(": ")[2]
            return (
                f"column {shown(name)} of X holds {value}, which is not a number; encode "
                f"categories first, such as with OneHotEncoder in a pipeline, as {estimator} takes "
                "numbers only"
            )
    return None


def column_names(estimator: Any, given: ArrayLike | None = None) -> list[str]:
    """The names of the columns of X: those of `fit`, those given, or x0, x1, ..."""
    return [str(name) for name in OneToOneFeatureMixin.get_feature_names_out(estimator, given)]


def checked_labels(y: ArrayLike | None, num_rows: int, name: str) -> NDArray[Any]:
    """Labels as an array, one for each row.

    Parameters
    ----------
    y : array_like, shape (num_rows,)
    num_rows : int
    name : str
        Of the estimator or the parameter that needs them.

    Raises
    ------
    ValueError
        If there are none, too few or too many, one is missing, or they are not classes.
    """
    if y is None:
        raise ValueError(
            f"{name} requires y to be passed, but the target y is None; give the class of each row"
        )
    refuse_masked(y, "y")
    labels: NDArray[Any] = check_array(
        column_or_1d(y, warn=True), ensure_2d=False, dtype=None, input_name="y"
    )
    try:
        with np.errstate(invalid="ignore"):  # of labels beyond 64 bits
            check_classification_targets(labels)
    except TypeError as error:
        raise ValueError(f"the classes in y cannot be distinguished: {error}") from None
    if labels.size != num_rows:
        raise ValueError(f"X has {num_rows} rows and y has {labels.size}; give one class a row")
    return labels


def checked_weights(sample_weight: ArrayLike | None, X: Any) -> NDArray[np.float64]:
    """One weight for each row, 1 if none are given.

    Raises
    ------
    ValueError
        If there are too few or too many, one is negative, masked, not finite or outside of the
        range of `as_row_weights`, or all are 0.
    """
    if sample_weight is None:
        return np.ones(_num_samples(X))
    refuse_masked(sample_weight, "sample_weight")
    weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    if not weights.any():  # pragma: no cover - newer scikit-learn asks before
        raise ValueError("all of sample_weight is 0; give some rows a weight")
    return as_row_weights(weights, weights.size)
