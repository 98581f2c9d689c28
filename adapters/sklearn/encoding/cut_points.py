"""Cut points that divide a column of numbers into intervals."""

from __future__ import annotations

from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Context
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.exact_numbers import exact, is_whole

_DIGITS = 17
"""Of a double, at most."""
_TIE = 1e-12
"""Entropies that differ by less, relative to the rows, are equal; the lowest cut is then taken."""


def quantile_cuts(
    values: NDArray[Any],
    counts: NDArray[np.integer],
    max_bins: int,
    high: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Cut into a limited number of intervals of about the same number of rows.

    Parameters
    ----------
    values : ndarray of float64 or objects, shape (k,)
        Distinct and ascending; see `exact_numbers`.
    counts : ndarray of integers, shape (k,)
        Rows of each value.
    max_bins : int
        At least 2.
    high : ndarray of the same type, shape (k,), optional
        Where each of the values stands for several: the largest of them, while it is the least.

    Returns
    -------
    ndarray of float64 or objects
        Ascending. With at most `max_bins` distinct values there is a cut between any two
        neighbours, otherwise fewer if many rows share a value. No interval is empty.
    """
    if values.size <= max_bins:
        below = np.arange(values.size - 1)
    else:
        total = np.cumsum(counts)
        ideal = np.arange(1, max_bins) * (total[-1] / max_bins)
        # of the two boundaries around the ideal number of rows the closer one
        above = np.clip(np.searchsorted(total, ideal), 1, values.size - 2)
        closer = ideal - total[above - 1] <= total[above] - ideal
        below = np.unique(np.where(closer, above - 1, above))
    return between(values, values if high is None else high, below)


def mdl_cuts(
    values: NDArray[Any],
    counts: NDArray[np.integer],
    high: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Cut where the class distribution changes, if the gain exceeds the description length.

    Parameters
    ----------
    values : ndarray of float64 or objects, shape (k,)
        Distinct and ascending; see `exact_numbers`.
    counts : ndarray of integers, shape (k, number of classes)
        Rows of each value and class.
    high : ndarray of the same type, shape (k,), optional
        As for `quantile_cuts`.

    Returns
    -------
    ndarray of float64 or objects
        Ascending. Of equally good cuts the lowest is taken.

    Notes
    -----
    Fayyad and Irani, Multi-interval discretization of continuous-valued attributes for
    classification learning, IJCAI 1993: the cut of least class entropy is taken if its gain exceeds
    (log2(N - 1) + log2(3^k - 2) - k Ent(S) + k1 Ent(S1) + k2 Ent(S2)) / N, and both sides are cut
    likewise. By their theorem 1 only boundary points are candidates. Time O(k x classes) for each
    level of cuts.
    """
    if values.size < 2:
        return np.empty(0)
    first = _boundaries(counts)
    blocks = np.add.reduceat(counts, first, axis=0)
    total = np.concatenate((np.zeros((1, blocks.shape[1])), np.cumsum(blocks, axis=0)))
    accepted = []
    waiting = [(0, len(blocks))]
    while waiting:
        start, end = waiting.pop()
        cut = _best_cut(total[start : end + 1] - total[start])
        if cut is not None:
            accepted.append(start + cut)
            waiting += [(start, start + cut), (start + cut, end)]
    below = first[np.sort(np.array(accepted, dtype=np.intp))] - 1
    return between(values, values if high is None else high, below)


def _boundaries(counts: NDArray[np.integer]) -> NDArray[np.intp]:
    """The first value of each run of neighbours that all have the same single class."""
    only = np.where(np.count_nonzero(counts, axis=1) == 1, np.argmax(counts, axis=1), -1)
    new = (only[1:] != only[:-1]) | (only[1:] < 0)
    return np.flatnonzero(np.concatenate(([True], new)))


def _best_cut(total: NDArray[np.float64]) -> int | None:
    """The cut of a part, given its cumulative class counts, starting at 0; None: no cut."""
    whole, rows = total[-1], total[-1].sum()
    if len(total) < 3 or rows < 2:
        return None
    bits = _entropy(total[1:-1]) + _entropy(whole - total[1:-1])
    cut = int(np.argmax(bits <= bits.min() + _TIE * rows)) + 1
    parts = np.stack((whole, total[cut], whole - total[cut]))
    # entropies times rows
    whole_bits, left_bits, right_bits = _entropy(parts)
    classes = np.count_nonzero(parts, axis=1)
    delta = np.log2(3.0 ** classes[0] - 2) if classes[0] < 600 else classes[0] * np.log2(3.0)
    delta -= classes @ ([1, -1, -1] * _entropy(parts) / parts.sum(axis=1))
    gain = whole_bits - left_bits - right_bits
    return cut if gain > np.log2(rows - 1) + delta else None


def _entropy(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Class entropy in bits times the rows, for each row of counts."""
    bits = _times_log(counts.sum(axis=1))
    for column in counts.T:
        bits -= _times_log(column)
    return bits


def _times_log(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each number times its binary logarithm; 0 for 0."""
    return np.asarray(numbers * np.log2(np.where(numbers > 0, numbers, 1)))


def between(low: NDArray[Any], high: NDArray[Any], below: NDArray[np.intp]) -> NDArray[Any]:
    """One threshold above each of the values ``high[below]`` and below ``low[below + 1]``."""
    left, right = high[below], low[below + 1]
    digits = fewest_digits(left, right).tolist()
    found = map(short_threshold, left.tolist(), right.tolist(), digits)
    return exact(np.array(list(found), object))


def fewest_digits(low: NDArray[Any], high: NDArray[Any]) -> NDArray[np.intp]:
    """How many digits `short_threshold` needs at least for each pair of numbers."""
    if low.dtype != np.float64 or high.dtype != np.float64:
        return np.ones(low.size, np.intp)
    middle, half = low / 2 + high / 2, high / 2 - low / 2
    middle = np.where((low % 1 == 0) & (high % 1 == 0), np.floor(middle), middle)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        scale = np.floor(np.log10(np.abs(middle) * (1 - 1e-14)))
        unit = 10.0 ** (scale[:, None] - np.arange(_DIGITS))
        steps = middle[:, None] / unit
        away = np.abs(steps - np.rint(steps)) * unit
    rounding = 4 * np.spacing(np.abs(middle))
    may = ~np.isfinite(away) | (away <= (1.01 * half + rounding)[:, None])
    return np.where(may.any(axis=1), may.argmax(axis=1), _DIGITS - 1) + 1


def short_threshold(low: float, high: float, digits: int = 1) -> float:
    """Return the decimal of fewest digits near the middle of two numbers that separates them.

    Parameters
    ----------
    low, high : float or int
        Finite, ``low < high``.
    digits : int
        Fewer are not tried.

    Returns
    -------
    float or int
        The threshold t of ``x > t``: strictly between the two, or `low` itself if that is an
        integer (which is exact in every floating-point type) or no number lies between. An integer
        if both are.
    """
    middle, whole = low / 2 + high / 2, is_whole(low)
    kind: type[int] | type[float] = float
    if whole and is_whole(high):
        middle = float(np.floor(middle))
        if isinstance(low, int) or isinstance(high, int):
            middle, kind = (int(low) + int(high)) // 2, int
    most = _DIGITS if kind is float else max(_DIGITS, len(str(middle)))
    for places in range(digits, most + 1):
        for rounding in (ROUND_HALF_EVEN, ROUND_FLOOR):
            threshold = kind(_context(places, rounding).create_decimal(middle))
            if low < threshold < high or (threshold == low and whole):
                return threshold + kind(0)  # no -0
    return low


@cache
def _context(digits: int, rounding: str) -> Context:
    return Context(prec=digits, rounding=rounding)


def threshold_text(threshold: float) -> str:
    """Return the shortest text of a number."""
    if is_whole(threshold) and (abs(threshold) < 1e15 or isinstance(threshold, int)):
        return str(int(threshold))
    return repr(threshold)
