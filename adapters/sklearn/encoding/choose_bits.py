"""The choice of the bits of a column."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.bits import CategoryBits, ThresholdBits
from nzdd.adapters.sklearn.encoding.columns import Categories, Numbers
from nzdd.adapters.sklearn.encoding.cut_points import mdl_cuts, quantile_cuts, tally
from nzdd.adapters.sklearn.encoding.cut_rule import CutRule


def threshold_bits(
    column: Numbers, rule: CutRule, labels: NDArray[np.intp], num_labels: int, max_bins: int
) -> ThresholdBits:
    """Choose the bits of a column of numbers.

    Parameters
    ----------
    column : Numbers
    rule : CutRule
    labels : ndarray of intp, shape (rows,)
        Class of each row, below `num_labels`; only read by the method "mdl".
    num_labels, max_bins : int

    Returns
    -------
    ThresholdBits
        No bit is constant, unless thresholds are given or the column is 0/1.
    """
    known = column.values[~np.isnan(column.values)]
    missing = known.size < column.values.size
    some = known.size > 0 or column.values.size < column.size  # what is not stored is 0
    binary = some and bool(((known == 0) | (known == 1)).all())
    given = rule.method is None
    if binary and not (given and rule.own):
        return ThresholdBits(np.array([0.5]), missing, as_is=True)
    if given:
        return ThresholdBits(rule.thresholds, missing)
    if rule.method == "mdl":
        values, counts = tally(column, labels, num_labels)
        cuts = mdl_cuts(values, counts)
    else:
        values, counts = tally(column, np.zeros_like(labels), 1)
        cuts = quantile_cuts(values, counts[:, 0], max_bins)
    return ThresholdBits(cuts, missing and values.size > 0)


def category_bits(column: Categories, max_categories: int | None) -> CategoryBits:
    """Choose the bits of a column of categories.

    Parameters
    ----------
    column : Categories
    max_categories : int or None
        The most bits, not counting that for missing values.

    Returns
    -------
    CategoryBits
        For the categories that occur; none if all rows have the same one.
    """
    counts = np.bincount(column.codes[column.codes >= 0], minlength=len(column.values))
    seen = np.flatnonzero(counts)
    missing = bool((column.codes < 0).any())
    if seen.size + missing < 2:
        return CategoryBits([], [], False)
    kept = seen
    if max_categories is not None and seen.size > max_categories:
        frequent = np.argsort(-counts[seen], kind="stable")[: max_categories - 1]
        kept = seen[np.sort(frequent)]
    rest = np.setdiff1d(seen, kept)
    values, others = ([column.values[place] for place in places] for places in (kept, rest))
    return CategoryBits(values, others, missing)
