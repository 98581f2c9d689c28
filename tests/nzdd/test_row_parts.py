"""However rows are spread and divided, the joined diagram is that of one process."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, Multiset, RowTable, _core
from nzdd.order import NATURAL, Order
from nzdd.row_parts import (
    DiagramPart,
    PartRange,
    divided,
    excerpt,
    joined,
    joined_reduced,
    order_of_more,
    outline,
    part_of,
    ranges,
    reduced,
)
from support.sets.diagrams import same_arrays


def in_parts(kind, shares, order, count, words=None):
    """The diagram by `count` parts of shares, as processes would build it."""
    num_symbols = shares[0].num_symbols
    found = [excerpt(share, order) for share in shares]
    parts = ranges(words or [each.words for each in found], num_symbols, count)
    pieces = [divided(share, order, parts) for share in shares]
    built = [
        pickle.loads(pickle.dumps(part_of(of_part, num_symbols, part)))
        for of_part, part in zip(zip(*pieces, strict=True), parts, strict=True)
    ]
    weighted = any(e.weighted for e in found) or any(p.total != p.num_rows for p in built)
    assert sum(part.total for part in built) == sum(share.total for share in shares)
    whole = joined(kind, built, num_symbols, order, weighted)
    if kind is NZDD:
        found = in_reduced_parts(built, num_symbols, order)
        assert found is None or same_arrays(found, whole)
    return whole


def in_reduced_parts(parts, num_symbols, order):
    """The NZDD whose nodes are reduced where they are; None if that does not go."""
    outlines = [outline(part, num_symbols) for part in parts]
    found = [reduced(part, outlines, number, num_symbols) for number, part in enumerate(parts)]
    if None in found:
        return None
    return joined_reduced(pickle.loads(pickle.dumps(found)), num_symbols, order)


def assert_same(shares, order, count, words=None):
    whole = Multiset(shares[0].num_symbols, order)
    for share in shares:
        whole.update(share)
    for kind, expected in ((ZDD, whole.zdd()), (NZDD, whole.nzdd())):
        assert same_arrays(in_parts(kind, shares, order, count, words), expected)


@st.composite
def spread_rows(draw):
    num_symbols = draw(st.sampled_from([0, 1, 5, 12, 63, 64]))
    few = st.integers(0, 2 ** min(num_symbols, 5) - 1)
    shift = draw(st.integers(0, max(0, num_symbols - 5)))
    word = st.one_of(few, few.map(lambda w: w << shift), st.integers(0, 2**num_symbols - 1))
    rows = st.lists(st.tuples(word, st.integers(0, 3)), max_size=30)
    return num_symbols, draw(st.lists(rows, min_size=1, max_size=4)), draw(st.randoms())


@given(spread_rows(), st.integers(1, 5), st.booleans())
def test_any_rows(given_rows, count, weighted):
    num_symbols, lists, random = given_rows
    order = NATURAL
    if random.random() < 0.5:
        order = Order.given(random.sample(range(num_symbols), num_symbols), num_symbols)
    shares = [Multiset(num_symbols, order) for _ in lists]
    for share, rows in zip(shares, lists, strict=True):
        words = np.array([word for word, _ in rows], np.uint64)
        weights = [weight for _, weight in rows] if weighted else None
        share.add(RowTable.from_words(words, num_symbols), weights)
    assert_same(shares, order, count)
    cuts = np.array([random.randrange(2**num_symbols) for _ in range(count)], np.uint64)
    assert_same(shares, order, count, [cuts])


def test_parts_are_of_equal_size():
    random = np.random.default_rng(0)
    words = np.unique(np.minimum(random.geometric(1e-5, 10**5), 2**24 - 1)).astype(np.uint64)
    shares = [Multiset(24, "natural") for _ in range(3)]
    for share, part in zip(shares, np.array_split(random.permutation(words), 3), strict=True):
        share.add(RowTable.from_words(part, 24))
    parts = ranges([excerpt(share, NATURAL).words for share in shares], 24, 4)
    sizes = sum(
        np.array([piece.num_rows for piece in divided(share, NATURAL, parts)]) for share in shares
    )
    assert sizes.sum() == words.size
    assert sizes.max() < 1.2 * words.size / 4


def test_edges_are_known_where_the_parts_are():
    """Few of the nodes are in several parts if rows differ."""
    random = np.random.default_rng(0)
    words = random.integers(0, 2**16, 20000).astype(np.uint64)
    rows = Multiset(16, "natural")
    rows.add(RowTable.from_words(words, 16))
    cuts = ranges([excerpt(rows, NATURAL).words], 16, 3)
    parts = [
        part_of([pieces], 16, cut)
        for pieces, cut in zip(divided(rows, NATURAL, cuts), cuts, strict=True)
    ]
    found = in_reduced_parts(parts, 16, NATURAL)
    assert same_arrays(found, rows.nzdd())


def test_equal_subtrees_above_the_parts():
    """The nodes above the parts are not distinct: no part knows its edges."""
    words = np.arange(2**8, dtype=np.uint64)
    rows = Multiset(8, "natural")
    rows.add(RowTable.from_words(words, 8))
    cuts = ranges([words], 8, 3)
    pieces = divided(rows, NATURAL, cuts)
    parts = [part_of([piece], 8, cut) for piece, cut in zip(pieces, cuts, strict=True)]
    assert in_reduced_parts(parts, 8, NATURAL) is None
    assert same_arrays(joined(NZDD, parts, 8, NATURAL, False), rows.nzdd())


def test_messages_are_short():
    words = np.arange(0, 2**16, 2, dtype=np.uint64)
    rows = RowTable.from_words(words, 16, np.ones(words.size))
    part = DiagramPart(rows, ranges([words], 16, 1)[0])
    assert len(pickle.dumps(part)) < 2000


def test_what_is_not_in_parts():
    rows = Multiset(70)
    rows.add([[0, 69]])
    assert excerpt(rows, NATURAL) is None
    rows = Multiset(7, buffer_bytes=0)
    rows.add([[0, 6]])
    assert excerpt(rows, NATURAL) is None
    assert order_of_more(Multiset(7)) is NATURAL


WORDS, ONES = np.array([1, 3, 6], np.uint64), np.ones(3)


@pytest.mark.parametrize(("first", "last"), [(2, 7), (0, 5)])
def test_a_row_beyond_its_part(first, last):
    with pytest.raises(ValueError, match="a row is not in its part"):
        _core.chain_part(WORDS, 3, ONES, first, last, None)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (1, 9, "a subtree without its node"),
        (2, 0, "a subtree without its node"),
        (4, 3, "a node of a part comes before those below it"),
        (5, 9, "a node of a part comes before those below it"),
    ],
)
def test_damaged_parts(place, value, message):
    part = list(_core.chain_part(WORDS, 3, ONES, 0, 7, None))
    with pytest.raises(ValueError, match="rows in parts must ascend"):
        _core.zdd_from_parts([tuple(part)] * 2, 3, None, None)
    part[place] = np.full_like(part[place], value)
    with pytest.raises(ValueError, match=message):
        _core.nzdd_from_parts([tuple(part)], 3, None, None)
    with pytest.raises(ValueError, match=message):
        _core.part_outline(tuple(part), 3, None)
    part[place] = part[place][:0]
    with pytest.raises(ValueError, match="the arrays of a part differ in size"):
        _core.nzdd_from_parts([tuple(part)], 3, None, None)


def reduced_parts():
    """Two parts of eight rows, as arrays, and one of the outlines."""
    words = np.array([0, 1, 2, 5, 8, 9, 11, 14], np.uint64)
    rows = Multiset(4, "natural")
    rows.add(RowTable.from_words(words, 4))
    cuts = [PartRange(0, 7), PartRange(8, 15)]
    pieces = divided(rows, NATURAL, cuts)
    parts = [part_of([piece], 4, cut) for piece, cut in zip(pieces, cuts, strict=True)]
    outlines = [outline(part, 4) for part in parts]
    found = [reduced(part, outlines, number, 4) for number, part in enumerate(parts)]
    assert same_arrays(joined_reduced(found, 4, NATURAL), rows.nzdd())
    return [list(part.arrays) for part in found], parts[0].arrays, outlines


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (0, 9, "rows in parts must ascend"),
        (2, 9, "do not fit together"),
        (3, 99, "do not fit together"),
        (4, 1, "do not fit together"),
        (6, 5, "do not fit together"),
        (7, 4, "comes before those below it"),
        (9, 9, "comes before those below it"),
        (15, 99, "do not fit together"),
        (16, None, "the arrays of a reduced part differ in size"),
    ],
)
def test_damaged_reduced_parts(place, value, message):
    (one, two), _, _ = reduced_parts()
    assert one[6].size
    assert one[7].size
    if value is None:
        one[place] = one[place][:0]
    else:
        one[place] = np.full_like(one[place], value)
    with pytest.raises(ValueError, match=message):
        _core.nzdd_from_reduced_parts([tuple(one), tuple(two)], 4, None, None)


def test_damaged_outlines():
    _, part, (one, two) = reduced_parts()
    with pytest.raises(ValueError, match="a part without its outline"):
        _core.reduced_part(part, [one, two], 2, 4, None)
    with pytest.raises(ValueError, match="the arrays of an outline differ in size"):
        _core.reduced_part(part, [one, (*two[:2], two[2][:0], two[3])], 0, 4, None)
