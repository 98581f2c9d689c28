"""Which column looks like a label, the last one or the first; and labels that are no classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.header_line import is_number
from nzdd.adapters.files.tables.values import is_text
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

MOST_CLASSES = 30
"""The most distinct values of a column that looks like a label."""
_SAMPLE = 5000  # rows that are looked at
_MOST_FRACTIONS = 10
_MOST_INTEGERS = 100
_MOST_WORDS = 100
_LARGE_SHARE = 0.05


def label_by_content(frame: DataFrame) -> int:
    """The position of the label: the last column, unless only the first one looks like a label.

    A label is known in all rows and has a few values. Of two such columns the first is taken if it
    alone has words, words that no other column has, or two values; where both have two, if the
    last one repeats or complements other columns, or has smaller correlations with the others.
    Time O(rows + columns), as some thousand rows are looked at.
    """
    last = int(frame.shape[1]) - 1
    first, end = frame.iloc[:, 0], frame.iloc[:, last]
    if not _like_label(first) or last == 0:
        return last
    if not _like_label(end):
        return 0
    for differs in (_has_words, lambda column: _own_words(column, frame), _has_two_values):
        if differs(first) != differs(end):
            return 0 if differs(first) else last
    if not _has_two_values(first):
        return last
    codes = _codes(frame.iloc[:_SAMPLE])
    if _completes_a_block(codes):
        return 0
    return 0 if _correlation(codes, 0) > _correlation(codes, last) else last


def _like_label(column: Series) -> bool:
    return not column.isna().any() and 2 <= column.nunique() <= min(MOST_CLASSES, len(column) - 1)


def _has_words(column: Series) -> bool:
    return is_text(column) and not all(map(is_number, column.astype(str).unique()))


def _has_two_values(column: Series) -> bool:
    return bool(column.nunique() == 2)


def _own_words(column: Series, frame: DataFrame) -> bool:
    """Whether no other column has the words of this one, if it has some."""
    if not _has_words(column):
        return False
    words = column.iloc[:_SAMPLE].unique()
    others = (frame.iloc[:_SAMPLE, j] for j in range(frame.shape[1]))
    return not any(
        other.isin(words).any() for other in others if other.name != column.name and is_text(other)
    )


def _codes(frame: DataFrame) -> NDArray[np.float64]:
    """The columns as numbers: words by their first row."""
    import pandas as pd

    codes = np.empty(frame.shape, order="F")
    for j in range(frame.shape[1]):
        column = frame.iloc[:, j]
        if column.dtype.kind not in "biuf":
            column = pd.Series(pd.factorize(column.astype(str))[0])
        codes[:, j] = column.to_numpy(dtype=np.float64, na_value=0.0)
    return np.nan_to_num(codes)


def _completes_a_block(codes: NDArray[np.float64]) -> bool:
    """Whether the last columns of two values sum to a constant, as bits of one category do."""
    most = min(codes.shape[1] - 1, MOST_CLASSES)
    sums = np.cumsum(codes[:, : -most - 1 : -1], axis=1)[:, 1:]
    return bool((np.ptp(sums, axis=0) == 0).any())


def _correlation(codes: NDArray[np.float64], label: int) -> float:
    """The median of the absolute correlations with the columns between the first and the last."""
    scaled = codes - codes.mean(axis=0)
    scaled /= np.maximum(codes.std(axis=0), 1e-12)
    others = np.abs(scaled[:, label] @ scaled[:, 1:-1]) / len(codes)
    return float(np.median(others)) if others.size else 0.0


def check_classes(path: StrPath, labels: NDArray[Any], name: str | None) -> None:
    """Raise ModelFileError where labels are measured numbers, or as many words as rows."""
    distinct = np.unique(labels)
    column = "the label" if name is None else f"the label (column {_shown(name)})"
    cure = "give the label column by its name or position (label=..., --label)"
    if labels.dtype.kind in "iuf":
        fractions = labels.dtype.kind == "f" and bool((distinct % 1 != 0).any())
        many = distinct.size > (_MOST_FRACTIONS if fractions else _MOST_INTEGERS)
        if many and (fractions or distinct.size > _LARGE_SHARE * labels.size):
            what = f"{column} has {distinct.size} different numbers, as a quantity to predict has"
            cure += ", cut it into classes, or use a regressor of nzdd.sklearn"
            raise ModelFileError(path, None, what, cure)
    elif distinct.size > _MOST_WORDS and 2 * distinct.size > labels.size:
        what = f"{column} has {distinct.size} different words in {labels.size} rows"
        raise ModelFileError(path, None, what, cure)
