"""Rows within bounds of their cost, against each row's exact cost."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import linear, power_set, simple_paths, spanning_trees
from support.sets.exact_sums import weight_lists, within
from support.sets.families import families, row_set

BOUND = st.none() | st.integers(-6, 6) | st.floats(-4, 4, width=16) | st.sampled_from([0.3, 1e300])


@given(families(max_rows=60), BOUND, BOUND, st.data())
def test_exactly_the_rows_within_the_bounds_are_left(case, low, high, data):
    rows, num_symbols = case
    costs = data.draw(weight_lists(num_symbols))
    order = data.draw(st.permutations(range(num_symbols)))
    zdd = ZDD.from_rows(rows, order=order, num_symbols=num_symbols)
    found = zdd.with_cost(costs, low, high)
    assert row_set(found) == {row for row in row_set(rows) if within(row, costs, low, high)}
    found.verify()
    assert found.order.symbols.tolist() == order


@given(families(), st.lists(st.integers(-3, 3), min_size=8, max_size=8), st.integers(-5, 5))
def test_the_three_relations(case, costs, bound):
    zdd = ZDD.from_rows(case[0], num_symbols=case[1])
    costs = costs[: case[1]]
    below, equal, above = (
        relation(costs, bound) for relation in (zdd.cost_le, zdd.cost_eq, zdd.cost_ge)
    )
    assert (below | above, below & above) == (zdd, equal)
    assert zdd.cost_le(costs, bound - 1) == below - equal
    assert below == zdd & linear(costs, high=bound)
    assert power_set(case[1]).cost_ge(costs, bound) == linear(costs, low=bound)


def test_decimals_are_what_is_written():
    """As floats, 0.1 + 0.2 is greater than 0.3."""
    zdd = ZDD.from_rows([[0, 1], [2]], order="natural")
    assert list(zdd.cost_eq([0.1, 0.2, 0.3], 0.3)) == [(0, 1), (2,)]
    assert list(zdd.cost_ge([0.1, 0.2, 0.3], 0.1 + 0.2)) == []
    assert list(zdd.cost_eq([Fraction(1, 3), Decimal("0.5"), 1], Fraction(5, 6))) == [(0, 1)]
    prices = [round(price / 10, 1) for price in range(1, 31)]
    cheap = power_set(30).cost_le(prices, 2.5)
    assert cheap == power_set(30).cost_le(range(1, 31), 25)
    assert cheap == linear(prices, high=2.5)


def test_floats_of_many_digits_are_what_the_computer_holds():
    """A third is less than 1/3 as a float, and a tenth is more than 0.1."""
    third, zdd = 1 / 3, power_set(3)
    assert Fraction(third) < Fraction(1, 3)
    assert list(zdd.cost_ge([third] * 3, 1)) == []
    assert list(zdd.cost_eq([third, 2 / 3, 0.1], Fraction(third) + Fraction(0.1))) == [(0, 2)]
    lengths = np.random.default_rng(0).uniform(1, 100, 30)
    shortest = power_set(30).cost_le(lengths, lengths.min())
    assert sorted(shortest) == [(), (int(lengths.argmin()),)]


def grid(side):
    number = np.arange(side * side).reshape(side, side)
    across = np.stack((number[:, :-1], number[:, 1:]), axis=-1).reshape(-1, 2)
    down = np.stack((number[:-1], number[1:]), axis=-1).reshape(-1, 2)
    return np.concatenate((across, down))


def test_the_best_rows_within_a_bound_are_those_by_weight():
    edges = grid(4)
    costs = np.random.default_rng(1).integers(1, 100, len(edges))
    for zdd in (simple_paths(edges, 0, 15), spanning_trees(edges)):
        best = zdd.shortest_rows(costs, 50)
        light = zdd.cost_le(costs, best.lengths[-1])
        assert {row for row, _ in best} <= set(light)
        assert max(costs[list(row)].sum() for row in light) == best.lengths[-1]


def test_what_is_no_cost_is_refused():
    zdd = ZDD.from_rows([["a"], ["b"]], names="ab")
    assert list(zdd.cost_le({"b": 3, "a": 1}, 2).named_rows()) == [("a",)]
    with pytest.raises(ValueError, match="no cost of 'b'"):
        zdd.cost_le({"a": 1}, 2)
    for costs in ([1.0], [np.nan, 1], [np.inf, 1]):
        with pytest.raises(ValueError, match="cost_le"):
            zdd.cost_le(costs, 2)
    with pytest.raises(ValueError, match="weight 1 of cost_le is 'x'; weights are finite numbers"):
        zdd.cost_le(np.array([1, "x"], object), 2)
    with pytest.raises(ValueError, match=r"add up to more than 2\*\*2301; round them"):
        zdd.cost_le([10**1000, 1], 2)
    for bound in (np.nan, Decimal("nan")):
        with pytest.raises(ValueError, match=r"a bound of cost_le is .*; give a number, or None"):
            zdd.cost_le([1, 2], bound)
    with pytest.raises(TypeError, match="a bound of cost_le is '2'; give a number, or None"):
        zdd.cost_le([1, 2], "2")
    with pytest.raises(MemoryError, match="max_states"):
        power_set(30).with_cost(np.arange(30) ** 2, high=1000, max_states=10)
