"""Confusion and reliability against sums over rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.judged import GROUPS, Judged, reliability


@given(st.integers(1, 200), st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_all_rows_are_counted(rows, classes, seed):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.ones(classes), 7)[rng.integers(0, 7, rows)]
    codes, weights = rng.integers(0, classes, rows), rng.random(rows) + 0.1
    judged = Judged.of_classes(shares, codes, weights)
    wrong = shares.argmax(axis=1) != codes
    assert judged.error == pytest.approx(np.average(wrong, weights=weights))
    assert judged.confusion.sum(axis=1) == pytest.approx(np.bincount(codes, weights, classes))
    assert judged.reliability[:, 2].sum() == pytest.approx(weights.sum())
    assert len(judged.reliability) <= GROUPS


def test_equal_predictions_are_one_group():
    found = reliability(np.repeat([0.2, 0.7], 50), np.arange(100) % 2 == 0, np.ones(100))
    assert found == pytest.approx(np.array([[0.2, 0.5, 50], [0.7, 0.5, 50]]))
