"""Each row once, with its weight, in all forms of a family."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.input.row_table import RowTable, as_row_table, distinct, packed
from support.sets.families import (
    families,
    forms,
    lists_of,
    spread,
    to_csr,
    to_matrix,
    to_words,
    total_weights,
    weights_for,
)


def as_totals(family):
    """Rows as sorted tuples with their weights; no row may come twice."""
    rows = [tuple(sorted(set(row))) for row in lists_of(family)]
    assert len(set(rows)) == len(rows)
    return dict(zip(rows, family.weights.tolist(), strict=True))


@given(families(min_rows=1), st.data())
def test_totals_are_those_of_counting(drawn, data):
    rows, n = drawn
    weights = data.draw(st.none() | weights_for(rows))
    expected = total_weights(rows, weights)
    for name, form in forms(rows, n):
        family = as_row_table(form, weights, n)
        assert as_totals(distinct(family)) == expected, name


@given(families(max_symbols=10, min_rows=1), st.sampled_from([63, 64, 65, 200]), st.data())
def test_wide_rows(drawn, width, data):
    rows, n = drawn
    rows, _ = spread(rows, n, width)
    weights = data.draw(weights_for(rows))
    found = distinct(to_csr(rows, width).weighted(weights))
    assert as_totals(found) == total_weights(rows, weights)
    assert found.num_symbols == width
    assert (found.words is None) == (width > 64)


@pytest.mark.parametrize("width", [1, 20, 64, 65, 130])
def test_the_rows_are_those_of_numpy(width):
    random = np.random.default_rng(width)
    matrix = (random.random((3000, width)) < 0.5).astype(np.uint8)
    matrix = matrix[random.integers(0, 500, 3000)]
    weights = random.random(3000)
    rows, place = np.unique(matrix, axis=0, return_inverse=True)
    totals = np.bincount(place.ravel(), weights)
    for family in (to_csr([np.flatnonzero(row) for row in matrix], width), as_row_table(matrix)):
        found = as_totals(distinct(family.weighted(weights)))
        assert len(found) == len(rows)
        for row, total in zip(rows, totals, strict=True):
            assert found[tuple(np.flatnonzero(row).tolist())] == pytest.approx(total, rel=1e-12)


@given(families(min_rows=1))
def test_equal_beginnings_stand_together(drawn):
    rows, n = drawn
    for family in (to_csr(rows, n), to_csr(spread(rows, n, 70)[0], 70)):
        found = [sorted(row) for row in lists_of(distinct(family))]
        for length in range(n + 1):
            starts = [tuple(row[:length]) for row in found if len(row) >= length]
            runs = [a for a, b in zip(starts, [None, *starts], strict=False) if a != b]
            assert len(runs) == len(set(runs))


def test_packed_rows_are_the_same_rows():
    rows = [[3, 0], [], [1, 1, 2]]
    expected = to_words(rows, 4).words
    for family in (to_csr(rows, 4), as_row_table(to_matrix(rows, 4)), to_words(rows, 4)):
        np.testing.assert_array_equal(packed(family).words, expected)
    wide = to_csr(rows, 65)
    assert packed(wide) is wide


def test_no_rows_and_no_symbols():
    assert distinct(RowTable.from_csr([0], [], 5)).num_rows == 0
    assert distinct(RowTable.from_csr([0], [], 500)).num_rows == 0
    once = distinct(RowTable.from_csr([0, 0, 0], [], 0, [1, 2.5]))
    assert once.num_rows == 1
    assert once.weights.tolist() == [3.5]


def test_symbols_out_of_range_are_named():
    for width in (5, 80):
        with pytest.raises(ValueError, match=f"{width}"):
            distinct(RowTable.from_csr([0, 1], [width], width))
