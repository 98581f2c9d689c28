"""Columns of plain numbers are seen in blocks, and found as if each was looked at."""

import numpy as np
import pandas as pd
import pytest

from nzdd.adapters.files.tables.cells.date_columns import dates_in
from nzdd.adapters.files.tables.cells.values import codes_of_missing, ids, row_numbers
from nzdd.adapters.files.tables.label_choice import MOST_CLASSES, _able, _number_of_pairs

ROWS = 120


def columns(random):
    """Numbers of all kinds: counted rows, groups, ids, codes, days, bits, measured, missing."""
    days = random.integers(0, 30, ROWS) * 10_000 + 20_000_101
    measured = random.normal(size=ROWS).round(2)
    kinds = [
        np.arange(ROWS),
        random.permutation(ROWS) + 1,
        np.arange(ROWS) // 3,
        np.arange(ROWS) // 30,
        random.permutation(10**6)[:ROWS],
        np.where(random.random(ROWS) < 0.1, -999, measured),
        np.where(random.random(ROWS) < 0.1, 9999, np.abs(measured)),
        np.where(random.random(ROWS) < 0.1, 99, random.integers(0, 9, ROWS)),
        days,
        np.where(random.random(ROWS) < 0.1, np.nan, days),
        np.append(days[1:], 0),
        random.integers(0, 2, ROWS),
        random.integers(0, 2, ROWS) + 0.5,
        np.where(random.random(ROWS) < 0.1, np.nan, random.integers(0, 2, ROWS)),
        random.integers(0, MOST_CLASSES + 2, ROWS),
        np.full(ROWS, 7),
        np.full(ROWS, np.nan),
        np.where(random.random(ROWS) < 0.1, np.inf, measured),
        measured.astype(np.float32),
        random.integers(0, 2**63, ROWS),
    ]
    return pd.DataFrame({f"c{at}": kinds[at] for at in random.permutation(len(kinds))})


@pytest.mark.parametrize("seed", range(5))
def test_blocks_are_as_single_columns(seed):
    plain = columns(np.random.default_rng(seed))
    single = plain.convert_dtypes()  # nullable types are looked at singly
    assert not any(isinstance(kind, np.dtype) for kind in single.dtypes)
    assert set(dates_in(plain)) == set(dates_in(single)) != set()
    for found in (codes_of_missing, ids, row_numbers):
        assert found(plain) == found(single) != []
    assert _number_of_pairs(plain) == _number_of_pairs(single) > 0
    fitting = [
        at
        for at, (_, column) in enumerate(plain.items())
        if column.notna().all()
        and (column % 1 == 0).all()
        and 2 <= column.nunique() <= MOST_CLASSES
    ]
    assert _able(plain) == fitting
