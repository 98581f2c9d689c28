"""Rows within bounds of their cost, against each row's exact cost."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import linear, power_set, simple_paths, spanning_trees
from support.sets.families import families, row_set

COST = st.integers(-6, 6) | st.floats(-4, 4, width=16)
COSTS = st.lists(st.integers(-6, 6), min_size=8, max_size=8) | st.lists(
    st.floats(-4, 4, width=16), min_size=8, max_size=8
)


@given(families(max_rows=60), COSTS, st.none() | COST, st.none() | COST, st.data())
def test_exactly_the_rows_within_the_bounds_are_left(case, costs, low, high, data):
    rows, num_symbols = case
    order = data.draw(st.permutations(range(num_symbols)))
    zdd = ZDD.from_rows(rows, order=order, num_symbols=num_symbols)
    found = zdd.with_cost(costs[:num_symbols], low, high)

    def within(row):
        cost = sum(Fraction(costs[symbol]) for symbol in row)
        return (low is None or cost >= Fraction(low)) and (high is None or cost <= Fraction(high))

    assert row_set(found) == {row for row in row_set(rows) if within(row)}
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


def test_rounding_errors_play_no_part():
    """0.1 + 0.2 is greater than 0.3 as floats, and less than the float 0.3 + 2**-54 exactly."""
    zdd = ZDD.from_rows([[0, 1], [2]], order="natural")
    exact = Fraction(0.1) + Fraction(0.2)
    assert list(zdd.cost_le([0.1, 0.2, 0.3], 0.3)) == [(2,)]
    assert exact < Fraction(0.1 + 0.2)
    assert list(zdd.cost_ge([0.1, 0.2, 0.3], 0.1 + 0.2)) == []


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
    with pytest.raises(ValueError, match=r"2\*\*61"):
        zdd.cost_le([1e30, 1e-30], 2)
    with pytest.raises(MemoryError, match="max_states"):
        power_set(30).with_cost(np.arange(30) ** 2, high=1000, max_states=10)
