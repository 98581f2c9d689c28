"""Residuals that prove bounds, for samples that lack a class; outputs that are taken apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration
from nzdd.formulations.learning.rules.losses.likelihood import class_loss


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_a_class_without_weight(classes):
    rng = np.random.default_rng(classes)
    codes = rng.integers(0, 3, (40, 3)).astype(np.uint8)
    rows = BinnedRows(codes, [BinColumn(3)] * 3)
    counts = np.zeros((rows.num_rows, classes))
    counts[:, : classes - 1] = rng.integers(1, 4, (rows.num_rows, classes - 1))
    loss = class_loss(counts / counts.sum())
    votes = loss.start() + rng.normal(size=(rows.num_rows, loss.num_outputs)) / 10
    assert loss.balanced(votes).sum(axis=0) == pytest.approx(0, abs=1e-12)
    search = ColumnGeneration(rows, loss, np.array([0, 1, 1.3]), Limits())
    bounds = search.close(0.005, 1e-6)
    assert 0 <= bounds.upper - bounds.lower <= 1e-6


def test_a_rare_class_is_as_rare_as_it_is():
    counts = np.array([[1.0, 0.0], [0.0, 1e-15]])
    assert class_loss(counts / counts.sum()).start() == pytest.approx(np.log(1e-15))


@given(st.integers(2, 6), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_outputs_apart_keep_their_own_derivatives_and_stay_convex(classes, share, seed):
    rng = np.random.default_rng(seed)
    counts = rng.dirichlet(np.ones(5 * classes)).reshape(5, classes)
    loss = class_loss(counts)
    whole = loss.curvature(3 * rng.normal(size=(5, loss.num_outputs)))
    apart = whole.apart(share)
    assert apart.own() == pytest.approx(whole.own())
    for diagonal, outer in zip(*apart, strict=True):
        assert np.linalg.eigvalsh(np.diag(diagonal) - np.outer(outer, outer)).min() >= -1e-12
    assert whole.apart(0.0).diagonal == pytest.approx(whole.diagonal)
