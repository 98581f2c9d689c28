"""A linear condition holds just the sets whose sum lies between the bounds."""

import math
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import linear, sets_of_size
from support.examples import examples
from support.sets.exact_sums import weight_lists, within
from support.sets.families import subsets as every_set

LARGE = np.random.default_rng(0).integers(1, 10**12, 60)  # hopeless with a bound in the middle

bounds = st.none() | st.integers(-60, 60)


@given(
    st.lists(st.integers(-9, 9) | st.sampled_from([0, 40, -40]), max_size=9),
    bounds,
    bounds,
    st.data(),
)
@settings(deadline=None, max_examples=examples(300))
def test_the_rows_are_those_within_the_bounds_in_any_order(coefficients, low, high, data):
    size = len(coefficients)
    expected = sorted(
        row
        for row in every_set(range(size))
        if (low is None or low <= sum(coefficients[j] for j in row))
        and (high is None or sum(coefficients[j] for j in row) <= high)
    )
    for order in ("auto", "natural", data.draw(st.permutations(range(size)))):
        zdd = linear(coefficients, low, high, order=order)
        zdd.verify()
        assert sorted(zdd) == expected
        assert zdd.num_symbols == size
    rows = ZDD.from_rows(expected, order="natural", num_symbols=size)
    assert (
        linear(coefficients, low, high, order="natural").width().tolist() == rows.width().tolist()
    )


@given(
    st.integers(0, 7).flatmap(weight_lists), bounds | st.floats(-9, 9), bounds | st.floats(-9, 9)
)
@settings(deadline=None, max_examples=examples(100))
def test_coefficients_may_be_any_numbers(coefficients, low, high):
    found = linear(coefficients, low, high)
    found.verify()
    sets = every_set(range(len(coefficients)))
    assert set(found) == {row for row in sets if within(row, coefficients, low, high)}


def test_equal_coefficients_are_sizes():
    assert linear([1] * 30, 15, 15) == sets_of_size(30, 15)
    assert linear([7] * 30, 99, 106) == sets_of_size(30, 15)
    assert linear([1] * 60, 30, 30).num_nodes == sets_of_size(60, 30).num_nodes


def test_the_same_condition_with_other_numbers_is_the_same_diagram():
    """Sums that mean the same are merged: large numbers cost nothing by themselves."""
    small = linear([5, 3, 3, 2] * 8, high=40)
    large = linear([5 * 10**15 + 1, 3 * 10**15, 3 * 10**15, 2 * 10**15] * 8, high=40 * 10**15 + 8)
    assert small == large
    assert linear([10**15] * 200, high=10**17, max_states=10**5).count() == sum(
        comb(200, k) for k in range(101)
    )


def knapsack_counts(weights, capacity):
    """The number of sets of each total weight, by the textbook's recursion."""
    counts = [1] + [0] * capacity
    for weight in weights:
        counts = [
            count + (counts[total - weight] if total >= weight else 0)
            for total, count in enumerate(counts)
        ]
    return counts


def test_knapsacks_are_counted_and_solved():
    rng = np.random.default_rng(0)
    weights, values = rng.integers(1, 50, 60), rng.integers(1, 100, 60)
    capacity = 500
    zdd = linear(weights, high=capacity)
    zdd.verify()
    assert zdd.count() == sum(knapsack_counts(weights.tolist(), capacity))
    best = np.zeros(capacity + 1, dtype=np.int64)
    for weight, value in zip(weights, values, strict=True):
        best[weight:] = np.maximum(best[weight:], best[:-weight] + value)
    assert zdd.longest_path(values).length == best[-1]


def test_many_levels_need_no_recursion():
    assert linear(np.ones(100_000, dtype=np.int64), low=1).num_nodes == 2 * 100_000 - 1
    assert linear(np.ones(100_000, dtype=np.int64)).num_nodes == 100_000


def test_trivial_conditions():
    assert list(linear([])) == [()]
    assert list(linear([], low=1)) == []
    assert list(linear([], high=-1)) == []
    assert list(linear([1, 2], low=4)) == []
    assert list(linear([1, 2], high=-1)) == []
    assert list(linear([1, 2], low=2, high=1)) == []
    assert linear([1, 2], low=-(10**30), high=10**30).count() == 4
    assert linear([2**60, 2**60 - 1], low=2**61 - 1).count() == 1
    assert linear([2**61, 1], low=2**61).count() == 2
    assert linear([-(2**60), 2**60, 1], 1, 1).count() == 2
    assert linear([10**1000, 2 * 10**1000], 10**1000, 2 * 10**1000).count() == 2


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([0.5, math.inf],), {}, "weight 1 of linear is inf; weights are finite"),
        ((["a", "b"],), {}, "give 2 numbers"),
        (([[1, 2]],), {}, "must be a vector"),
        (([10**1000, 1],), {}, r"2\*\*2301; round them"),
        (([1, 2], math.nan), {}, "a bound of linear is nan"),
        (([1, 2],), {"order": "best"}, "unknown"),
        (([1, 2],), {"order": [1]}, "each of them once"),
        (([1, 2],), {"max_states": 0}, "max_states is 0"),
    ],
)
def test_bad_conditions_are_refused(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        linear(*arguments, **options)


def test_names_are_those_of_the_coefficients():
    """In any order, and those of a series of pandas; numbers from 0 on are symbols."""
    weights = {"fig": 3, ("a", "b"): 2, 7: 4}
    found = linear(weights, 2, 6)
    assert found.names == tuple(weights)
    assert set(found.named_rows()) == {
        row
        for size in range(4)
        for row in combinations(weights, size)
        if 2 <= sum(map(weights.get, row)) <= 6
    }
    assert linear(weights, low=2, high=1).names == tuple(weights)
    assert linear({0: 1, 1: 2}, high=1).names is None
    pd = pytest.importorskip("pandas")
    assert linear(pd.Series([1.5, 2], index=["x", "y"]), high=3).names == ("x", "y")
    assert linear(pd.Series([1.5, 2]), high=3).names is None


def test_too_many_nodes_are_a_memory_error():
    with pytest.raises(MemoryError, match="max_states = 1000 "):
        linear(LARGE, high=int(LARGE.sum()) // 2, max_states=1000)


def test_an_error_in_the_progress_callback_ends_the_search():
    def stop(stage, share):
        raise RuntimeError(stage)

    with pytest.raises(RuntimeError, match="search"):
        linear(LARGE, high=int(LARGE.sum()) // 2, progress=stop)
