"""Small random models with every kind of row."""

import itertools

import numpy as np
from hypothesis import strategies as st

from nzdd.formulations import LinearModel


def hard_cover():
    """Set covering that no solver finishes in any time that a test waits."""
    random = np.random.default_rng(1)
    matrix = (random.random((3000, 150)) < 0.1).astype(float)
    matrix[:, 0] = 1
    return LinearModel(np.ones(150), matrix, row_lower=3, upper=1, integrality=1)


ROW_KINDS = ("free", ">=", "<=", "=", "range")


@st.composite
def models(draw, integers=True):
    """A model that the origin-near point `x0` satisfies, with repeated and duplicate rows."""
    num_columns = draw(st.integers(1, 6))
    patterns = draw(
        st.lists(
            st.lists(
                st.sampled_from([0, 0, 1, 1, -1, 2, 0.5]),
                min_size=num_columns,
                max_size=num_columns,
            ),
            min_size=1,
            max_size=12,
        )
    )
    rows = draw(st.lists(st.sampled_from(patterns), max_size=25))
    matrix = np.array(rows, float).reshape(len(rows), num_columns)
    x0 = np.array(
        draw(st.lists(st.integers(0, 3), min_size=num_columns, max_size=num_columns)), float
    )
    activity = matrix @ x0
    lower, upper = np.full(len(rows), -np.inf), np.full(len(rows), np.inf)
    for i in range(len(rows)):
        kind = draw(st.sampled_from(ROW_KINDS))
        if kind in (">=", "=", "range"):
            lower[i] = activity[i] - (0 if kind == "=" else draw(st.integers(0, 1)))
        if kind in ("<=", "=", "range"):
            upper[i] = activity[i] + (0 if kind == "=" else draw(st.integers(0, 2)))
    return _with_columns(draw, matrix, lower, upper, integers)


@st.composite
def models_that_share(draw, integers=True):
    """A model whose rows are all pairs of some heads and tails, so that a diagram is smaller.

    The rows are of one kind, and the point that satisfies them is 0 for equalities. A few rows
    besides are like those of `models`.
    """
    heads, tails = (
        draw(
            st.lists(
                st.lists(st.sampled_from([1, 1, -1, 2]), min_size=size, max_size=size),
                min_size=3,
                max_size=4,
                unique_by=tuple,
            )
        )
        for size in (4, 2)
    )
    matrix = np.array([head + tail for head, tail in itertools.product(heads, tails)], float)
    kind = draw(st.sampled_from(ROW_KINDS[1:]))
    whole = st.lists(st.integers(0, 3), min_size=6, max_size=6)
    x0 = np.zeros(6) if kind == "=" else np.array(draw(whole), float)
    activity = matrix @ x0
    low = activity.min() - (0 if kind == "=" else draw(st.integers(0, 1)))
    high = activity.max() + (0 if kind == "=" else draw(st.integers(1, 2)))
    lower = np.full(len(matrix), -np.inf if kind == "<=" else low)
    upper = np.full(len(matrix), np.inf if kind == ">=" else high)
    others = np.array(
        draw(st.lists(st.permutations([0, 0, 0, 1, 1, 1]), max_size=3)), float
    ).reshape(-1, 6)
    matrix = np.vstack((others, matrix))
    lower = np.concatenate((others @ x0 - 1, lower))
    upper = np.concatenate((np.full(len(others), np.inf), upper))
    return _with_columns(draw, matrix, lower, upper, integers)


def _with_columns(draw, matrix, lower, upper, integers):
    num_columns = matrix.shape[1]
    return LinearModel(
        np.array(
            draw(st.lists(st.integers(-3, 3), min_size=num_columns, max_size=num_columns)), float
        ),
        matrix,
        lower,
        upper,
        0,
        np.array(
            draw(
                st.lists(
                    st.sampled_from([3.0, 5.0, np.inf]), min_size=num_columns, max_size=num_columns
                )
            )
        ),
        draw(st.booleans()) if integers else False,
        maximize=draw(st.booleans()),
        offset=draw(st.sampled_from([0.0, 1.5])),
    )
