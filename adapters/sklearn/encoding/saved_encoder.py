"""A `BinaryEncoder` as JSON values in model files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.bits import CategoryBits, ColumnBits, ThresholdBits
from nzdd.adapters.sklearn.encoding.exact_numbers import exact

_CURE = "save the model again with `nzdd fit -o`"


def to_dict(encoder: BinaryEncoder, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Describe a fitted encoder column by column.

    Parameters
    ----------
    encoder : BinaryEncoder
    names : sequence of str, optional
        Of the columns, where the encoder has none.

    Returns
    -------
    dict
        ``columns``: a list of ``{"name", "missing"}`` with either ``"thresholds"`` and ``"as_is"``
        or ``"categories"`` and ``"rest"``.
    """
    return {
        "columns": [
            {"name": name, "missing": column.missing} | _content(column)
            for name, column in zip(column_names(encoder, names), encoder._columns, strict=True)
        ]
    }


def from_dict(content: dict[str, Any]) -> BinaryEncoder:
    """The encoder that `to_dict` described; it takes tables with the same column names.

    Raises
    ------
    ValueError
        If the description is damaged.
    """
    try:
        columns = [_column(column) for column in content["columns"]]
        names = [str(column["name"]) for column in content["columns"]]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"the encoder of the model is damaged ({error!r}); {_CURE}") from None
    encoder = BinaryEncoder()
    encoder._columns = columns
    encoder.n_features_in_ = len(columns)
    encoder.feature_names_in_ = np.array(names, dtype=object)
    encoder.n_features_out_ = sum(column.width for column in columns)
    return encoder


def _content(column: ColumnBits) -> dict[str, Any]:
    if isinstance(column, ThresholdBits):
        return {"thresholds": column.cuts.tolist(), "as_is": column.as_is}
    return {"categories": list(column.values), "rest": list(column.rest)}


def _column(content: dict[str, Any]) -> ColumnBits:
    missing = bool(content["missing"])
    if "thresholds" in content:
        cuts = exact(np.array(content["thresholds"], object))
        finite = np.isfinite(cuts.astype(np.float64)).all()
        if cuts.ndim != 1 or not finite or (cuts[1:] <= cuts[:-1]).any():
            raise ValueError("thresholds do not rise")
        return ThresholdBits(cuts, missing, bool(content["as_is"]))
    categories, rest = list(content["categories"]), list(content["rest"])
    if not all(isinstance(value, (str, int, float)) for value in categories + rest):
        raise ValueError("a category is neither text nor a number")
    return CategoryBits(categories, rest, missing)
