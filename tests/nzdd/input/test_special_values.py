"""Rows at the limits of what a family can be, and arrays at the limits of what numpy can be."""

import numpy as np
import pytest

from nzdd import NZDD, ZDD, RowTable, _core
from nzdd.zdd.row_queries import RowRanks
from support.sets.diagrams import shape_of
from support.sets.families import row_set, to_csr, to_matrix, to_words


@pytest.mark.parametrize("width", [8, 40, 90])
def test_unsorted_and_repeated_symbols_count_once(width):
    rows = [[3, 1, 3], [1, 3], [7, 0, 0, 2, 7], [0, 2, 7]]
    nzdd = NZDD.from_rows(to_csr(rows, width))
    assert row_set(nzdd) == {(1, 3), (0, 2, 7)}
    assert nzdd.multiplicity.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("width", [0, 1, 5, 6, 33, 64, 65, 2**32 - 1])
def test_special_families_on_every_road(width):
    """No row, the empty row, several empty rows: two nodes, and at most one edge."""
    for rows, edges in (([], 0), ([[]], 1), ([[], [], []], 1)):
        nzdd = NZDD.from_rows(rows, num_symbols=width)
        assert (nzdd.num_nodes, nzdd.num_edges, nzdd.num_labels) == (2, edges, 0)
        assert nzdd.multiplicity.sum() == len(rows)
        assert list(nzdd) == [()] * edges
        zdd = ZDD.from_rows(rows, num_symbols=width)
        assert zdd.root == edges
        assert list(zdd) == [()] * edges
        assert shape_of(zdd.to_nzdd()) == shape_of(nzdd)
        nzdd.verify() if width < 2**20 else None
        zdd.verify()


@pytest.mark.parametrize("width", [5, 6, 33, 64, 65, 2**32 - 1])
def test_a_single_row_is_a_single_edge(width):
    row = [0, 2, width - 1]
    nzdd = NZDD.from_rows([row], weights=[2.5], num_symbols=width)
    assert (nzdd.num_nodes, nzdd.num_edges) == (2, 1)
    assert nzdd.labels.tolist() == row
    assert nzdd.multiplicity.tolist() == [2.5]
    zdd = ZDD.from_rows([row], num_symbols=width)
    assert zdd.num_nodes == 3
    assert row in zdd
    assert row[:2] not in zdd


def test_the_largest_symbols_work():
    """Symbols up to 2**32 - 2, in the default order and without memory for every symbol."""
    top = 2**32 - 2
    rows = [[0, top], [top - 1], [5, top - 1, top], []]
    for diagram in (
        ZDD.from_rows(rows),
        NZDD.from_rows(rows),
        NZDD.from_rows(rows, minimize="nonzeros"),
    ):
        assert diagram.num_symbols == 2**32 - 1
        assert row_set(diagram) == row_set(rows)
        assert diagram.contains([[top], [top - 1], [], [0, 1]]).tolist() == [
            False,
            True,
            True,
            False,
        ]
        assert [top, 0] in diagram
    assert set(ZDD.from_rows(rows).variable[2:].tolist()) == {0, 5, top - 1, top}


def test_64_symbols_use_every_bit():
    rows = [[0, 63], [63], [0], list(range(64)), list(range(1, 64))]
    words = to_words(rows, 64)
    assert words.words.max() == 2**64 - 1
    nzdd = NZDD.from_rows(words, order=list(range(63, -1, -1)))
    assert row_set(nzdd) == row_set(rows)
    assert shape_of(nzdd) == shape_of(NZDD.from_rows(rows, order=list(range(63, -1, -1))))


def test_long_common_prefixes_are_told_apart():
    """Rows of thousands of symbols that differ only at their ends."""
    prefix = list(range(0, 6000, 2))
    rows = [[*prefix, 7000 + i, 8000 + i % 7] for i in range(50)] + [prefix, prefix[:-1]]
    nzdd = NZDD.from_rows(rows)
    assert row_set(nzdd) == row_set(rows)
    nzdd.verify()


def test_hostile_memory_layouts_are_read_right():
    """Views with strides, other byte orders, read-only and column-major arrays."""
    rows = [[0], [0, 1], [1, 2]]
    matrix = to_matrix(rows, 3)
    padded = np.zeros((9, 12), np.uint8)
    padded[::3, ::4] = matrix
    reversed_twice = matrix[::-1, ::-1].copy()[::-1, ::-1]
    read_only = matrix.copy()
    read_only.setflags(write=False)
    for form in (padded[::3, ::4], reversed_twice, read_only, np.asfortranarray(matrix)):
        assert row_set(ZDD.from_rows(form)) == row_set(rows)
    offsets, symbols = np.array([0, 1, 3, 5]), np.array([0, 0, 1, 1, 2])
    for kind in (">i8", "<i4", ">u4", np.uint8, np.uint64, np.int16):
        doubled = np.repeat(symbols.astype(kind), 2)[::2]
        for width in (3, 70):
            family = RowTable.from_csr(offsets.astype(kind), doubled, width)
            assert row_set(ZDD.from_rows(family)) == row_set(rows)
    words = np.array([0b100, 0b110, 0b011])
    for kind in (">i8", ">u8", np.uint8, np.int32):
        family = RowTable.from_words(np.repeat(words.astype(kind), 2)[::2], 3)
        assert row_set(ZDD.from_rows(family)) == row_set(rows)
    weights = np.repeat(np.array([1, 2, 3], ">f4"), 2)[::2]
    assert ZDD.from_rows(rows, weights).to_nzdd().multiplicity.sum() == 6


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (0, 0), (0, 70), (5, 70)])
def test_empty_shapes(shape):
    """No rows give the empty family; rows without entries give the empty row."""
    expected = set() if shape[0] == 0 else {()}
    for dtype in (np.bool_, np.uint8, float):
        for form in (np.zeros(shape, dtype), np.zeros(shape, dtype, order="F")):
            assert row_set(ZDD.from_rows(form)) == expected
            nzdd = NZDD.from_rows(form)
            assert nzdd.rows().shape == (len(expected), shape[1])
            assert nzdd.multiplicity.sum() == shape[0]


def test_arrays_changed_after_they_were_checked_do_no_harm():
    """A family uses arrays as they stand; writing to them later gives an error, not a crash."""
    words = np.array([1, 2, 3], np.uint64)
    family = RowTable.from_words(words, 2)
    words[0] = 2**63
    with pytest.raises(ValueError, match="bits above the 2 symbols"):
        ZDD.from_rows(family)
    for width in (2, 70):
        for name, value in (("offsets", 2**40), ("symbols", 2**31)):
            offsets, symbols = np.array([0, 1, 2, 3]), np.array([0, 1, 1], np.uint32)
            family = RowTable.from_csr(offsets, symbols, width)
            (offsets if name == "offsets" else symbols)[1] = value
            for build in (ZDD.from_rows, NZDD.from_rows):
                for order in ("natural", "auto", list(range(width))):
                    with pytest.raises(ValueError, match=r"rise|there are only|out of range"):
                        build(family, order=order)
    matrix = np.zeros((2, 3), np.uint8)
    matrix[1, 2] = 5
    with pytest.raises(ValueError, match=r"entry \(1, 2\) is neither 0 nor 1"):
        _core.pack_dense(matrix, None)


def test_the_core_refuses_sizes_that_do_not_fit():
    """Python asks first; the core never reads beyond its arrays all the same."""
    wide = np.zeros((1, 65), np.uint8)
    with pytest.raises(ValueError, match="at most 64 symbols"):
        _core.pack_dense(wide, None)
    with pytest.raises(ValueError, match="3 weights for 2 rows"):
        _core.zdd_from_words(np.zeros(2, np.uint64), 3, None, np.ones(3), None)
    with pytest.raises(ValueError, match="5 bits for 2 rows of 2 attributes"):
        _core.Monomials(np.zeros(5, np.uint8), 2, np.ones(2))
    ranks = RowRanks(ZDD.from_rows([[0], [1]]))
    with pytest.raises(ValueError, match="the rank is not below"):
        ranks._core.unrank(np.array([2], np.uint64))
