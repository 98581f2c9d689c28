"""Weights of rows that are whole numbers, whose sums are exact."""

from __future__ import annotations

import numpy as np

from nzdd.input.row_table import RowTable

LIMIT = 2**53
"""Total weights stay below: every sum of weights is exact then, on every edge."""


def total_weight(family: RowTable) -> int:
    """The total weight of rows, which must be whole numbers."""
    if family.weights is None:
        return family.num_rows
    fractional = family.weights != np.rint(family.weights)
    if fractional.any():
        row = int(np.argmax(fractional))
        raise ValueError(
            f"weight {row} is {family.weights[row]}; weights of rows that come in chunks must be "
            "whole numbers: multiply all of them by a common factor"
        )
    # a sum below the limit is exact
    return int(np.minimum(family.weights, LIMIT).sum())


def check_total(total: int) -> None:
    """Raise ValueError where sums of weights might not be exact."""
    if total >= LIMIT:
        raise ValueError(
            f"the total weight would be {total} or more, but it must be below 2**53 for all sums "
            "to be exact; divide the weights by a common factor"
        )
