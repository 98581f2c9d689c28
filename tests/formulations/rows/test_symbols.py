"""Rows as symbols: the symbols of a row are its terms and its right-hand side."""

import numpy as np
import pytest
from scipy.sparse import csr_array, random_array

from nzdd.formulations.rows.symbols import encode


def lengths(matrix, right, x):
    """The slack of each row at x, by its symbols; no symbol twice in a row, none unused."""
    symbols, family = encode(matrix, right)
    offsets, own = family.to_csr()
    row = np.repeat(np.arange(right.size), np.diff(offsets))
    assert np.unique(row * family.num_symbols + own).size == own.size
    assert np.array_equal(np.unique(own), np.arange(family.num_symbols))
    return np.bincount(row, symbols.lengths(x)[own], right.size)


@pytest.mark.parametrize("size", [(40, 7), (300, 90), (9000, 50), (30, 40_000)])
@pytest.mark.parametrize("most", [1, 3, 1000])
def test_the_length_of_a_row_is_its_slack(size, most):
    rng = np.random.default_rng(most)
    matrix = csr_array(random_array(size, density=0.1, rng=rng))
    matrix.data = rng.integers(1, most + 1, matrix.nnz) * rng.choice((-1.0, 1.0), matrix.nnz)
    matrix.sort_indices()
    right = rng.integers(-1, 2, size[0]).astype(float)
    x = rng.integers(-9, 10, size[1]).astype(float)
    assert np.array_equal(lengths(matrix, right, x), matrix @ x - right)


def test_a_value_that_comes_late_has_a_symbol_of_its_own():
    data = np.ones(30_000)
    data[-1] = 2.5
    matrix = csr_array((data, np.tile(np.arange(3), 10_000), np.arange(0, 30_001, 3)))
    x = np.array([1.0, 10.0, 100.0])
    slack = lengths(matrix, np.zeros(10_000), x)
    assert slack[0] == 111
    assert slack[-1] == 261


def test_rows_without_terms():
    matrix = csr_array((3, 2))
    assert lengths(matrix, np.array([0.0, 5.0, 5.0]), np.zeros(2)).tolist() == [0, -5, -5]
