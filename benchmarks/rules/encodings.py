"""Tables as the methods take them; whatever is learnt for it is learnt from the training rows.

========== =====================================================================================
``frame``  as it is: numbers, categories, missing values
``typed``  numbers with NaN, categories as the categorical type of pandas
``filled`` medians for missing numbers, categories as text, ``missing`` is one of them
``numbers`` medians for missing numbers, a 0/1 column a category
``bits``   the 0/1 columns of `BinaryEncoder`, at its defaults
========== =====================================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

Encoded = tuple[Any, Any]
"""Rows to train on and to test on."""


def frame(train: pd.DataFrame, test: pd.DataFrame) -> Encoded:
    """As they are."""
    return train, test


def typed(train: pd.DataFrame, test: pd.DataFrame) -> Encoded:
    """Categories that are unknown become missing."""
    kinds = {
        name: pd.CategoricalDtype(sorted(column.dropna().unique()))
        for name, column in train.items()
        if column.dtype == object
    }
    return train.astype(kinds), test.astype(kinds)


def filled(train: pd.DataFrame, test: pd.DataFrame) -> Encoded:
    """Without missing values. A column without a number is 0."""
    marks = {
        name: "missing" if column.dtype == object else np.nan_to_num(column.median())
        for name, column in train.items()
    }
    return train.fillna(marks), test.fillna(marks)


def numbers(train: pd.DataFrame, test: pd.DataFrame) -> Encoded:
    """Arrays of floats."""
    texts = [name for name, column in train.items() if column.dtype == object]
    whole = pd.get_dummies(pd.concat(filled(train, test)), columns=texts, dtype=float)
    fitted = whole.iloc[: len(train)]
    whole = whole.loc[:, fitted.nunique() > 1]  # without what only the rows to test on have
    table = whole.to_numpy(np.float64)
    return table[: len(train)], table[len(train) :]


def bits(train: pd.DataFrame, test: pd.DataFrame) -> Encoded:
    """Arrays of 0 and 1."""
    from nzdd.sklearn import BinaryEncoder

    encoder = BinaryEncoder(sparse_output=False).fit(train)
    return encoder.transform(train), encoder.transform(test)


ENCODINGS: dict[str, Callable[[pd.DataFrame, pd.DataFrame], Encoded]] = {
    encoding.__name__: encoding for encoding in (frame, typed, filled, numbers, bits)
}
