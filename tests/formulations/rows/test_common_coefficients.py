"""Coefficients are split into parts exactly, or not at all."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from nzdd.formulations.rows.common_coefficients import LEAST_DIFFERENCE, binary_digits, common_parts
from nzdd.formulations.rows.symbols import encode

NUMBERS = st.one_of(
    st.sampled_from([0, 0, 7, 7, 7, 19, -3, 0.1, 0.2, 0.3, 1e300, 2.0**60]),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False, allow_infinity=False),
)
MATRICES = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=1, max_size=8)
)


def matrix_of(rows):
    matrix = csr_array(np.array(rows, float))
    matrix.eliminate_zeros()
    return matrix


@given(MATRICES)
def test_parts_add_up_to_the_coefficients_exactly(rows):
    matrix = matrix_of(rows)
    parts = common_parts(matrix)
    if parts is None:
        return
    sums = [Fraction(0)] * matrix.nnz
    for place, value in zip(parts.place.tolist(), parts.value.tolist(), strict=True):
        sums[place] += Fraction(value)
    assert sums == [Fraction(value) for value in matrix.data.tolist()]
    second = parts.number == 1
    whole = np.abs(matrix.data[parts.place[second]])
    assert (np.abs(parts.value[second]) >= LEAST_DIFFERENCE * whole).all()


@given(st.lists(st.integers(-(2**53) + 1, 2**53 - 1), min_size=1, max_size=8))
def test_binary_digits_are_different_powers_of_two_of_one_sign(row):
    matrix = matrix_of([row])
    parts = binary_digits(matrix)
    sums = np.zeros(matrix.nnz)
    np.add.at(sums, parts.place, parts.value)
    assert np.array_equal(sums, matrix.data)
    assert (np.frexp(parts.value)[0] == np.copysign(0.5, matrix.data[parts.place])).all()
    pairs = list(zip(parts.place.tolist(), parts.value.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("number", [0.5, 2.0**53, -1e300])
def test_others_than_integers_have_no_binary_digits(number):
    with pytest.raises(ValueError, match="no binary digits"):
        binary_digits(matrix_of([[1, number]]))


@given(MATRICES)
def test_the_first_part_is_as_common_as_any_of_its_column_and_sign(rows):
    matrix = matrix_of(rows)
    parts = common_parts(matrix)
    if parts is None:
        return
    kinds = list(zip(matrix.indices.tolist(), (matrix.data < 0).tolist(), strict=True))
    counts = Counter(zip(kinds, matrix.data.tolist(), strict=True))
    for at in parts.place[parts.number == 1].tolist():
        most = max(count for (kind, _), count in counts.items() if kind == kinds[at])
        assert counts[kinds[at], float(parts.value[at])] == most


@given(MATRICES)
def test_symbols_of_parts_are_the_rows(rows):
    matrix = matrix_of(rows)
    if (parts := common_parts(matrix)) is None:
        return
    symbols, family = encode(matrix, np.arange(matrix.shape[0], dtype=float), parts)
    offsets, members = family.to_csr()
    found, constant = symbols.sums(members, offsets)
    assert (found != matrix).nnz == 0
    assert np.array_equal(constant, -np.arange(matrix.shape[0]))


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 2], [1, 2]],  # one coefficient a column
        [[1, -1], [-1, 1]],  # one of each sign
        np.arange(1.0, 101.0)[:, None],  # all different
        [[1e9], [1e9], [1e9 + 1]],  # solvers would drop the difference
        np.zeros((2, 2)),
    ],
)
def test_without_common_coefficients_there_are_no_parts(rows):
    assert common_parts(matrix_of(rows)) is None
