"""A dropped row is implied by the rows that stay."""

from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd.formulations.compression.dominated_rows import dominated_rows
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.row_generation.lazy_model import without_rows
from support.examples import examples
from support.models.random_models import models


def least_activity(model, row):
    """The least and the greatest activity of a row over the relaxation of a model."""
    sides = []
    rows = np.vstack((model.matrix.toarray(), -model.matrix.toarray()))
    right = np.concatenate((model.row_upper, -model.row_lower))
    finite = np.isfinite(right)
    for sign in (1, -1):
        answer = linprog(
            sign * row,
            rows[finite],
            right[finite],
            bounds=list(zip(model.lower, model.upper, strict=True)),
        )
        if answer.status == 2:
            return np.inf, -np.inf
        sides.append(sign * answer.fun if answer.status == 0 else -sign * np.inf)
    return sides


@st.composite
def covers(draw):
    n = draw(st.integers(1, 6))
    rows = draw(st.lists(st.sets(st.integers(0, n - 1), min_size=1), min_size=1, max_size=15))
    scale = np.array(
        draw(
            st.lists(st.sampled_from([1.0, 1.0, 2.0, -1.0]), min_size=len(rows), max_size=len(rows))
        )
    )
    matrix = np.array([[j in row for j in range(n)] for row in rows], float) * scale[:, None]
    side = (
        np.array(
            draw(st.lists(st.sampled_from([1.0, 1.0, 2.0]), min_size=len(rows), max_size=len(rows)))
        )
        * scale
    )
    low = np.array(draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))))
    lower = draw(st.sampled_from([0.0, 0.0, -1.0, 0.5]))
    return LinearModel(
        np.ones(n), matrix, np.where(low, side, -np.inf), np.where(low, np.inf, side), lower, 3.0
    )


def check(model):
    drop = dominated_rows(model)
    rest = without_rows(model, drop)
    for row in np.flatnonzero(drop):
        least, most = least_activity(rest, model.matrix[[row]].toarray()[0])
        assert least >= model.row_lower[row] - 1e-7
        assert most <= model.row_upper[row] + 1e-7
    return drop


@settings(max_examples=examples(50))
@given(covers())
def test_what_stays_implies_what_goes(model):
    check(model)


@settings(max_examples=examples(50))
@given(models(integers=False))
def test_of_any_rows_only_implied_ones_go(model):
    check(model)


@given(st.lists(st.sets(st.integers(0, 6), min_size=1), min_size=1, max_size=20), st.booleans())
def test_exactly_the_extreme_sets_stay(rows, covering):
    matrix = np.array([[j in row for j in range(7)] for row in rows], float)
    model = LinearModel(
        np.ones(7), matrix, *((1.0, np.inf) if covering else (-np.inf, 1.0)), upper=1.0
    )
    kept = [frozenset(rows[i]) for i in np.flatnonzero(~dominated_rows(model))]
    beats = frozenset.__lt__ if covering else frozenset.__gt__
    distinct = {frozenset(row) for row in rows}
    assert len(kept) == len(set(kept))
    assert set(kept) == {row for row in distinct if not any(beats(o, row) for o in distinct)}


def test_right_hand_sides_are_honoured():
    rows = [[1, 1, 0], [1, 1, 1], [1, 1, 1]]
    model = LinearModel(np.ones(3), rows, row_lower=[1, 1, 2])
    assert dominated_rows(model).tolist() == [False, True, False]


@pytest.mark.parametrize("lower", [0.0, -1.0])
def test_columns_that_may_be_negative_prove_nothing(lower):
    model = LinearModel(np.ones(2), [[1, 0], [1, 1]], row_lower=1, lower=lower)
    assert dominated_rows(model).tolist() == [False, lower == 0]


def test_a_search_that_is_given_up_drops_equal_rows_alone(monkeypatch):
    monkeypatch.setattr(import_module(dominated_rows.__module__), "MOST_STEPS", 0)
    rows = [[1, 1, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]
    drop = dominated_rows(LinearModel(np.ones(3), rows, row_lower=1))
    assert sorted(drop[[0, 2]].tolist()) == [False, True]
    assert not drop[[1, 3]].any()
