"""Orders of the symbols."""

import numpy as np
import pytest
from hypothesis import given

from nzdd import NZDD, ZDD
from nzdd.input.row_table import as_row_table
from nzdd.order import NAMES, NATURAL, Order, named
from nzdd.order_search import SAMPLE_ROWS
from support.sets.families import families, forms, row_set


@given(families())
def test_no_order_changes_the_rows(case):
    rows, num_symbols = case
    for order in (*NAMES, "auto", "sifting", np.arange(num_symbols)[::-1]):
        for build in (ZDD.from_rows, NZDD.from_rows):
            assert row_set(build(rows, order=order, num_symbols=num_symbols)) == row_set(rows)


@given(families())
def test_frequent_symbols_stand_near_the_root_or_near_the_leaf(case):
    rows, num_symbols = case
    rows = [sorted(set(row)) for row in rows]
    count = [sum(symbol in row for row in rows) for symbol in range(num_symbols)]
    for _, form in forms(rows, num_symbols):
        family = as_row_table(form, num_symbols=num_symbols)
        falling = named(family, "frequency").symbols.tolist()
        assert falling == sorted(range(num_symbols), key=lambda symbol: -count[symbol])
        rising = named(family, "reverse frequency").symbols.tolist()
        assert rising == sorted(range(num_symbols), key=lambda symbol: count[symbol])


@given(families())
def test_auto_is_never_worse_than_a_named_order(case):
    """These families are no larger than the sample, so that all is known."""
    rows, num_symbols = case
    assert len(rows) <= SAMPLE_ROWS
    sizes = {
        name: ZDD.from_rows(rows, order=name, num_symbols=num_symbols).num_nodes for name in NAMES
    }
    chosen = ZDD.from_rows(rows, num_symbols=num_symbols)
    assert chosen.num_nodes <= min(sizes.values())
    if chosen.order.name != "sifting":  # then nothing was gained
        assert chosen.order.name == min(sizes, key=sizes.get)  # the first of those that tie


@given(families())
def test_auto_has_no_more_edges_than_a_named_order(case):
    rows, num_symbols = case
    sizes = {
        name: NZDD.from_rows(rows, order=name, num_symbols=num_symbols).num_edges for name in NAMES
    }
    chosen = NZDD.from_rows(rows, num_symbols=num_symbols)
    assert chosen.num_edges <= min(sizes.values())
    if chosen.order.name != "sifting":
        assert chosen.order.name == min(sizes, key=sizes.get)


def test_auto_builds_large_families_in_full():
    """The sample decides on the order only."""
    rng = np.random.default_rng(0)
    matrix = rng.random((3 * SAMPLE_ROWS, 18)) < np.linspace(0.1, 0.9, 18)
    nzdd = NZDD.from_rows(matrix)
    assert nzdd.count() == len(np.unique(matrix, axis=0))
    assert nzdd.multiplicity[nzdd.source == 0].sum() == len(matrix)


def test_ranks_undo_the_order():
    order = Order("given", np.array([2, 0, 1], np.uint32))
    assert order.rank.tolist() == [1, 2, 0]
    assert NATURAL.rank is None


def test_the_given_order_stands_on_the_levels():
    zdd = ZDD.from_rows([[0, 1, 2, 3]], order=[2, 0, 3, 1])
    assert zdd.order.name == "given"
    assert zdd.variable[np.argsort(zdd.level[2:]) + 2].tolist() == [2, 0, 3, 1]


@pytest.mark.parametrize("kind", [list, tuple, np.uint64, np.int8, ">i4"])
def test_a_permutation_of_any_integer_type_will_do(kind):
    order = kind([1, 0]) if kind in (list, tuple) else np.array([1, 0], kind)
    assert ZDD.from_rows([[0, 1]], order=order).order.symbols.tolist() == [1, 0]
    assert ZDD.from_rows([[]], order=order[:0]).num_nodes == 0


@pytest.mark.parametrize(
    "order",
    [
        [0],
        [0, 0],
        [0, 2],
        [0, -1],
        [[0, 1]],
        [0.0, 1.0],
        [False, True],
        [1, 2**40],
        None,
        1,
        iter([0, 1]),
    ],
)
def test_what_is_no_permutation_is_refused(order):
    with pytest.raises(ValueError, match="an order of 2 symbols must list each of them once"):
        ZDD.from_rows([[0, 1]], order=order)


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match="'random' is unknown; take auto, natural, frequency"):
        NZDD.from_rows([[0]], order="random")
