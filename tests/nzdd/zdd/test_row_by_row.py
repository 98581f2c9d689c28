"""Join and meet of families that are few rows for their nodes, beside those of sets of sets."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import sets_of_size
from nzdd.zdd.algebra import StepLimitError
from support.examples import examples
from support.sets.set_algebra import COMBINATIONS, rows_of


def baskets(num_rows, num_items, sizes, seed):
    """Sets of items, some far more popular than others."""
    rng = np.random.default_rng(seed)
    popularity = 1 / np.arange(1, num_items + 1)
    popularity /= popularity.sum()
    numbers = rng.integers(sizes[0], sizes[1] + 1, num_rows)
    return [rng.choice(num_items, size, False, popularity).tolist() for size in numbers]


def rows(zdd):
    zdd.verify()
    return {frozenset(row) for row in zdd}


@given(
    seed=st.integers(0, 2**32 - 1),
    numbers=st.tuples(st.integers(1, 80), st.integers(1, 80)),
    num_items=st.sampled_from([15, 40, 64, 65, 300]),
    name=st.sampled_from(["join", "meet"]),
    with_empty=st.booleans(),
)
@settings(deadline=None, max_examples=examples(60))
def test_products_of_sparse_families(seed, numbers, num_items, name, with_empty):
    lists = [
        baskets(number, num_items, (1, 12), [seed, which]) for which, number in enumerate(numbers)
    ]
    if with_empty:
        lists[0].append([])
    order = np.random.default_rng(seed).permutation(num_items)
    f, g = (ZDD.from_rows(each, order=order, num_symbols=num_items) for each in lists)
    assert rows(getattr(f, name)(g)) == COMBINATIONS[name](*map(rows_of, lists))


def test_sparse_families_take_a_step_for_many_pairs():
    """By pairs of nodes each of the two takes more than a million."""
    f, g = (
        ZDD.from_rows(baskets(200, 600, (5, 15), seed), order="natural", num_symbols=600)
        for seed in (1, 2)
    )
    meet = f.meet(g, max_steps=20_000)
    assert meet.count() == len(COMBINATIONS["meet"](set(map(frozenset, f)), set(map(frozenset, g))))
    assert f.join(g, max_steps=200_000).count() == 200 * 200
    with pytest.raises(StepLimitError, match="join"):
        f.join(g, max_steps=5_000)


def test_many_unions_are_made_in_parts():
    """Rows over other symbols each: all unions are different, and as long as both rows together."""
    f = ZDD.from_rows(np.arange(7 * 1200).reshape(7, -1).T.tolist(), num_symbols=16_800)
    g = ZDD.from_rows((np.arange(7 * 1200) + 8400).reshape(7, -1).T.tolist(), order=f.order)
    both = f.join(g)
    assert both.count() == 1200**2
    assert both.with_size(14, 14) == both


def test_families_of_many_rows_go_by_pairs_of_nodes():
    """Any part of a row of few symbols is what it has in common with one of 10^17 sets."""
    few = baskets(30, 60, (3, 6), 3)
    meet = sets_of_size(60, (20, 30)).meet(ZDD.from_rows(few, num_symbols=60, order="natural"))
    parts = {part for row in few for k in range(7) for part in combinations(sorted(row), k)}
    assert rows(meet) == set(map(frozenset, parts))
