import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.folds import MOST_ROWS, drawn, folds


@given(st.lists(st.integers(0, 2), min_size=2, max_size=40))
def test_every_row_is_held_out_once_and_each_class_evenly(labels):
    codes = np.array(labels)
    parts = list(folds(codes))
    assert sorted(np.concatenate([test for _, test in parts])) == list(range(codes.size))
    for train, test in parts:
        assert sorted([*train, *test]) == list(range(codes.size))
        held = np.bincount(codes[test], minlength=3)
        assert (np.abs(held - np.bincount(codes, minlength=3) / 5) < 1).all()


@pytest.mark.parametrize(("rows", "count"), [(1000, 5), (1001, 3)])
def test_more_rows_have_fewer_folds(rows, count):
    assert len(list(folds(np.arange(rows) % 2))) == count


def test_at_most_so_many_different_rows_are_drawn():
    assert sorted(drawn(10)) == list(range(10))
    assert np.unique(drawn(10 * MOST_ROWS)).size == MOST_ROWS
