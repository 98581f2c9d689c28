"""Interchangeable symbols are those whose exchange leaves the family as it is."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import sets_of_size
from nzdd.zdd.interchangeable import interchangeable_symbols
from support.sets.diagrams import zdds
from support.sets.families import row_set


def exchanged(rows, one, other):
    name = {one: other, other: one}
    return {tuple(sorted(name.get(symbol, symbol) for symbol in row)) for row in rows}


def check(zdd, rows):
    """Within a class all exchanges leave the family; of neighbours in the order all are found."""
    classes = interchangeable_symbols(zdd)
    assert classes.shape == (zdd.num_symbols,)
    for one, other in combinations(range(zdd.num_symbols), 2):
        if classes[one] == classes[other]:
            assert exchanged(rows, one, other) == rows
    order = zdd.order.all_symbols(zdd.num_symbols).tolist()
    for one, other in pairwise(order):
        assert (classes[one] == classes[other]) == (exchanged(rows, one, other) == rows)


@given(zdds())
def test_drawn_families(drawn):
    rows, _, zdd = drawn
    check(zdd, row_set(rows))


@given(st.sets(st.integers(0, 3)), st.integers(1, 4), st.permutations(range(6)))
def test_families_closed_under_exchanges(sizes, block, order):
    """A set is in it by how many symbols of the first block and of the rest it has."""
    rows = [
        row
        for size in range(7)
        for row in combinations(range(6), size)
        if (sum(symbol < block for symbol in row) - len(row) // 2) in sizes
    ]
    zdd = ZDD.from_rows(rows, order=order, num_symbols=6)
    check(zdd, set(rows))


def test_a_few_families():
    assert interchangeable_symbols(sets_of_size(30, 15)).max() == 0
    assert interchangeable_symbols(ZDD.from_rows([[0, 1], [0, 2]], num_symbols=5)).tolist() == [
        0,
        1,
        1,
        2,
        2,
    ]
    assert interchangeable_symbols(ZDD.from_rows([], num_symbols=2)).tolist() == [0, 0]
    assert interchangeable_symbols(ZDD.from_rows([[]], num_symbols=0)).tolist() == []
