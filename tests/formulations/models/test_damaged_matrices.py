"""Matrices of models that are damaged are refused; all others mean what their entries say."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings

from nzdd.formulations import LinearModel
from support.examples import examples
from support.sets.damaged_sparse import Damaged, damaged


@settings(max_examples=examples(200))
@given(damaged())
def test_a_damaged_matrix_is_refused_or_says_what_its_entries_say(case: Damaged):
    try:
        model = LinearModel(0.0, case.matrix)
    except (ValueError, TypeError):
        return
    places = case.places
    assert places is not None
    entries = np.zeros(case.matrix.shape, case.matrix.dtype)  # sums may wrap, or be bools
    for place, values in places.items():
        entries[place] = np.array(values, case.matrix.dtype).sum()
    np.testing.assert_array_equal(model.matrix.toarray(), entries)


def test_a_frozen_matrix_that_remembers_another_order_is_not_shared():
    matrix = sp.csr_array([[1.0, 2.0, 0.0]])
    assert matrix.has_canonical_format
    matrix.indices[:] = 1, 1
    for part in (matrix.data, matrix.indices, matrix.indptr):
        part.setflags(write=False)
    assert LinearModel(0.0, matrix).matrix.toarray().tolist() == [[0.0, 3.0, 0.0]]


def test_masked_entries_of_a_model_are_refused():
    masked = np.ma.array([1.0, 2.0], mask=[False, True])
    for arguments in (
        {"objective": masked, "matrix": np.eye(2)},
        {"objective": 0.0, "matrix": np.ma.array(np.eye(2), mask=np.eye(2))},
        {"objective": 0.0, "matrix": np.eye(2), "lower": masked},
        {"objective": 0.0, "matrix": np.eye(2), "row_upper": masked},
        {"objective": 0.0, "matrix": np.eye(2), "integrality": masked},
    ):
        with pytest.raises(ValueError, match="is masked"):
            LinearModel(**arguments)
    whole = np.ma.array([1.0, 2.0], mask=False)
    assert LinearModel(whole, np.eye(2)).objective.tolist() == [1.0, 2.0]


def test_numbers_beyond_a_double_are_refused():
    if np.finfo(np.longdouble).max > np.finfo(np.float64).max:
        with pytest.raises(ValueError, match="beyond the range of a double"):
            LinearModel(0.0, np.eye(1), upper=np.array([1], np.longdouble) * np.longdouble("1e400"))
