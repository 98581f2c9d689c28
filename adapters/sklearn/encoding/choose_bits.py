"""The choice of the bits of a column."""

from __future__ import annotations

import numpy as np

from nzdd.adapters.files.tables.cells.dates import date_among
from nzdd.adapters.sklearn.encoding.bits import CategoryBits, ThresholdBits
from nzdd.adapters.sklearn.encoding.columns import dates_error
from nzdd.adapters.sklearn.encoding.cut_points import mdl_cuts, quantile_cuts
from nzdd.adapters.sklearn.encoding.cut_rule import CutRule
from nzdd.adapters.sklearn.encoding.tallies import CategoryTally, NumberTally


def threshold_bits(found: NumberTally, rule: CutRule, max_bins: int) -> ThresholdBits:
    """Choose the bits of a column of numbers.

    Parameters
    ----------
    found : NumberTally
        With the classes of all rows for the method "mdl".
    rule : CutRule
    max_bins : int

    Returns
    -------
    ThresholdBits
        No bit is constant, unless thresholds are given or the column is 0/1.
    """
    missing = found.missing > 0
    values = np.concatenate((found.low, found.high))
    binary = values.size > 0 and bool(((values == 0) | (values == 1)).all())
    given = rule.method is None
    if binary and not (given and rule.own):
        return ThresholdBits(np.array([0.5]), missing, as_is=True)
    if given:
        return ThresholdBits(rule.thresholds, missing)
    if rule.method == "mdl":
        cuts = mdl_cuts(found.low, found.counts, found.high)
    else:
        cuts = quantile_cuts(found.low, found.counts.sum(axis=1), max_bins, found.high)
    return ThresholdBits(cuts, missing and values.size > 0)


def refuse_dates(found: CategoryTally, name: str) -> None:
    """Raise TypeError for a column of dates, unless it is declared to hold categories."""
    example = None if found.declared else date_among(found.values)
    if example is not None:
        raise dates_error(name, example)


def category_bits(found: CategoryTally, max_categories: int | None) -> CategoryBits:
    """Choose the bits of a column of categories.

    Parameters
    ----------
    found : CategoryTally
    max_categories : int or None
        The most bits, not counting that for missing values.

    Returns
    -------
    CategoryBits
        For the categories that occur; none if all rows have the same one.
    """
    counts, missing = found.counts, found.missing > 0
    seen = np.flatnonzero(counts)
    if seen.size + missing < 2:
        return CategoryBits([], [], False)
    kept = seen
    if max_categories is not None and seen.size > max_categories:
        frequent = np.argsort(-counts[seen], kind="stable")[: max_categories - 1]
        kept = seen[np.sort(frequent)]
    rest = np.setdiff1d(seen, kept)
    values, others = ([found.values[place] for place in places] for places in (kept, rest))
    return CategoryBits(values, others, missing)
