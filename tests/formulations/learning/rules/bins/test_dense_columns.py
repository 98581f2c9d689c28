"""Columns of two frequent bins, whose pairs are first added up roughly."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from support.examples import examples

TWO_BINS = (BinColumn(2), BinColumn(2, ordered=False), BinColumn(1, missing=True))
OTHERS = (BinColumn(3), BinColumn(2, missing=True), BinColumn(3, ordered=False))


@given(st.data())
@settings(max_examples=examples(100), deadline=None)
def test_the_best_of_every_two_columns_in_the_right_order(data):
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    columns = data.draw(st.lists(st.sampled_from((*TWO_BINS, *OTHERS)), min_size=2, max_size=12))
    num_rows = data.draw(st.sampled_from([3, 40, 700]))
    share = data.draw(st.sampled_from([0.05, 0.3, 0.5]))
    codes = np.column_stack(
        [
            (random.random(num_rows) < share)
            * random.integers(1, column.known + column.missing, num_rows)
            for column in columns
        ]
    ).astype(np.uint8)
    rows = BinnedRows(codes, columns)
    values = random.integers(-1000, 1000, rows.num_rows) / 1024  # exact sums
    if data.draw(st.booleans()):
        values[0] = 2.0**20  # rounded values are rough
    penalty = np.array([0, 1, 1.5])
    count, above = data.draw(st.integers(1, 100)), data.draw(st.sampled_from([0.0, 1.0, 100.0]))
    wanted = np.sort(_rewards(rows, values, penalty))[::-1]
    _, rewards = rows.best(values, penalty, count, above)
    np.testing.assert_array_equal(rewards, wanted[wanted > above][:count])


def _rewards(rows, values, penalty):
    """Of the best literal and interval of every column, and of the best pair of two columns."""
    literals = [
        _literals(codes, column) for codes, column in zip(rows.codes.T, rows.columns, strict=True)
    ]
    found = [np.abs(values @ own.T).max() / penalty[1] for own in literals]
    for codes, column in zip(rows.codes.T, rows.columns, strict=True):
        if column.ordered and column.known > 2:
            found.append(abs(values[codes == 1].sum()) / penalty[2])
    for second in range(len(literals)):
        for first in range(second):
            both = (literals[first] * values) @ literals[second].T
            found.append(np.abs(both).max() / penalty[2])
    return np.array(found)


def _literals(codes, column):
    """Where each literal holds, of a column of at most three known bins."""
    known = codes < column.known
    bins = [codes == code for code in range(column.known)]
    sets = [*bins, *(known & ~own for own in bins)] if column.known > 1 else []
    if column.ordered and column.known == 3:
        del sets[4], sets[1]  # the bin between two others, and these
    if column.missing:
        sets += [known, ~known]
    return np.array(sets, float).reshape(-1, codes.size)
