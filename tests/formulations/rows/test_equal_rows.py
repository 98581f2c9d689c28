"""A separated row is found among the rows of the model, or it is refused."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nzdd.formulations.row_generation.lazy_model import LazyModel, lazy_rows
from nzdd.formulations.rows.equal_rows import find_rows
from support.models.random_models import models


@given(models(), st.integers(0, 3))
def test_every_separated_row_is_a_row_of_the_model(model, seed):
    x = np.random.default_rng(seed).normal(0, 5, model.num_columns)
    lazy = LazyModel.from_model(model)
    rows, _ = lazy.separate(x, 100)
    where = find_rows(model, rows)
    found = rows.matrix.toarray()
    assert np.array_equal(found, model.matrix[where].toarray())
    lazy_ones = model.matrix[lazy_rows(model)].toarray()  # of equal rows, `where` is the first
    assert (found[:, None] == lazy_ones).all(axis=2).any(axis=1).all()
    activity = model.matrix[where] @ x
    slack = np.minimum(activity - model.row_lower[where], model.row_upper[where] - activity)
    assert rows.slack == pytest.approx(slack, abs=1e-9)


@given(models())
def test_other_rows_are_no_rows_of_the_model(model):
    rows, _ = LazyModel.from_model(model).separate(np.full(model.num_columns, 50.0), 100)
    assume(len(rows))
    rows.matrix.data[0] += 0.125
    with pytest.raises(ValueError, match="separated row 0 is not a row"):
        find_rows(model, rows)
