"""Rows one after the other: by weight, in random order; and the protocol of sets."""

import math
from collections import Counter, UserDict
from collections.abc import Set
from decimal import Decimal
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import power_set, sets_of_size, simple_paths
from nzdd.zdd.traversal import _exchanged
from support.sets.exact_sums import exact, weight_lists
from support.sets.families import families, row_set
from support.sets.graphs import grid


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


@given(families(max_rows=60), st.booleans(), st.data())
def test_each_row_comes_once_and_in_the_order_of_exact_totals(case, ascending, data):
    rows, num_symbols = case
    weights = data.draw(weight_lists(num_symbols))
    order = data.draw(st.permutations(range(num_symbols)))
    zdd = ZDD.from_rows(rows, order=order, num_symbols=num_symbols)
    found = list(zdd.by_weight(weights, ascending=ascending))
    assert len(found) == zdd.count()
    assert {row for row, _ in found} == row_set(rows)
    values = exact(weights)
    totals = [sum((values[symbol] for symbol in row), Fraction(0)) for row, _ in found]
    assert totals == sorted(totals, reverse=not ascending)
    assert [weight for _, weight in found] == [float(total) for total in totals]


@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("family", [power_set(12), simple_paths(grid(5, 5), 0, 24)], ids=str)
def test_decimals_repeat_no_row(family, ascending):
    """4,096 sets and 8,512 paths, of many of which the weights are equal but for rounding."""
    weights = np.random.default_rng(0).permutation(np.arange(family.num_symbols) % 12 + 1)
    found = list(family.by_weight(weights / 10, ascending=ascending))
    assert len({row for row, _ in found}) == len(found) == family.count()
    totals = [weights[list(row)].sum() for row, _ in found]
    assert totals == sorted(totals, reverse=not ascending)
    assert [weight for _, weight in found] == [total / 10 for total in totals]


def test_all_rows_come_where_the_search_has_left_some_out():
    weights = np.random.default_rng(0).integers(-9999, 10_000, 13)
    sums = (np.arange(2**13)[:, None] >> np.arange(13) & 1) @ weights
    found = list(power_set(13).by_weight(weights))
    assert [weight for _, weight in found] == np.sort(sums).tolist()
    assert len({row for row, _ in found}) == 2**13


INFINITE = st.sampled_from([-math.inf, math.inf, 0.1, 0.2, 0.3, 1 / 3, -1e300])


@given(families(max_rows=40), st.booleans(), st.lists(INFINITE, min_size=8, max_size=8))
def test_infinite_weights_forbid_rows_or_put_them_first(case, ascending, weights):
    rows, num_symbols = case
    zdd = ZDD.from_rows(rows, num_symbols=num_symbols)
    found = list(zdd.by_weight(weights[:num_symbols], ascending=ascending))
    forbidden = math.inf if ascending else -math.inf
    allowed = [row for row in row_set(rows) if forbidden not in [weights[s] for s in row]]
    assert sorted(row for row, _ in found) == sorted(allowed)
    values = dict(zip(weights, exact([0 if math.isinf(w) else w for w in weights]), strict=True))
    totals = [
        -forbidden
        if -forbidden in [weights[symbol] for symbol in row]
        else sum((values[weights[symbol]] for symbol in row), Fraction(0))
        for row, _ in found
    ]
    assert totals == sorted(totals, reverse=not ascending)
    assert [weight for _, weight in found] == [float(total) for total in totals]


@pytest.mark.parametrize(
    "weights",
    [
        [2**60, 2**60 + 1, 2**61 + 1, 5],
        [2**60, 2**60 + 1, 2**61 + 1, 0.5],
        np.array([2**60, 2**60 + 1, 2**61 + 1, 5]),
        [Fraction(1, 3), Fraction(1, 6), Decimal("0.5"), 2**70],
    ],
    ids=str,
)
@pytest.mark.parametrize("ascending", [True, False])
def test_integers_fractions_and_decimals_are_exact(weights, ascending):
    """Two symbols weigh as much as the third."""
    values = [Fraction(each) for each in list(weights)]
    found = [row for row, _ in power_set(4).by_weight(weights, ascending=ascending)]
    totals = [sum((values[symbol] for symbol in row), Fraction(0)) for row in found]
    assert totals == sorted(totals, reverse=not ascending)
    assert len(set(totals)) == 14
    assert len(set(found)) == 16


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


def test_weights_may_be_what_numpy_reads_as_numbers():
    expected = [((), 0.0), ((0,), 0.1), ((1,), 0.2), ((0, 1), 0.3)]
    for weights in (np.array([0.1, "0.2"], object), np.array([0.1, 0.2], ">f8")):
        assert list(power_set(2).by_weight(weights)) == expected


def test_wrong_weights_are_refused_at_once():
    with pytest.raises(ValueError, match="shape"):
        power_set(3).by_weight([1, 2])
    with pytest.raises(ValueError, match=r"absolute symbol weights add up to more than 2\*\*2301"):
        power_set(2).by_weight([Fraction(1, 10**1000), 1])


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
