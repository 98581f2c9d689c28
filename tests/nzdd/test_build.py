"""Every way from rows to a diagram ends in the same diagram.

Few symbols go through a bit table, up to 64 through sorted words, more through sorted sequences;
spreading the same rows over more symbols sends them along another road.
"""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, RowTable
from support.examples import examples
from support.sets.diagrams import same_arrays, shape_of, zdd_shape
from support.sets.families import (
    families,
    forms,
    row_set,
    spread,
    subsets,
    to_csr,
    total_weights,
    weights_for,
)

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
        nzdd.num_nodes,
        nzdd.source,
        nzdd.target,
        nzdd.label_offsets,
        labels,
        num_symbols,
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


@settings(max_examples=examples(30))
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
    rows = [
        [s for s in range(num_symbols) if word >> (num_symbols - 1 - s) & 1]
        for word in words.tolist()
    ]
    weights = rng.integers(0, 100, words.size).astype(float)
    wide = to_csr(rows, 70)
    for given_weights in (None, weights):
        table = NZDD.from_rows(
            RowTable.from_words(words, num_symbols), given_weights, order="natural"
        )
        sequences = NZDD.from_rows(wide, given_weights, order="natural")
        assert shape_of(table) == shape_of(sequences)
        assert Counter(map(tuple, rows)).keys() == row_set(table)


@pytest.mark.parametrize("num_symbols", [1, 6, 11, 16])
def test_distinct_rows_need_no_weights_on_either_road(num_symbols):
    """Without weights or duplicates each row weighs one, and the ZDD keeps no weights at all."""
    rng = np.random.default_rng(0)
    words = rng.permutation(2**num_symbols)[: 2**num_symbols * 2 // 3 + 1].astype(np.uint64)
    narrow = ZDD.from_rows(RowTable.from_words(words, num_symbols), order="natural")
    rows = [
        [s for s in range(num_symbols) if word >> (num_symbols - 1 - s) & 1]
        for word in words.tolist()
    ]
    wide = ZDD.from_rows(to_csr(rows, 70), order="natural")
    assert narrow.low_weight is wide.low_weight is None
    assert narrow.num_nodes == wide.num_nodes
    assert shape_of(narrow.to_nzdd()) == shape_of(wide.to_nzdd())


@pytest.mark.parametrize(
    ("width", "order"),
    [  # by default each width, and all orders but one
        pytest.param(*case, marks=pytest.mark.slow if place % 5 else ())
        for place, case in enumerate(product(WIDTHS, permutations(range(3))))
    ],
)
def test_every_family_of_three_symbols_on_every_road(width, order):
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
    """Not for a bit of any array."""
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
        merged = NZDD.from_rows(
            list(totals), list(totals.values()), order="natural", num_symbols=width
        )
        assert same_arrays(repeated, merged)
