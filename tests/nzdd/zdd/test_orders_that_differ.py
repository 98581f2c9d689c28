"""Families in different orders of the symbols: which of them moves, and where neither can."""

from functools import reduce

import numpy as np
import pytest

from nzdd import ZDD, families
from nzdd.zdd.algebra import StepLimitError


def grid(size):
    numbers = np.arange(size * size).reshape(size, size)
    across = np.stack((numbers[:, :-1].ravel(), numbers[:, 1:].ravel()), axis=1)
    return np.concatenate((across, np.stack((numbers[:-1].ravel(), numbers[1:].ravel()), axis=1)))


def all_or_none(pairs):
    """Of each pair of symbols both or none, in the order in which the diagram is small."""
    order = np.ravel(pairs)
    each = (ZDD.from_rows([[], pair], order=order, num_symbols=order.size) for pair in pairs)
    return reduce(ZDD.join, each)


def test_the_family_that_is_easy_to_reorder_moves_whichever_comes_first():
    edges = grid(4)
    forests = families.forests(edges)
    weights = np.random.default_rng(0).integers(1, 10, len(edges))
    light = families.linear(weights, 0, 60, order=np.random.default_rng(1).permutation(len(edges)))
    limit = 10_000
    both = light.intersection(forests, max_steps=limit)
    assert both == forests.intersection(light, max_steps=limit)
    assert np.array_equal(both.order.symbols, forests.order.symbols)
    assert both == forests.reordered(light.order.symbols) & light
    assert light.isdisjoint(forests, max_steps=limit) is False


def test_families_of_few_rows_move_to_the_order_of_others():
    pairs = np.arange(60).reshape(30, 2)
    large = all_or_none(pairs)
    few = ZDD.from_rows([[0, 1, 58, 59], [3]], order=np.arange(60)[::-1], num_symbols=60)
    for result in (few & large, large & few):
        assert [list(row) for row in result] == [[0, 1, 58, 59]]
        assert np.array_equal(result.order.symbols, large.order.symbols)


def test_where_neither_can_move_an_error_names_sizes_and_cures():
    symbols = np.random.default_rng(0).permutation(100)
    f, g = all_or_none(symbols.reshape(50, 2)), all_or_none(np.sort(symbols).reshape(50, 2))
    message = "intersection: .*two orders.*with 100 and 100 nodes.*20,000 steps.*order=.*max_steps="
    with pytest.raises(StepLimitError, match=message):
        f.intersection(g, max_steps=20_000)
    with pytest.raises(StepLimitError, match="issubset"):
        f.issubset(g, max_steps=9)
    assert f != g
    assert f.union(f, max_steps=9) == f
