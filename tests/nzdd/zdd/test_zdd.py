"""What is true of every ZDD."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from nzdd.families import power_set, sets_of_size
from support.sets.diagrams import some_lengths, zdds
from support.sets.families import row_set, subsets, total_weights
from support.sets.zdd_reference import zdd_families

EVERY_FAMILY = [list(rows) for rows in subsets(subsets(range(3)))]


ORDERS = list(permutations(range(3)))


def every_zdd(order):
    for family in EVERY_FAMILY:
        yield family, ZDD.from_rows(family, order=order, num_symbols=3)


@pytest.mark.parametrize("order", ORDERS)
def test_every_family_of_three_symbols_comes_back(order):
    for family, zdd in every_zdd(order):
        assert row_set(zdd) == set(family)
        assert zdd.count() == len(zdd) == len(family) == zdd.rows().shape[0]
        assert bool(zdd) == bool(family)
        zdd.verify()


@pytest.mark.parametrize("order", ORDERS)
def test_nodes_are_those_of_the_textbook(order):
    """The nodes are the distinct sub-families, each on the level of its topmost symbol."""
    for family, zdd in every_zdd(order):
        _, nodes = zdd_families(family, order)
        assert sorted(zdd.level[2:]) == sorted(top for top, _, _ in nodes.values())
        assert zdd.width().tolist() == [
            sum(top == level for top, _, _ in nodes.values()) for level in range(3)
        ]
        assert zdd.variable[2:].tolist() == [order[level] for level in zdd.level[2:]]


@pytest.mark.parametrize("order", ORDERS)
def test_membership_is_that_of_the_family(order):
    rows = subsets(range(3))
    for place, (family, zdd) in enumerate(every_zdd(order)):
        assert zdd.contains(rows).tolist() == [row in family for row in rows]
        row = rows[place % len(rows)]
        assert (row in zdd) == (row in family)


def test_rows_outside_the_ground_set_are_not_in_the_family():
    zdd = ZDD.from_rows(subsets(range(3)))
    assert [3] not in zdd
    assert [-1] not in zdd
    assert [0, 2**40] not in zdd


@pytest.mark.parametrize("order", ORDERS)
def test_shortest_and_longest_paths_are_the_best_rows(order):
    lengths = np.array([1.0, -2.0, 0.5])
    for family, zdd in every_zdd(order):
        sums = [sum(lengths[list(row)]) for row in family]
        shortest, longest = zdd.shortest_path(lengths), zdd.longest_path(lengths)
        assert shortest.length == min(sums, default=math.inf)
        assert longest.length == max(sums, default=-math.inf)
        for path in (shortest, longest) if family else ():
            assert tuple(path.symbols.tolist()) in family
            assert sum(lengths[path.symbols]) == path.length


@given(zdds(), st.data())
def test_potentials_are_the_shortest_lengths_below_each_node(case, data):
    _, _, zdd = case
    lengths = data.draw(some_lengths(zdd.num_symbols))
    potentials = zdd.potentials(lengths)
    assert potentials[:2].tolist() == [math.inf, 0.0]
    cost = lengths[zdd.variable[2:]]
    through = np.minimum(potentials[zdd.low[2:]], cost + potentials[zdd.high[2:]])
    assert np.array_equal(potentials[2:], through)
    assert zdd.shortest_path(lengths).length == potentials[zdd.root]


@given(zdds())
def test_rows_come_back_each_once_in_the_order_of_the_diagram(case):
    """Rows that hold the symbol nearest to the root come first, and so on down the levels."""
    rows, _, zdd = case
    listed = list(zdd)
    assert set(listed) == row_set(rows)
    levels = range(zdd.num_symbols) if zdd.order.symbols is None else zdd.order.symbols.tolist()
    assert listed == sorted(row_set(rows), key=lambda row: [level not in row for level in levels])


@given(zdds(), st.integers(0, 25), st.integers(0, 25))
def test_rows_can_be_listed_from_any_rank(case, first, count):
    _, _, zdd = case
    assert row_list(zdd.rows(first, count)) == list(zdd)[first : first + count]
    assert row_list(zdd.rows(first)) == list(zdd)[first:]


def row_list(matrix):
    return [tuple(row.indices.tolist()) for row in matrix]


@given(zdds())
def test_weights_through_a_node_are_those_of_its_branches(case):
    """Weight is neither lost nor made: what enters a node leaves it, and the root has it all."""
    rows, weights, zdd = case
    if zdd.low_weight is None:
        assert all(total == 1 for total in total_weights(rows, weights).values())
        return
    through = zdd.low_weight + zdd.high_weight
    entering = np.zeros(zdd.level.size)
    np.add.at(entering, zdd.low[2:], zdd.low_weight[2:])
    np.add.at(entering, zdd.high[2:], zdd.high_weight[2:])
    total = sum(total_weights(rows, weights).values())
    inner = np.arange(zdd.level.size) >= 2
    assert np.array_equal(
        entering[inner & (np.arange(zdd.level.size) != zdd.root)],
        through[inner & (np.arange(zdd.level.size) != zdd.root)],
    )
    assert through[zdd.root] == total


@given(zdds())
def test_in_degrees_count_branches(case):
    _, _, zdd = case
    expected = [0] * zdd.level.size
    for child in [*zdd.low[2:], *zdd.high[2:]]:
        expected[child] += 1
    assert zdd.in_degree().tolist() == expected


@given(zdds())
def test_children_come_before_their_parents(case):
    _, _, zdd = case
    numbers = np.arange(2, zdd.level.size)
    assert (zdd.low[2:] < numbers).all()
    assert (zdd.high[2:] < numbers).all()
    assert zdd.root == zdd.level.size - 1 or zdd.num_nodes == 0


@pytest.mark.parametrize("num_symbols", [0, 1, 5, 6, 7, 13])
def test_the_power_set_is_one_node_a_symbol(num_symbols):
    words = np.arange(2**num_symbols)[:, None] >> np.arange(num_symbols)
    zdd = ZDD.from_rows((words & 1).astype(np.uint8), order="natural")
    assert zdd.num_nodes == num_symbols
    assert zdd.count() == 2**num_symbols


@pytest.mark.parametrize(("n", "k"), [(6, 3), (9, 4), (13, 6)])
def test_all_subsets_of_one_size_have_a_node_for_each_number_still_to_take(n, k):
    """A node for every level and number that can be met: k (n - k + 1)."""
    rows = [row for row in subsets(range(n)) if len(row) == k]
    zdd = ZDD.from_rows(rows)
    assert zdd.count() == math.comb(n, k)
    assert zdd.num_nodes == k * (n - k + 1)


def test_counts_are_exact_beyond_machine_integers():
    """A power set of 200 symbols, put together by hand."""
    nodes = np.arange(200, dtype=np.uint32)
    state = {
        "num_symbols": 200,
        "root": 201,
        "level": np.concatenate(([2**32 - 1] * 2, nodes[::-1])).astype(np.uint32),
        "low": np.concatenate(([0, 1], nodes + 1)).astype(np.uint32),
        "high": np.concatenate(([0, 1], nodes + 1)).astype(np.uint32),
    }
    zdd = ZDD._restore(state)
    assert zdd.count() == 2**200
    assert bool(zdd)
    with pytest.raises(OverflowError):
        len(zdd)
    with pytest.raises(OverflowError, match=r"about 10\^60 rows from rank 0 on"):
        zdd.rows()
    with pytest.raises(OverflowError, match=r"5 rows from rank about 10\^19 on"):
        zdd.rows(2**63, 5)
    # rank r spells the complement of r in binary, the root's symbol first
    rank = 2**62 + 12345
    row = row_list(zdd.rows(rank, 1))[0]
    assert sum(1 << (199 - symbol) for symbol in row) == 2**200 - 1 - rank
    assert next(iter(zdd)) == tuple(range(200))


@pytest.mark.parametrize("lengths", [[1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]], 1.0])
def test_symbol_lengths_of_another_shape_are_refused(lengths):
    zdd = ZDD.from_rows([[0, 1]])
    for query in (zdd.shortest_path, zdd.longest_path, zdd.potentials):
        with pytest.raises(ValueError, match="there are 2 symbols"):
            query(lengths)


def test_a_length_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="the length of symbol 1 is NaN"):
        ZDD.from_rows([[0, 1]]).shortest_path([0.0, math.nan])


def test_infinite_lengths_forbid_symbols():
    zdd = ZDD.from_rows([[0], [1], [0, 2]])
    assert zdd.shortest_path([math.inf, 5.0, 0.0]).symbols.tolist() == [1]
    for diagram in (zdd, zdd.to_nzdd()):
        nothing = diagram.shortest_path([math.inf, math.inf, 0.0])
        assert (nothing.length, nothing.symbols.tolist()) == (math.inf, [])


def test_negative_ranks_are_refused():
    zdd = ZDD.from_rows([[0]])
    with pytest.raises(ValueError, match="negative"):
        zdd.rows(-1)
    with pytest.raises(ValueError, match="negative"):
        zdd.rows(0, -1)


@given(zdds(), st.integers(0, 3))
def test_further_symbols_join_every_row(case, number):
    *_, zdd = case
    more = zdd.with_symbols(number)
    more.verify()
    new = range(zdd.num_symbols, zdd.num_symbols + number)
    assert row_set(more) == {(*row, *new) for row in zdd}
    assert more.to_nzdd().multiplicity.sum() == zdd.to_nzdd().multiplicity.sum()


def test_fewer_than_no_further_symbols_are_refused():
    with pytest.raises(ValueError, match="number is -1"):
        ZDD.from_rows([[0]]).with_symbols(-1)
    with pytest.raises(ValueError, match="num_symbols is 4294967296"):
        ZDD.from_rows([[0]], num_symbols=2**32 - 1).with_symbols()


def test_a_family_is_true_where_it_holds_a_row_however_many():
    assert not ZDD.from_rows([], num_symbols=3)
    assert ZDD.from_rows([[]])
    assert NZDD.from_rows([[0]])
    assert sets_of_size(100, 50)  # more rows than `len` could say


def test_huge_families_are_shown_by_their_order_of_magnitude():
    """Also where Python would not write the number out: 2^20000 has 6021 digits."""
    assert "about 10^119" in repr(sets_of_size(400, 200))  # 1.03e119
    every = power_set(20_000)
    assert "about 10^6021 rows" in repr(every)
    with pytest.raises(OverflowError, match=r"about 10\^6021 rows from rank 0"):
        every.rows()
    for rank in (2**20_000, -(2**20_001)):
        with pytest.raises(IndexError, match=r"the family has about 10\^6021 rows"):
            every.unrank(rank)
