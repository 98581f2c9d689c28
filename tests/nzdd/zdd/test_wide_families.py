"""Families of long rows, and of numbers of rows with many digits."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given

from nzdd import NZDD, ZDD
from nzdd.families import power_set, sets_of_size
from support.sets.families import families


def test_rows_come_in_order_over_pages():
    wide = sets_of_size(3000, 2)
    first = list(islice(wide, 300_000))
    assert first[:2] == [(0, 1), (0, 2)]
    assert first[200_000] == wide.unrank(200_000)
    assert first[299_999] == wide.unrank(299_999)
    assert len(set(first)) == 300_000


@given(families())
def test_all_rows_once(family):
    rows, number = family
    expected = sorted({tuple(sorted(set(row))) for row in rows})
    for diagram in (ZDD, NZDD):
        assert sorted(diagram.from_rows(rows, num_symbols=number)) == expected
    assert ZDD.from_rows(rows, num_symbols=number).count() == len(expected)


@pytest.mark.parametrize("number", [1, 49, 50, 63, 64, 65, 127, 128, 129, 1000])
def test_counts_of_any_size(number):
    assert power_set(number).count() == 2**number
    assert (power_set(number) - sets_of_size(number, 0)).count() == 2**number - 1
    text = str(2**number) if 2**number < 10**15 else f"about 10^{number * 0.30103:.0f}"
    assert f"({text} rows over" in repr(power_set(number))


def test_a_mapping_leads_from_rows_to_weights():
    counted = Counter([(0, 1), (0, 1), (2,), ()])
    weighted = NZDD.from_rows(counted)
    assert (
        weighted.multiplicity.sum()
        == NZDD.from_rows([(0, 1), (2,), ()], [2, 1, 1]).multiplicity.sum()
    )
    assert ZDD.from_rows({(0, 1): 3}).high_weight.max() == 3
    with pytest.raises(TypeError, match="give no other weights"):
        ZDD.from_rows({(0, 1): 3}, weights=[1])
