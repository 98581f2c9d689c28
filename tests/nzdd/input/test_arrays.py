"""Masked arrays, sums beyond a double and odd types are refused, or count for what they are."""

import math

import numpy as np
import pytest

from nzdd import NZDD, ZDD, RowTable
from nzdd.formulations.learning.l0_rboost.monomials import MonomialSearch
from nzdd.zdd.shortest_rows import RowSearch

LARGEST = np.finfo(np.float64).max
DENORMAL = 5e-324
MASKED = np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])
ROWS = [[0], [1, 2], [0, 2]]


@pytest.mark.parametrize(
    "use",
    [
        lambda zdd: ZDD.from_rows(np.ma.array(np.eye(3), mask=np.eye(3))),
        lambda zdd: NZDD.from_rows(np.ma.masked_equal([[0, 1, 1]], 1)),
        lambda zdd: RowTable.from_words(MASKED.astype(np.uint64), 3),
        lambda zdd: RowTable.from_csr([0, 1, 2, 3], MASKED.astype(int), 4),
        lambda zdd: ZDD.from_rows(ROWS, weights=MASKED),
        lambda zdd: ZDD.from_rows(ROWS, order=MASKED.astype(int) - 1),
        lambda zdd: zdd.shortest_path(MASKED),
        lambda zdd: zdd.to_nzdd().potentials(MASKED),
        lambda zdd: RowSearch(zdd).shortest(MASKED),
        lambda zdd: zdd.random_rows(2, symbol_weights=MASKED),
        lambda zdd: zdd.probability(MASKED / 3),
        lambda zdd: NZDD.from_rows(ROWS, free=MASKED > 1),
        lambda zdd: MonomialSearch(np.ma.array(np.eye(2), mask=np.eye(2)), [True, False]),
    ],
)
def test_masked_entries_are_refused(use):
    with pytest.raises(ValueError, match="is masked"):
        use(ZDD.from_rows(ROWS))


def test_a_masked_array_without_masked_entries_is_an_array():
    zdd = ZDD.from_rows(np.ma.array([[1, 0], [0, 1]], mask=False), np.ma.array([1.0, 2.0]))
    assert sorted(zdd) == [(0,), (1,)]
    assert zdd.shortest_path(np.ma.array([1.0, 2.0])).length == 1


@pytest.mark.parametrize("weights", [[LARGEST, LARGEST], [1e308, 1.7e308], [2.0**1022] * 2])
def test_weights_whose_sum_may_overflow_are_refused(weights):
    for build in (ZDD.from_rows, NZDD.from_rows):
        with pytest.raises(ValueError, match=r"the total weight would be .*divide the weights"):
            build([[0], [1]], weights)


def test_the_smallest_weights_add_up():
    nzdd = NZDD.from_rows([[0], [0], [1]], [DENORMAL, 2 * DENORMAL, 0.0])
    assert sorted(nzdd.multiplicity.tolist()) == [0.0, 3 * DENORMAL]


@pytest.mark.parametrize("lengths", [[1e308, 1e308], [-1e308, -1e308], [LARGEST, -LARGEST]])
def test_sums_beyond_a_double_are_refused(lengths):
    zdd = ZDD.from_rows([[0, 1]])
    for ask in (zdd.shortest_path, zdd.longest_path, zdd.potentials, RowSearch(zdd).least):
        with pytest.raises(ValueError, match=r"sum to .* divide all of them by a common factor"):
            ask(lengths)
    with pytest.raises(ValueError, match="common factor"):
        zdd.longest_rows(lengths, 1)


def test_one_huge_length_and_infinite_ones_are_answered():
    zdd = ZDD.from_rows([[0, 1], [1, 2]])
    assert zdd.shortest_path([8e307, 5.0, math.inf]).length == 8e307
    assert zdd.shortest_path([math.inf, 5.0, math.inf]).length == math.inf


MATRIX = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 1]])


@pytest.mark.parametrize(
    "matrix",
    [
        *(MATRIX.astype(kind) for kind in ("?", "i1", "u1", ">i4", ">u8", "f2", ">f8", "g", "c16")),
        MATRIX.astype(object),
        MATRIX.astype(bool).astype(object),
        np.asfortranarray(MATRIX),
        np.repeat(MATRIX, 2, axis=1)[:, ::2],
        MATRIX[::-1, ::-1][::-1, ::-1],
        MATRIX.view(np.matrix),
        np.frombuffer(MATRIX.tobytes(), MATRIX.dtype).reshape(3, 3),  # read-only
    ],
)
def test_zeros_and_ones_of_any_type_are_rows(matrix):
    assert sorted(ZDD.from_rows(matrix)) == [(0, 1, 2), (0, 2), (1,)]
    assert NZDD.from_rows(matrix).contains(matrix).all()


@pytest.mark.parametrize(
    "matrix",
    [
        [[1.5]],
        [[math.nan]],
        [[-1]],
        [[2**32 + 1]],
        np.array([[2**63 + 1]], np.uint64),
        np.array([[None]]),
        np.array([["1"]]),
        np.array([["1"]], object),
        np.array([["2020-01-01"]], "M8[D]"),
        np.array([[1]], "m8[D]"),
        np.array([[(1,)]], [("field", "i4")]),
        np.array([[b"\x01"]], "V1"),
    ],
)
def test_what_is_neither_zero_nor_one_is_no_row_of_a_matrix(matrix):
    for wide in (1, 70):
        given_rows = np.repeat(np.asarray(matrix), wide, axis=1)
        with pytest.raises((ValueError, TypeError), match="hold only 0 and 1"):
            ZDD.from_rows(given_rows)


@pytest.mark.parametrize("symbol", [1.5, math.nan, -1, True, "1", None, 2**32 - 1, 2**70, 1j])
def test_what_is_no_symbol_is_refused(symbol):
    for symbols in ([0, symbol], (symbol,), {symbol}):
        with pytest.raises((ValueError, TypeError)):
            ZDD.from_rows([[1], symbols])


@pytest.mark.parametrize("values", [[1 + 2j], ["a"], [None], [10**400], [[1]], np.ones(2)])
def test_what_is_no_vector_of_lengths_or_weights_is_refused(values):
    zdd = ZDD.from_rows([[0]])
    for use in (zdd.shortest_path, lambda weights: ZDD.from_rows([[0]], weights)):
        with pytest.raises((ValueError, TypeError)):
            use(values)


def test_data_frames_and_nullable_columns():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, 0], "b": [0, 1]})
    with pytest.raises(TypeError, match="to_numpy"):
        ZDD.from_rows(frame)
    pairs = pandas.DataFrame([[1, 0]], columns=pandas.MultiIndex.from_tuples([(0, 1), (2, 3)]))
    with pytest.raises(TypeError, match="to_numpy"):  # not the rows (0, 1) and (2, 3)
        ZDD.from_rows(pairs)
    assert sorted(ZDD.from_rows(frame.astype("Int8").to_numpy())) == [(0,), (1,)]
    lost = frame.astype("Int8").replace(0, pandas.NA)
    with pytest.raises((TypeError, ValueError), match="hold only 0 and 1"):
        ZDD.from_rows(lost.to_numpy())
    assert ZDD.from_rows([[0], [1]]).shortest_path(frame["b"].astype("Int8")).length == 0
    with pytest.raises((TypeError, ValueError), match=r"symbol 0 is NaN|must hold real numbers"):
        ZDD.from_rows([[0], [1]]).shortest_path(lost["b"])
