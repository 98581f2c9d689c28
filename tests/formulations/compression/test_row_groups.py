"""Rows are grouped by sense, and of equal left sides the tightest leads."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from nzdd.formulations import LinearModel
from nzdd.formulations.compression.row_groups import row_groups
from nzdd.formulations.rows.equal_rows import representatives
from support.models.random_models import models


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2]), st.sampled_from([0, 1, -1])), max_size=30))
def test_the_representative_is_the_first_equal_row_by_priority(rows):
    dense = np.array(rows, float).reshape(len(rows), 2)
    priority = np.arange(len(rows), dtype=float)[::-1].copy()
    first = representatives(csr_array(dense), priority)
    for i, row in enumerate(rows):
        equal = [j for j, other in enumerate(rows) if other == row]
        assert first[i] == min(equal, key=lambda j: priority[j])


@given(models())
def test_every_bounded_row_is_in_one_group(model):
    """Range rows become equalities with a slack, upper bounds lower ones of the negated row."""
    seen = []
    for group in row_groups(model):
        seen += [*group.rows, *group.redundant]
        for k, row in enumerate(group.rows):
            left = group.sign[k] * model.matrix[[row]].toarray()[0]
            assert np.array_equal(group.matrix[[k]].toarray()[0][: model.num_columns], left)
            if group.name == "inequality":
                bound = model.row_lower[row] if group.sign[k] > 0 else -model.row_upper[row]
                assert group.right_hand_side[k] == bound
    bounded = np.isfinite(model.row_lower) | np.isfinite(model.row_upper)
    assert sorted(seen) == np.flatnonzero(bounded & (np.diff(model.matrix.indptr) > 0)).tolist()


def test_of_equal_equalities_one_stays_and_contradictions_all_do():
    sides = [3, 2, 2, 1, 1, 3]
    [group] = row_groups(LinearModel([1, 1], np.ones((6, 2)), sides, sides))
    assert sorted(group.right_hand_side) == [1, 2, 3]
    assert sorted([*group.rows, *group.redundant]) == list(range(6))
