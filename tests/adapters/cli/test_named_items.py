"""Bins of equal items, and the rows of a table that these are."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.cli.packing.named_items import by_name
from nzdd.adapters.files.packing.instance import ItemRows

MEMBERS = st.lists(
    st.tuples(st.integers(1, 10**9), st.lists(st.integers(0, 4), min_size=3, max_size=3)),
    min_size=1,
    max_size=6,
)


@given(MEMBERS, st.data())
def test_each_row_is_used_up_and_bins_hold_what_they_held(drawn, data):
    members = [
        (number, [(item, count) for item, count in enumerate(counts) if count])
        for number, counts in drawn
        if any(counts)
    ]
    total = Counter()
    for number, pairs in members:
        for item, count in pairs:
            total[item] += number * count
    items, demands = [], []
    for item in sorted(total):
        cuts = st.lists(st.integers(1, total[item]), max_size=4, unique=True)
        ends = sorted({*data.draw(cuts), total[item]})
        parts = np.diff([0, *ends]).tolist()
        items += [item] * len(parts)
        demands += parts
    if not items:
        return
    place = {item: k for k, item in enumerate(sorted(total))}
    rows = ItemRows({}, [], np.array([place[item] for item in items]), np.array(demands))
    dense = [(number, [(place[item], count) for item, count in pairs]) for number, pairs in members]
    found = list(by_name(dense, rows))
    used, before, after = Counter(), Counter(), Counter()
    for number, bin in found:
        held = Counter()
        for item, row, count in bin:
            assert rows.item[row] == item
            used[row] += number * count
            held[item] += count
        after[frozenset(held.items())] += number
    for number, pairs in dense:
        before[frozenset(pairs)] += number
    assert [used[row] for row in range(len(demands))] == demands
    assert after == before
    assert len(found) <= len(members) + 2 * len(demands)
