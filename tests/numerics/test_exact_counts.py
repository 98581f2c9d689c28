"""What is counted is exact: rows of any number, and whole weights below 2**53."""

from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, families
from nzdd.families import power_set
from nzdd.input.whole_numbers import WEIGHT_LIMIT as LIMIT
from nzdd.multiset import Multiset
from nzdd.zdd.row_queries import RowRanks
from support.sets.families import lists_of


@pytest.mark.parametrize("num_symbols", [52, 53, 54, 64, 65, 1000])
def test_counts_are_exact_at_any_size(num_symbols):
    every = power_set(num_symbols)
    assert every.count() == 2**num_symbols
    assert (every - ZDD.from_rows([[]], num_symbols=num_symbols)).count() == 2**num_symbols - 1
    half = families.sets_of_size(num_symbols, num_symbols // 2)
    assert half.count() == comb(num_symbols, num_symbols // 2)
    assert half.to_nzdd().count() == half.count()


def test_ranks_are_exact_beyond_64_bits():
    ranks = RowRanks(power_set(100))
    rank = 2**99 + 2**53 + 1
    assert ranks.rank(ranks.unrank(rank)) == rank


large = st.sampled_from([1, 2**31, 2**32 + 1, 2**50 + 1, 2**52 - 1])


@given(st.lists(st.tuples(st.integers(0, 7), large), min_size=1, max_size=3))
def test_whole_weights_below_the_limit_are_exact(pairs):
    """In every order of summation, as whole floats below 2**53 are."""
    rows = [[j for j in range(3) if mask >> j & 1] for mask, _ in pairs]
    weights = [weight for _, weight in pairs]
    if sum(weights) >= LIMIT:
        collected = Multiset(3, "natural")
        with pytest.raises(ValueError, match=r"below 2\*\*53"):
            collected.add(rows, weights)
        assert collected.total == 0
        return
    expected = Counter()
    for row, weight in zip(rows, weights, strict=True):
        expected[tuple(row)] += weight
    collected = Multiset(3, "natural", buffer_bytes=0)
    for row, weight in zip(rows, weights, strict=True):
        collected.add([row], [weight])
    assert collected.total == sum(weights)
    for nzdd in (NZDD.from_rows(rows, weights, num_symbols=3), collected.nzdd()):
        leaving = nzdd.multiplicity[nzdd.source == 0]
        entering = nzdd.multiplicity[nzdd.target == nzdd.num_nodes - 1]
        assert int(leaving.sum()) == int(entering.sum()) == sum(weights)
    found = [tuple(sorted(row)) for row in lists_of(collected.rows())]
    assert dict(zip(found, map(int, collected.rows().weights), strict=True)) == expected
