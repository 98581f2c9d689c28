import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.examples import examples

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from nzdd.adapters.sklearn.encoding.columns import Numbers
from nzdd.adapters.sklearn.encoding.cut_points import (
    fewest_digits,
    mdl_cuts,
    quantile_cuts,
    short_threshold,
    threshold_text,
)
from nzdd.adapters.sklearn.encoding.tallies import tally

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def counted(values, labels):
    values, labels = np.asarray(values, float), np.asarray(labels, np.intp)
    found = tally(Numbers(values, values.size), labels, int(labels.max(initial=0)) + 1)
    return found.low, found.counts


def sides(values, cuts):
    """The rows that each cut splits off."""
    return {tuple(value > cut for value in values) for cut in cuts}


def entropy(labels):
    return -sum(
        share * math.log2(share)
        for share in (labels.count(label) / len(labels) for label in set(labels))
    )


def fayyad_irani(values, labels):
    """Section 3 of the paper, word for word: a list of midpoints."""
    if len(set(values)) < 2:
        return []
    size, whole = len(values), entropy(labels)
    best = None
    for low, high in pairwise(sorted(set(values))):
        cut = (low + high) / 2
        left = [label for value, label in zip(values, labels, strict=True) if value <= cut]
        right = [label for value, label in zip(values, labels, strict=True) if value > cut]
        kept = len(left) / size * entropy(left) + len(right) / size * entropy(right)
        if best is None or kept < best[0] - 1e-11:  # the lowest of equally good cuts
            best = kept, cut, left, right
    kept, cut, left, right = best
    delta = math.log2(3 ** len(set(labels)) - 2) - (
        len(set(labels)) * whole - len(set(left)) * entropy(left) - len(set(right)) * entropy(right)
    )
    if whole - kept <= math.log2(size - 1) / size + delta / size:
        return []
    below = [pair for pair in zip(values, labels, strict=True) if pair[0] <= cut]
    above = [pair for pair in zip(values, labels, strict=True) if pair[0] > cut]
    return [*fayyad_irani(*zip(*below, strict=True)), cut, *fayyad_irani(*zip(*above, strict=True))]


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("noise", [0.0, 0.1, 0.5])
def test_mdl_cuts_are_those_of_the_paper(classes, noise):
    found = 0
    for seed in range(25):
        rng = np.random.default_rng(seed)
        values = rng.integers(0, rng.integers(2, 60), rng.integers(1, 120))
        labels = (values // rng.integers(2, 12)) % classes
        labels = np.where(
            rng.random(values.size) < noise, rng.integers(0, classes, values.size), labels
        )
        cuts = mdl_cuts(*counted(values, labels))
        expected = fayyad_irani(tuple(values.tolist()), tuple(labels.tolist()))
        assert sides(values, cuts) == sides(values, expected)
        assert len(cuts) == len(expected)
        found += len(cuts)
    assert found > 0


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=1, max_size=60))
def test_mdl_cuts_are_those_of_the_paper_anywhere(rows):
    values, labels = zip(*rows, strict=True)
    cuts = mdl_cuts(*counted(values, labels))
    assert sides(values, cuts) == sides(values, fayyad_irani(values, labels))


def test_mdl_finds_every_end_of_many_pure_intervals():
    values = np.repeat(np.arange(600), 50)
    cuts = mdl_cuts(*counted(values, values // 20 % 30))
    assert cuts.tolist() == [20 * k - 1 for k in range(1, 30)]


def test_mdl_can_split_off_one_interval_after_another():
    # classes of halving size: every cut leaves nearly all of the remaining rows on one side
    sizes = [2 ** max(0, 16 - k) * 40 for k in range(17)]
    values = np.repeat(np.arange(17), sizes)
    cuts = mdl_cuts(*counted(values, values))
    assert cuts.tolist() == list(range(16))


def test_more_classes_than_powers_of_three_fit_a_float():
    labels = np.arange(700)
    assert mdl_cuts(*counted(np.tile([1, 2], 700), np.repeat(labels, 2))).size == 0
    assert mdl_cuts(*counted(labels > 20, labels)).size == 0
    assert mdl_cuts(*counted(np.repeat(labels > 20, 99), np.repeat(labels, 99))).size == 1


@pytest.mark.parametrize("labels", [[0, 0, 0, 0], [0, 1, 0, 1]])
def test_mdl_cuts_nothing_without_gain(labels):
    assert mdl_cuts(*counted([1, 1, 2, 2], labels)).size == 0


@given(st.lists(st.integers(-5, 30), min_size=1, max_size=200), st.integers(2, 12))
def test_quantile_cuts_leave_no_interval_empty(values, max_bins):
    distinct, counts = counted(values, np.zeros(len(values), int))
    cuts = quantile_cuts(distinct, counts[:, 0], max_bins)
    assert len(cuts) < max_bins
    rows = np.bincount(np.searchsorted(cuts, values), minlength=len(cuts) + 1)
    assert (rows > 0).all()
    if len(distinct) <= max_bins:
        assert len(cuts) == len(distinct) - 1


@given(st.lists(FINITE, min_size=2, max_size=100, unique=True), st.integers(2, 9))
def test_quantiles_of_distinct_numbers_are_even(values, max_bins):
    distinct, counts = counted(values, np.zeros(len(values), int))
    assume(distinct.size > max_bins)
    cuts = quantile_cuts(distinct, counts[:, 0], max_bins)
    rows = np.bincount(np.searchsorted(cuts, values), minlength=len(cuts) + 1)
    assert len(cuts) == max_bins - 1
    # each of the two ends of an interval is at most half a row from its quantile
    assert np.abs(rows - len(values) / max_bins).max() <= 1 + 1e-9


@settings(deadline=None, max_examples=examples(500))
@given(FINITE, FINITE)
def test_the_printed_threshold_separates(one, other):
    assume(one != other)
    low, high = sorted((one, other))
    threshold = short_threshold(low, high)
    printed = threshold_text(threshold)
    assert float(printed) == threshold
    assert not low > float(printed)
    assert high > float(printed)


@settings(deadline=None, max_examples=examples(500))
@given(FINITE, FINITE, st.integers(0, 17))
def test_numbers_of_digits_that_are_passed_over_do_not_separate(one, other, digits):
    one, other = (float(f"{each:.{digits}e}") for each in (one, other))
    assume(one != other and abs(one) < math.inf > abs(other))
    low, high = sorted((one, other))
    (least,) = fewest_digits(np.array([low]), np.array([high])).tolist()
    assert short_threshold(low, high, least) == short_threshold(low, high)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**4), st.integers(0, 6))
def test_no_rounding_to_fewer_digits_separates(start, step, places):
    low, high = start / 10**places, (start + step) / 10**places
    threshold = short_threshold(low, high)
    middle = (Fraction(low) + Fraction(high)) / 2
    digits = len(Decimal(threshold_text(threshold)).normalize().as_tuple().digits)
    for fewer in range(1, digits):
        nearest = float(f"{float(middle):.{fewer}g}")
        assert not low < nearest < high


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (37, 38, "37"),
        (-38, -37, "-38"),
        (37, 50, "40"),
        (0, 1, "0"),
        (-1, 1, "0"),
        (-1, 0, "-1"),
        (4.9, 5.0, "4.95"),
        (0.1, 0.2, "0.15"),
        (1020, 1980, "1500"),
        (1e20, 3e20, "2e+20"),
        (1.0, math.nextafter(1.0, 2), "1"),
        (0.1, math.nextafter(0.1, 1), "0.1"),
    ],
)
def test_thresholds_are_what_one_would_write(low, high, text):
    assert threshold_text(short_threshold(float(low), float(high))) == text
