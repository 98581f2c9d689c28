"""Rows as they come in."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, RowTable
from nzdd.input.row_table import RUN, as_row_table
from support.sets.families import families, forms, lists_of, row_set, to_csr, to_matrix, to_words


def rows_of(family):
    return [tuple(sorted(set(row))) for row in lists_of(family)]


@given(families())
def test_every_form_holds_the_same_rows(case):
    rows, num_symbols = case
    expected = [tuple(sorted(set(row))) for row in rows]
    for name, form in forms(rows, num_symbols):
        family = as_row_table(form, num_symbols=num_symbols)
        assert (family.num_rows, family.num_symbols) == (len(rows), num_symbols), name
        assert rows_of(family) == expected, name


@given(families(), st.integers(1, 12))
def test_a_sample_takes_rows(case, size):
    rows, num_symbols = case
    for name, form in forms(rows, num_symbols):
        family = as_row_table(form, np.arange(len(rows)), num_symbols)
        sample = family.sample(size)
        assert sample.num_rows == min(size, len(rows)), name
        taken = sample.weights.astype(int).tolist()
        assert taken == sorted(set(taken))
        assert rows_of(sample) == [rows_of(family)[row] for row in taken], name


@given(st.integers(1, 5000), st.integers(1, 300))
def test_a_sample_has_rows_of_all_parts(num_rows, size):
    family = RowTable.from_words(np.arange(num_rows), 13)
    taken = family.sample(size).words.astype(int)
    assert size - RUN < taken.size <= size or taken.size == num_rows
    assert (np.diff(taken) > 0).all()
    gaps = np.diff([-1, *taken, num_rows])
    assert gaps.max() <= 2 * num_rows / max(1, size // RUN) + 1


@given(families())
def test_frequencies_count_rows(case):
    rows, num_symbols = case
    rows = [sorted(set(row)) for row in rows]
    expected = [sum(symbol in row for row in rows) for symbol in range(num_symbols)]
    for name, form in forms(rows, num_symbols):
        assert as_row_table(form, num_symbols=num_symbols).frequency().tolist() == expected, name


def test_the_ground_set_ends_with_the_largest_symbol_unless_told():
    assert as_row_table([[0, 5], []]).num_symbols == 6
    assert as_row_table([]).num_symbols == as_row_table([[]]).num_symbols == 0
    assert as_row_table([[0]], num_symbols=9).num_symbols == 9
    assert as_row_table(np.zeros((2, 4))).num_symbols == 4


def test_a_family_passes_through_unchanged():
    family = to_csr([[0], [1]], 2)
    assert as_row_table(family) is family
    assert as_row_table(family, [1, 2]).weights.tolist() == [1, 2]
    assert as_row_table(as_row_table(family, [1, 2])).weights.tolist() == [1, 2]


def test_a_sparse_matrix_may_be_untidy():
    """Explicit zeros are no entries; unsorted and repeated entries of a CSR matrix count once."""
    untidy = sp.csr_array(([1, 0, 1, 1], [3, 0, 1, 3], [0, 4, 4]), shape=(2, 4))
    assert rows_of(as_row_table(untidy)) == [(1, 3), ()]
    assert untidy.nnz == 4  # and stays as it was
    assert rows_of(as_row_table(sp.coo_array(([True, True], ([0, 0], [1, 1])), shape=(1, 2)))) == [
        (1,)
    ]


def test_repeated_entries_that_scipy_adds_up_are_no_longer_ones():
    with pytest.raises(ValueError, match=r"entry \(0, 1\) is 2"):
        as_row_table(sp.coo_array(([1, 1], ([0, 0], [1, 1])), shape=(1, 2)))


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int8, np.int64, float])
@pytest.mark.parametrize("columns", [64, 65, 130])
def test_wide_matrices_hold_their_rows(columns, dtype):
    rows = [(0, columns - 1), (), (63,)]
    assert rows_of(as_row_table(to_matrix(rows, columns, dtype))) == rows


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint64])
def test_words_of_any_integer_type_will_do(dtype):
    assert rows_of(RowTable.from_words(np.array([0, 1, 4], dtype), 3)) == [(), (2,), (0,)]
    assert rows_of(RowTable.from_words([], 3)) == []


@pytest.mark.parametrize(("dtype", "value"), [(np.int8, -1), (np.int64, 7), (float, 0.5)])
def test_the_wrong_entry_of_a_wide_matrix_is_told_as_it_is(dtype, value):
    matrix = to_matrix([[0], [1]], 70, dtype)
    matrix[1, 3] = value
    with pytest.raises(ValueError, match=rf"entry \(1, 3\) is {value};"):
        as_row_table(matrix)


@pytest.mark.parametrize("columns", [2, 8, 11, 64, 65, 70])
@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        (np.uint8, 2),
        (np.uint8, 255),
        (np.int8, -1),
        (np.int8, 2),
        (np.int64, 2**40),
        (float, 0.5),
        (float, -1.0),
        (float, np.nan),
        (float, np.inf),
        (np.float16, 2.0),
        (complex, 1j),
        (object, 2),
    ],
)
def test_a_dense_entry_that_is_neither_0_nor_1_is_named(columns, dtype, value):
    matrix = to_matrix([[0], [1], [0, 1]], columns, dtype)
    matrix[2, columns - 1] = value
    for order in ("natural", "auto"):
        with pytest.raises(
            ValueError, match=rf"entry \(2, {columns - 1}\) is .*; rows of a family"
        ):
            NZDD.from_rows(matrix, order=order)
    if dtype == np.int8:  # whose bytes are taken as they are
        with pytest.raises(ValueError, match=rf"entry \(2, {columns - 1}\) is {value};"):
            as_row_table(matrix).to_csr()
    with pytest.raises(ValueError, match=rf"entry \(2, {columns - 1}\) is"):
        ZDD.from_rows([[0]], num_symbols=columns).contains(matrix)


@pytest.mark.parametrize("value", [2, -1, 0.5, np.nan])
def test_a_sparse_entry_that_is_neither_0_nor_1_is_named(value):
    matrix = sp.csr_array(([1.0, 1.0, value], [0, 1, 2], [0, 1, 3]), shape=(2, 3))
    with pytest.raises(ValueError, match=r"entry \(1, 2\) is"):
        as_row_table(matrix)
    matrix.data[0] = 0  # an explicit zero is none of them
    with pytest.raises(ValueError, match=rf"entry \(1, 2\) is {float(value)};"):
        as_row_table(matrix)


def test_an_object_matrix_is_a_matrix():
    matrix = np.array([[1, 0, 1], [0, True, False]], dtype=object)
    assert rows_of(as_row_table(matrix)) == [(0, 2), (1,)]


@pytest.mark.parametrize("shape", [(), (3,), (2, 2, 2)])
def test_a_matrix_has_two_dimensions(shape):
    with pytest.raises(ValueError, match="two dimensions"):
        as_row_table(np.zeros(shape))
    if len(shape) == 1:
        with pytest.raises(ValueError, match="two dimensions"):
            as_row_table(sp.coo_array(np.zeros(shape)))


@pytest.mark.parametrize(
    "rows",
    [
        None,
        5,
        "ab",
        [1, 0],
        [None],
        [["a"]],
        [[0.0]],
        [[1.5]],
        [[[0]]],
        [[None]],
        [[True, False]],
        [np.array([1.0])],
        [np.array([True])],
    ],
)
def test_rows_of_another_kind_are_refused(rows):
    """A list of bools would be a row of a matrix; as symbols it would be misread."""
    with pytest.raises(TypeError, match="sparse matrix, a 0/1 array or an iterable of iterables"):
        as_row_table(rows)


def test_names_in_place_of_symbols_are_told_where_they_go():
    with pytest.raises(TypeError, match="'jam', which is not an integer; from_named_rows takes"):
        as_row_table([["jam", "bread"]])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0], [1, -1]], "row 1 holds the negative symbol -1"),
        ([[2**32 - 1]], "symbol 4294967295 is too large: the limit is 4294967294"),
        ([[2**63]], "symbol is out of range"),
        ([[-(10**30)]], "symbol is out of range"),
    ],
)
def test_symbols_out_of_range_are_refused(rows, message):
    with pytest.raises(ValueError, match=message):
        as_row_table(rows)


@pytest.mark.parametrize("width", [3, 70])
def test_a_symbol_beyond_the_ground_set_is_refused(width):
    with pytest.raises(ValueError, match=f"symbol {width} is out of range for {width} symbols"):
        as_row_table([[0], [width]], num_symbols=width)
    family = RowTable.from_csr([0, 1, 2], [0, width], width)
    for build in (ZDD.from_rows, NZDD.from_rows):
        for order in ("natural", "frequency", "auto"):
            with pytest.raises(ValueError, match=f"symbol {width}.* {width} symbols"):
                build(family, order=order)


@pytest.mark.parametrize(
    ("num_symbols", "error", "message"),
    [
        (-1, ValueError, "num_symbols is -1"),
        (2**32, ValueError, "num_symbols is 4294967296; it must lie between"),
        (2, ValueError, "num_symbols is 2, but the rows are over 3 symbols"),
        (3.0, TypeError, "'float' object cannot be interpreted as an integer"),
        ("3", TypeError, "'str'"),
    ],
)
def test_the_number_of_symbols_must_fit(num_symbols, error, message):
    with pytest.raises(error, match=message):
        as_row_table(np.zeros((2, 3)) if num_symbols == 2 else [[]], num_symbols=num_symbols)


@pytest.mark.parametrize(
    ("offsets", "symbols", "message"),
    [
        ([], [], "at least one offset"),
        ([0, 1], [], "offsets must rise from 0 to the number of symbols, 0"),
        ([1, 1], [0], "they start at 1"),
        ([0, 2, 1, 3], [0, 1, 2], "offsets must rise"),
        ([0, -1, 1], [0], "offsets must rise"),
        ([[0, 1]], [0], "one-dimensional"),
        ([0, 1], [[0]], "one-dimensional"),
        ([0.0, 1.0], [0], "offsets must be integers, not float64"),
        ([0, 1], [0.0], "symbols must be integers, not float64"),
        ([0, 1], ["a"], "symbols must be integers, not <U1; number the words from 0, as numpy.un"),
        ([0, 1], [True], "symbols must be integers, not bool"),
        ([0, 1, 2], [0, -2], "row 1 holds the negative symbol -2"),
        ([0, 0, 1], [2**32 - 1], "symbol 4294967295 is too large"),
    ],
)
def test_csr_arrays_that_do_not_fit_are_refused(offsets, symbols, message):
    with pytest.raises(ValueError, match=message):
        RowTable.from_csr(offsets, symbols, 3)


@pytest.mark.parametrize(
    ("words", "num_symbols", "message"),
    [
        ([4], 2, "word 4 has bits above the 2 symbols"),
        ([-1], 2, "must not be negative"),
        ([1.0], 2, "one-dimensional array of integers, not float64"),
        ([[1]], 2, "one-dimensional array of integers"),
        ([1], 65, "a word holds 0 to 64 symbols"),
        ([1], -1, "num_symbols is -1"),
    ],
)
def test_words_that_do_not_fit_are_refused(words, num_symbols, message):
    with pytest.raises(ValueError, match=message):
        RowTable.from_words(words, num_symbols)


def test_the_number_of_symbols_of_words_is_an_integer():
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        RowTable.from_words(np.array([1]), 2.5)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], "weights have shape \\(1,\\), but there are 2 rows"),
        ([[1.0, 2.0]], "weights have shape \\(1, 2\\), but there are 2 rows"),
        (1.0, "but there are 2 rows"),
        ([1.0, -0.5], "weight 1 is -0.5"),
        ([np.nan, 1.0], "weight 0 is nan"),
        ([1.0, np.inf], "weight 1 is inf"),
        (["a", "b"], "could not convert"),
    ],
)
def test_weights_that_do_not_fit_are_refused(weights, message):
    for form in ([[0], [1]], to_csr([[0], [1]], 2), to_words([[0], [1]], 2), np.eye(2)):
        with pytest.raises(ValueError, match=message):
            NZDD.from_rows(form, weights)


def test_zero_weights_keep_their_rows():
    for width in (2, 40, 90):
        nzdd = NZDD.from_rows([[0], [1], [1]], [0, 0, 0], num_symbols=width)
        assert row_set(nzdd) == {(0,), (1,)}
        assert nzdd.multiplicity.tolist() == [0, 0]


def test_rows_are_read_once():
    """A generator of generators is as good as lists."""
    nzdd = NZDD.from_rows((symbol for symbol in range(n)) for n in range(4))
    assert row_set(nzdd) == {(), (0,), (0, 1), (0, 1, 2)}


def test_an_error_in_the_rows_comes_through():
    def broken():
        yield [0]
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        ZDD.from_rows(broken())
