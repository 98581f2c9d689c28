"""The values of integer columns, each as a column of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack, vstack

from nzdd.formulations.models.arrays import Floats, Matrix


def level_rows(lower: Floats, upper: Floats) -> tuple[NDArray[np.bool_], Matrix, Floats]:
    """Rows by which one of the levels of each column is 1, that of its value.

    Parameters
    ----------
    lower, upper : ndarray, shape (k,)
        Finite integers.

    Returns
    -------
    exists : ndarray of bool, shape (k, L)
        Whether the column has a value ``lower + l``; L is the most values that one has.
    matrix : csr_array, shape (2k, k L + k)
        Over the levels, raveled, and then the columns: the sum of the levels, and the sum of the
        values at the levels minus the column.
    right : ndarray, shape (2k,)
        Time and memory O(k L).
    """
    level = np.arange(int((upper - lower).max(initial=-1)) + 1)
    exists = level <= (upper - lower)[:, None]
    number, place = lower.size, np.arange(exists.size)
    each = np.repeat(np.arange(number), level.size)
    shape = (number, exists.size)
    total = csr_array((np.ones(exists.size), (each, place)), shape=shape)
    value = csr_array(((lower[:, None] + level).ravel(), (each, place)), shape=shape)
    minus = csr_array((-np.ones(number), (np.arange(number),) * 2), shape=(number, number))
    matrix = vstack([hstack([total, csr_array((number, number))]), hstack([value, minus])])
    return exists, csr_array(matrix), np.repeat([1.0, 0.0], number)
