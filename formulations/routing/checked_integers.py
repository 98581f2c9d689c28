"""Integers that a user gives."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from nzdd.formulations.models.arrays import Ints
from nzdd.input.arrays import as_array

LARGEST = 2**40
"""Of loads, the capacity and times."""


def checked_integers(name: str, given: ArrayLike, cure: str) -> Ints:
    """Integers from 0 to `LARGEST`; ValueError if some are not, with a cure for decimals."""
    values = as_array(given, name)
    whole = values.dtype.kind in "iu" or (
        values.dtype.kind == "f" and bool(np.isfinite(values).all() and (values % 1 == 0).all())
    )
    if not whole:
        raise ValueError(f"{name} must be integers; {cure}")
    if values.size and (values.min() < 0 or values.max() > LARGEST):
        worst = values[(values < 0) | (values > LARGEST)].flat[0]
        raise ValueError(f"{name} has {worst}; each must be from 0 to 2^40")
    return values.astype(np.int64)
