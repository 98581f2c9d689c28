"""Columns with which votes may only rise, or only fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.bits import ThresholdBits
from nzdd.adapters.sklearn.encoding.cut_rule import places
from nzdd.input.text import shown


def directions(monotone: Any, encoder: BinaryEncoder) -> list[int] | None:
    """The direction of every column by the parameter ``monotone``; None for none.

    Parameters
    ----------
    monotone : mapping from name or index to direction, sequence of directions, or None
        1: votes rise with the column, -1: they fall, 0: both.
    encoder : BinaryEncoder
        Fitted.

    Raises
    ------
    ValueError
        If a direction is another value, a column does not exist, or holds categories.
    """
    if monotone is None:
        return None
    names = column_names(encoder)
    found = [0] * len(names)
    if isinstance(monotone, Mapping):
        pairs = [
            (place, value)
            for key, value in monotone.items()
            for place in places(key, names, "monotone")
        ]
    else:
        if isinstance(monotone, (str, bytes)) or not isinstance(monotone, Sequence | np.ndarray):
            raise ValueError(
                f"monotone is {shown(monotone)}; give 1, -1 or 0 for each column, or a dict"
            )
        if len(monotone) != len(names):
            raise ValueError(
                f"monotone has {len(monotone)} directions for {len(names)} columns; give one for "
                "each, or a dict from column to direction"
            )
        pairs = list(enumerate(monotone))
    for place, value in pairs:
        if value not in (-1, 0, 1):
            raise ValueError(f"monotone has {value!r} for column {names[place]!r}; give 1, -1 or 0")
        if value and not isinstance(encoder._columns[place], ThresholdBits):
            raise ValueError(
                f"monotone names column {names[place]!r}, which holds categories; leave it out, or "
                "make the column numbers"
            )
        found[place] = int(value)
    return found
