"""Small random models with every kind of row."""

import numpy as np
from hypothesis import strategies as st

from nzdd.formulations import LinearModel

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
