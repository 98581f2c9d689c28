"""Every way from rows to a diagram ends in the same diagram.

Few symbols go through a bit table, up to 64 through sorted words, more through sorted sequences;
spreading the same rows over more symbols sends them along another road.
"""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from families import (
    families,
    forms,
    row_set,
    same_arrays,
    shape_of,
    spread,
    subsets,
    to_csr,
    to_matrix,
    to_words,
    total_weights,
    weights_for,
    zdd_shape,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, Family

WIDTHS = (40, 64, 65, 300)


@given(families(max_symbols=10, max_rows=40), st.data())
def test_width_does_not_matter(case, data):
    """Symbols that no row holds change nothing: same nodes, edges, labels and multiplicities."""
    rows, num_symbols = case
    weights = data.draw(st.none() | weights_for(rows))
    narrow = NZDD.from_rows(rows, weights, order="natural", num_symbols=num_symbols)
    zdd = ZDD.from_rows(rows, weights, order="natural", num_symbols=num_symbols)
    for width in WIDTHS:
        wide_rows, place = spread(rows, num_symbols, width)
        wide = NZDD.from_rows(wide_rows, weights, order="natural", num_symbols=width)
        back = relabelled(wide, place, num_symbols)
        assert shape_of(back) == shape_of(narrow)
        wide_zdd = ZDD.from_rows(wide_rows, weights, order="natural", num_symbols=width)
        assert zdd_shape(wide_zdd, place) == zdd_shape(zdd)


def relabelled(nzdd, place, num_symbols):
    """The NZDD over the narrow symbols again."""
    narrow = {wide: symbol for symbol, wide in enumerate(place)}
    labels = [narrow[symbol] for symbol in nzdd.labels.tolist()]
    return NZDD.from_edges(
        nzdd.num_nodes, nzdd.source, nzdd.target, nzdd.label_offsets, labels, num_symbols,
        nzdd.multiplicity,
    )


@given(families(max_symbols=9, max_rows=25), st.data())
def test_form_of_input_does_not_matter(case, data):
    rows, num_symbols = case
    order = data.draw(st.permutations(range(num_symbols)))
    weights = data.draw(st.none() | weights_for(rows))
    expected = NZDD.from_rows(rows, weights, order=order, num_symbols=num_symbols)
    expected_zdd = ZDD.from_rows(rows, weights, order=order, num_symbols=num_symbols)
    for name, form in forms(rows, num_symbols):
        nzdd = NZDD.from_rows(form, weights, order=order, num_symbols=num_symbols)
        assert same_arrays(nzdd, expected), name
    for name, form in forms(rows, num_symbols):
        zdd = ZDD.from_rows(form, weights, order=order, num_symbols=num_symbols)
        assert same_arrays(zdd, expected_zdd), name


@settings(max_examples=30)
@given(families(max_symbols=6, max_rows=12), st.sampled_from(WIDTHS))
def test_form_of_wide_input_does_not_matter(case, width):
    rows, num_symbols = case
    rows, _ = spread(rows, num_symbols, width)
    order = np.roll(np.arange(width), 1)
    expected = NZDD.from_rows(rows, order=order, num_symbols=width)
    for name, form in forms(rows, width):
        nzdd = NZDD.from_rows(form, order=order, num_symbols=width)
        assert same_arrays(nzdd, expected), name


@pytest.mark.parametrize("num_symbols", range(1, 24))
def test_random_rows_of_every_width(num_symbols):
    """Tables of every size (words, halves, pairs) against sequences, weights included."""
    rng = np.random.default_rng(num_symbols)
    words = rng.integers(0, 2**num_symbols, 3000).astype(np.uint64)
    rows = [[s for s in range(num_symbols) if word >> (num_symbols - 1 - s) & 1] for word in words.tolist()]
    weights = rng.integers(0, 100, words.size).astype(float)
    wide = to_csr(rows, 70)
    for given_weights in (None, weights):
        table = NZDD.from_rows(Family.from_words(words, num_symbols), given_weights, order="natural")
        sequences = NZDD.from_rows(wide, given_weights, order="natural")
        assert shape_of(table) == shape_of(sequences)
        assert Counter(map(tuple, rows)).keys() == row_set(table)


@pytest.mark.parametrize("num_symbols", [1, 6, 11, 16])
def test_distinct_rows_need_no_weights_on_either_road(num_symbols):
    """Without weights or duplicates each row weighs one, and the ZDD keeps no weights at all."""
    rng = np.random.default_rng(0)
    words = rng.permutation(2**num_symbols)[: 2**num_symbols * 2 // 3 + 1].astype(np.uint64)
    narrow = ZDD.from_rows(Family.from_words(words, num_symbols), order="natural")
    rows = [[s for s in range(num_symbols) if word >> (num_symbols - 1 - s) & 1] for word in words.tolist()]
    wide = ZDD.from_rows(to_csr(rows, 70), order="natural")
    assert narrow.low_weight is wide.low_weight is None
    assert narrow.num_nodes == wide.num_nodes
    assert shape_of(narrow.to_nzdd()) == shape_of(wide.to_nzdd())


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("width", WIDTHS)
def test_every_family_of_three_symbols_on_every_road(order, width):
    """All 256 families, in every order, against the narrow diagram of the same order."""
    for rows in subsets(subsets(range(3))):
        narrow = NZDD.from_rows(rows, order=order, num_symbols=3)
        wide_rows, place = spread(rows, 3, width)
        others = [symbol for symbol in range(width) if symbol not in place]
        wide = NZDD.from_rows(
            wide_rows, order=[place[symbol] for symbol in order] + others, num_symbols=width
        )
        assert shape_of(relabelled(wide, place, 3)) == shape_of(narrow)


@given(families(max_symbols=10, max_rows=30), st.data())
def test_reordering_is_relabelling(case, data):
    """A given order does what renaming the symbols and the natural order do."""
    rows, num_symbols = case
    order = data.draw(st.permutations(range(num_symbols)))
    level = {symbol: level for level, symbol in enumerate(order)}
    renamed = [[level[symbol] for symbol in row] for row in rows]
    for width in (num_symbols, 90):
        tail = list(range(num_symbols, width))
        ordered = NZDD.from_rows(rows, order=[*order, *tail], num_symbols=width)
        natural = NZDD.from_rows(renamed, order="natural", num_symbols=width)
        assert shape_of(relabelled(natural, level_names(order), num_symbols)) == shape_of(ordered)


def level_names(order):
    """The place of each symbol, given the symbol of each place."""
    return [order.index(symbol) for symbol in range(len(order))]


@given(families(max_symbols=10, max_rows=30, min_rows=1), st.data())
def test_the_order_of_the_rows_does_not_matter(case, data):
    """Not for a bit of any array: sums of weights are taken in whole halves here."""
    rows, num_symbols = case
    shuffled = data.draw(st.permutations(rows))
    for width in (num_symbols, 40, 90):
        one = NZDD.from_rows(rows, order="frequency", num_symbols=width)
        other = NZDD.from_rows(shuffled, order="frequency", num_symbols=width)
        assert same_arrays(one, other)


@given(families(max_symbols=10, max_rows=30, min_rows=1), st.data())
def test_duplicates_weigh_as_much_as_their_sum(case, data):
    rows, num_symbols = case
    weights = data.draw(weights_for(rows))
    totals = total_weights(rows, weights)
    for width in (num_symbols, 40, 90):
        repeated = NZDD.from_rows(rows, weights, order="natural", num_symbols=width)
        merged = NZDD.from_rows(list(totals), list(totals.values()), order="natural", num_symbols=width)
        assert same_arrays(repeated, merged)


@pytest.mark.parametrize("width", [8, 40, 90])
def test_unsorted_and_repeated_symbols_count_once(width):
    rows = [[3, 1, 3], [1, 3], [7, 0, 0, 2, 7], [0, 2, 7]]
    nzdd = NZDD.from_rows(to_csr(rows, width))
    assert row_set(nzdd) == {(1, 3), (0, 2, 7)}
    assert nzdd.multiplicity.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("width", [0, 1, 5, 6, 33, 64, 65, 2**32 - 1])
def test_special_families_on_every_road(width):
    """No row, the empty row, several empty rows: two nodes, and at most one edge."""
    for rows, edges in (([], 0), ([[]], 1), ([[], [], []], 1)):
        nzdd = NZDD.from_rows(rows, num_symbols=width)
        assert (nzdd.num_nodes, nzdd.num_edges, nzdd.num_labels) == (2, edges, 0)
        assert nzdd.multiplicity.sum() == len(rows)
        assert list(nzdd) == [()] * edges
        zdd = ZDD.from_rows(rows, num_symbols=width)
        assert zdd.root == edges
        assert list(zdd) == [()] * edges
        assert shape_of(zdd.to_nzdd()) == shape_of(nzdd)
        nzdd.verify() if width < 2**20 else None
        zdd.verify()


@pytest.mark.parametrize("width", [5, 6, 33, 64, 65, 2**32 - 1])
def test_a_single_row_is_a_single_edge(width):
    row = [0, 2, width - 1]
    nzdd = NZDD.from_rows([row], weights=[2.5], num_symbols=width)
    assert (nzdd.num_nodes, nzdd.num_edges) == (2, 1)
    assert nzdd.labels.tolist() == row
    assert nzdd.multiplicity.tolist() == [2.5]
    zdd = ZDD.from_rows([row], num_symbols=width)
    assert zdd.num_nodes == 3
    assert row in zdd
    assert row[:2] not in zdd


def test_the_largest_symbols_work():
    """Symbols up to 2**32 - 2, in the default order and without memory for every symbol."""
    top = 2**32 - 2
    rows = [[0, top], [top - 1], [5, top - 1, top], []]
    for diagram in (ZDD.from_rows(rows), NZDD.from_rows(rows), NZDD.from_rows(rows, minimize="nonzeros")):
        assert diagram.num_symbols == 2**32 - 1
        assert row_set(diagram) == row_set(rows)
        assert diagram.contains([[top], [top - 1], [], [0, 1]]).tolist() == [False, True, True, False]
        assert [top, 0] in diagram
    assert set(ZDD.from_rows(rows).variable[2:].tolist()) == {0, 5, top - 1, top}


def test_64_symbols_use_every_bit():
    rows = [[0, 63], [63], [0], list(range(64)), list(range(1, 64))]
    words = to_words(rows, 64)
    assert words.words.max() == 2**64 - 1
    nzdd = NZDD.from_rows(words, order=list(range(63, -1, -1)))
    assert row_set(nzdd) == row_set(rows)
    assert shape_of(nzdd) == shape_of(NZDD.from_rows(rows, order=list(range(63, -1, -1))))


def test_long_common_prefixes_are_told_apart():
    """Rows of thousands of symbols that differ only at their ends."""
    prefix = list(range(0, 6000, 2))
    rows = [[*prefix, 7000 + i, 8000 + i % 7] for i in range(50)] + [prefix, prefix[:-1]]
    nzdd = NZDD.from_rows(rows)
    assert row_set(nzdd) == row_set(rows)
    nzdd.verify()


def test_hostile_memory_layouts_are_read_right():
    """Views with strides, other byte orders, read-only and column-major arrays."""
    rows = [[0], [0, 1], [1, 2]]
    matrix = to_matrix(rows, 3)
    padded = np.zeros((9, 12), np.uint8)
    padded[::3, ::4] = matrix
    reversed_twice = matrix[::-1, ::-1].copy()[::-1, ::-1]
    read_only = matrix.copy()
    read_only.setflags(write=False)
    for form in (padded[::3, ::4], reversed_twice, read_only, np.asfortranarray(matrix)):
        assert row_set(ZDD.from_rows(form)) == row_set(rows)
    offsets, symbols = np.array([0, 1, 3, 5]), np.array([0, 0, 1, 1, 2])
    for kind in (">i8", "<i4", ">u4", np.uint8, np.uint64, np.int16):
        doubled = np.repeat(symbols.astype(kind), 2)[::2]
        for width in (3, 70):
            family = Family.from_csr(offsets.astype(kind), doubled, width)
            assert row_set(ZDD.from_rows(family)) == row_set(rows)
    words = np.array([0b100, 0b110, 0b011])
    for kind in (">i8", ">u8", np.uint8, np.int32):
        family = Family.from_words(np.repeat(words.astype(kind), 2)[::2], 3)
        assert row_set(ZDD.from_rows(family)) == row_set(rows)
    weights = np.repeat(np.array([1, 2, 3], ">f4"), 2)[::2]
    assert ZDD.from_rows(rows, weights).to_nzdd().multiplicity.sum() == 6


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (0, 0), (0, 70), (5, 70)])
def test_empty_shapes(shape):
    """No rows give the empty family; rows without entries give the empty row."""
    expected = set() if shape[0] == 0 else {()}
    for dtype in (np.bool_, np.uint8, float):
        for form in (np.zeros(shape, dtype), np.zeros(shape, dtype, order="F")):
            assert row_set(ZDD.from_rows(form)) == expected
            nzdd = NZDD.from_rows(form)
            assert nzdd.rows().shape == (len(expected), shape[1])
            assert nzdd.multiplicity.sum() == shape[0]


def test_arrays_changed_after_they_were_checked_do_no_harm():
    """A family uses arrays as they stand; whoever writes to them later gets an error, not a crash."""
    words = np.array([1, 2, 3], np.uint64)
    family = Family.from_words(words, 2)
    words[0] = 2**63
    with pytest.raises(ValueError, match="bits above the 2 symbols"):
        ZDD.from_rows(family)
    for width in (2, 70):
        for name, value in (("offsets", 2**40), ("symbols", 2**31)):
            offsets, symbols = np.array([0, 1, 2, 3]), np.array([0, 1, 1], np.uint32)
            family = Family.from_csr(offsets, symbols, width)
            (offsets if name == "offsets" else symbols)[1] = value
            for build in (ZDD.from_rows, NZDD.from_rows):
                for order in ("natural", "auto", list(range(width))):
                    with pytest.raises(ValueError, match="rise|there are only|out of range"):
                        build(family, order=order)
    matrix = np.zeros((2, 3), np.uint8)
    family = Family(2, 3, matrix=matrix)
    matrix[1, 2] = 5
    with pytest.raises(ValueError, match=r"entry \(1, 2\) is neither 0 nor 1"):
        NZDD.from_rows(family)
