"""Sparse matrices that are not what their format demands are refused, and never read amiss."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings

from nzdd import NZDD, ZDD, RowTable
from nzdd.input.row_table import as_row_table
from nzdd.multiset import Multiset
from support.examples import examples
from support.sets.damaged_sparse import FORMATS, Damaged, damaged


@settings(max_examples=examples(200))
@given(damaged())
def test_a_damaged_matrix_is_refused_or_says_what_its_entries_say(case: Damaged):
    try:
        offsets, symbols = as_row_table(case.matrix).to_csr()
    except (ValueError, TypeError):
        return
    places = case.places
    assert places is not None
    assert all(value in (0, 1) for values in places.values() for value in values)
    rows = np.repeat(np.arange(offsets.size - 1), np.diff(offsets))
    assert set(zip(rows.tolist(), symbols.tolist(), strict=True)) == {
        place for place, values in places.items() if any(values)
    }


@given(damaged(damages=0))
def test_a_sound_matrix_is_taken(case: Damaged):
    dense = case.matrix.toarray()
    family = as_row_table(case.matrix)
    assert sorted(ZDD.from_rows(family)) == sorted(ZDD.from_rows(dense))


@pytest.mark.parametrize("kind", FORMATS)
def test_matrices_of_no_size_are_families_without_rows_or_symbols(kind):
    for shape in ((0, 0), (0, 3), (3, 0)):
        family = as_row_table(sp.coo_array(shape, dtype=np.int8).asformat(kind))
        assert (family.num_rows, family.num_symbols) == shape
        assert len(ZDD.from_rows(family)) == (shape[0] > 0)


def test_room_behind_the_last_entry_is_no_entry():
    matrix = sp.csr_array(([1, 1, 7], [0, 2, 99], [0, 1, 2]), shape=(2, 3))
    assert sorted(ZDD.from_rows(matrix)) == [(0,), (2,)]


def test_entries_are_what_the_arrays_hold_now_not_what_a_flag_remembers():
    matrix = sp.csr_array([[1, 1, 0]])
    assert matrix.has_canonical_format
    matrix.indices[:] = 2, 0
    assert list(ZDD.from_rows(matrix)) == [(0, 2)]


def test_a_list_of_lists_with_a_value_of_another_type_is_refused():
    matrix = sp.lil_array(np.eye(2, dtype=np.int8))
    matrix.data[0][0] = 0.5
    with pytest.raises(ValueError, match=r"0\.5"):
        as_row_table(matrix)


class Foreign:
    """A sparse matrix of another library, which gives one of scipy."""

    ndim = 2

    def __init__(self, matrix):
        self.matrix = matrix

    def tocsr(self):
        return self.matrix


def test_what_another_library_gives_is_checked_too():
    matrix = sp.csr_array([[1, 0, 1]])
    assert list(ZDD.from_rows(Foreign(matrix))) == [(0, 2)]
    matrix.indices[0] = 3
    with pytest.raises(ValueError, match=r"indices\[0\] is 3; it must lie in 0\.\.2"):
        NZDD.from_rows(Foreign(matrix))


def test_a_multiset_stays_as_it_was():
    rows = Multiset(3)
    rows.add([[0]])
    matrix = sp.csc_array([[1, 0, 1]])
    matrix.indptr[1] = 5
    with pytest.raises(ValueError, match="indptr"):
        rows.add(matrix)
    assert (rows.total, rows.count()) == (1, 1)
    assert isinstance(rows.rows(), RowTable)
