"""Rows one after the other: by weight, in random order; and the protocol of sets."""

from collections import Counter, UserDict
from collections.abc import Set
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import power_set, sets_of_size
from nzdd.zdd.traversal import _exchanged
from support.sets.families import families, row_set


@given(families(max_rows=40), st.booleans(), st.lists(st.integers(-4, 4), min_size=8, max_size=8))
def test_rows_come_by_weight(case, ascending, weights):
    rows, num_symbols = case
    zdd = ZDD.from_rows(rows, num_symbols=num_symbols)
    found = list(zdd.by_weight(weights[:num_symbols], ascending=ascending))
    assert {row for row, _ in found} == row_set(rows)
    assert len(found) == zdd.count()
    totals = [weight for _, weight in found]
    assert totals == [sum(weights[symbol] for symbol in row) for row, _ in found]
    assert totals == sorted(totals, reverse=not ascending)


def test_the_first_rows_by_weight_are_the_shortest_rows():
    zdd = sets_of_size(40, 20)
    weights = np.random.default_rng(0).normal(size=40)
    best = zdd.shortest_rows(weights, 100)
    assert list(best) == list(islice(zdd.by_weight(weights), 100))
    heaviest = zdd.longest_rows(weights, 100)
    assert list(heaviest) == list(islice(zdd.by_weight(weights, ascending=False), 100))
    assert [row for row, _ in best] == [
        tuple(best.symbols[a:b]) for a, b in zip(best.offsets, best.offsets[1:], strict=False)
    ]
    assert list(best.after(98)) == list(best)[98:]
    assert list(best.after(100)) == []


def test_rows_with_a_symbol_of_infinite_weight_are_left_out():
    found = power_set(3).by_weight([1, float("inf"), 2])
    assert list(found) == [((), 0.0), ((0,), 1.0), ((2,), 2.0), ((0, 2), 3.0)]


def test_wrong_weights_are_refused_at_once():
    with pytest.raises(ValueError, match="shape"):
        power_set(3).by_weight([1, 2])


@given(families(max_rows=40), st.integers(0, 3))
def test_a_random_order_has_each_row_once(case, seed):
    zdd = ZDD.from_rows(case[0], num_symbols=case[1])
    found = list(zdd.shuffled(seed))
    assert sorted(found) == sorted(zdd)
    assert found == list(zdd.shuffled(seed))


def test_every_random_order_of_few_rows_is_equally_likely():
    """24 orders, drawn 2400 times: chi-squared with 23 degrees of freedom, 0.1 % above 49.7."""
    zdd = sets_of_size(4, 1)
    random = np.random.default_rng(5)
    times = Counter(tuple(zdd.shuffled(random)) for _ in range(2400))
    assert len(times) == 24
    assert sum((count - 100) ** 2 / 100 for count in times.values()) < 49.7


@pytest.mark.parametrize("half", [1, 3, 5])
def test_the_network_is_a_permutation(half):
    places = [_exchanged(number, half, b"key") for number in range(4**half)]
    assert sorted(places) == list(range(4**half))


def test_many_rows_of_a_huge_family_differ_and_look_random():
    rows = list(islice(sets_of_size(400, 200).shuffled(1), 1000))
    assert len(set(rows)) == 1000
    assert {len(row) for row in rows} == {200}
    times = Counter(symbol for row in rows for symbol in row)
    assert all(abs(times[symbol] - 500) < 5.5 * 1000**0.5 / 2 for symbol in range(400))


def test_a_family_is_a_set():
    zdd = ZDD.from_rows([[0, 1], [2], []])
    assert isinstance(zdd, Set)
    assert zdd.copy() is zdd
    assert zdd.choice() in zdd
    assert set(zdd) & {(2,)} == {(2,)}
    rows, row = UserDict.fromkeys(zdd).keys(), UserDict.fromkeys([(2,)]).keys()  # other sets
    assert rows == zdd
    assert zdd == rows
    assert row < zdd
    assert zdd >= row
    assert set(zdd & row) == set(row & zdd) == {(2,)}
    with pytest.raises(TypeError):
        zdd | {(1,)}
    with pytest.raises(IndexError, match="no rows"):
        ZDD.empty(3).choice()
