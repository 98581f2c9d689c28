"""Small families, and families put into larger ground sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from support.sets.families import families, row_set


def test_families_without_rows_and_with_one():
    for symbols, names in ((3, None), ("abc", tuple("abc"))):
        empty, unit = ZDD.empty(symbols), ZDD.unit(symbols)
        single = ZDD.singleton([0, 2], symbols)
        assert [empty.names, unit.names, single.names] == [names] * 3
        assert [*map(row_set, (empty, unit, single))] == [set(), {()}, {(0, 2)}]
        assert empty == ZDD.from_rows([], num_symbols=3)
        assert unit.num_symbols == empty.num_symbols == single.num_symbols == 3
        empty.verify()
        unit.verify()
        assert ~empty - unit == ZDD.from_rows([[]], num_symbols=3).complement()
    assert ZDD.singleton("b", "abc") == ZDD.singleton(1, 3)


@given(families(), st.data())
def test_rows_keep_their_symbols_at_new_places(case, data):
    rows, num_symbols = case
    size = num_symbols + data.draw(st.integers(0, 3))
    places = data.draw(st.permutations(range(size)))[:num_symbols]
    order = data.draw(st.permutations(range(num_symbols)))
    weights = [1.5] * len(rows)
    zdd = ZDD.from_rows(rows, weights, order=order, num_symbols=num_symbols)
    moved = zdd.embedded(size, places)
    assert moved.num_symbols == size
    assert row_set(moved) == row_set([places[symbol] for symbol in row] for row in rows)
    moved.verify()
    assert moved.order.symbols.tolist()[:num_symbols] == [places[symbol] for symbol in order]
    assert zdd.embedded(size) == ZDD.from_rows(rows, num_symbols=size)
    if rows and zdd.root > 1:
        assert moved.low_weight is not None


@given(families(), st.permutations("abcdefghijk"))
def test_names_move_along(case, names):
    rows, num_symbols = case
    zdd = ZDD.from_rows(rows, num_symbols=num_symbols).named("abcdefgh"[:num_symbols])
    moved = zdd.embedded(names)
    assert moved.names == tuple(names)
    assert {frozenset(row) for row in moved.named_rows()} == {
        frozenset(row) for row in zdd.named_rows()
    }


@given(families(), families(), st.randoms())
def test_families_with_the_same_names_are_combined_by_them(one, other, random):
    names = "abcdefgh"[: max(one[1], other[1])]
    turned = random.sample(names, len(names))
    f = ZDD.from_rows(one[0], num_symbols=len(names)).named(names)
    g = ZDD.from_rows(other[0], num_symbols=len(names), order="sifting").named(turned)
    ours, theirs = ({frozenset(row) for row in each.named_rows()} for each in (f, g))
    for combined, rows in ((f | g, ours | theirs), (f & g, ours & theirs), (f - g, ours - theirs)):
        assert combined.names == f.names
        assert {frozenset(row) for row in combined.named_rows()} == rows
    assert f.issubset(g) == (ours <= theirs)


@pytest.mark.parametrize(
    ("symbols", "places", "fault"),
    [
        (2, None, "does not fit into a ground set of 2; take a larger one"),
        (4, [0, 1, 1], "two symbols have the same place"),
        (4, [0, 1, 4], "places from 0 to 4"),
        (4, [0, 1], "a new number for each of the 3"),
        (4, [0.0, 1.0, 2.0], "places are an array of float64"),
    ],
)
def test_what_does_not_fit_is_refused(symbols, places, fault):
    with pytest.raises(ValueError, match=fault):
        ZDD.from_rows([[0, 1], [2]]).embedded(symbols, places)


def test_names_that_are_missing_are_refused():
    zdd = ZDD.from_rows([["a", "b"]], names="abc")
    with pytest.raises(ValueError, match="'c' is not the name of a symbol; the names are 'a', 'b'"):
        zdd.embedded("abd")
    with pytest.raises(ValueError, match="the family has names, but 4 symbols"):
        zdd.embedded(4)
