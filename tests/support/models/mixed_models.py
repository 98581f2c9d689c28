"""Small random models of all kinds, split into listed rows and oracles."""

import numpy as np
from hypothesis import strategies as st

from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.models.random_models import models


@st.composite
def mixed_models(draw, bounded=True):
    """Binary, integer and continuous columns; feasible or not; bounded columns if so wished."""
    model = draw(models())
    n, m = model.num_columns, model.num_rows
    lowest = [0, 0, 0, -2] if bounded else [0, 0, -2, -np.inf]
    lower = np.array(draw(st.lists(st.sampled_from(lowest), min_size=n, max_size=n)), float)
    shift = np.zeros(m)
    if draw(st.booleans()):
        steps = st.sampled_from([0, 0, 0, 0.5, -0.5, 2, -2])
        shift += draw(st.lists(steps, min_size=m, max_size=m))
    return model.replace(
        lower=lower,
        upper=np.minimum(model.upper, 6) if bounded else model.upper,
        row_lower=model.row_lower + shift,
        row_upper=model.row_upper + shift,
        integrality=draw(st.lists(st.sampled_from([0, 1, 1]), min_size=n, max_size=n)),
    )


@st.composite
def split_models(draw, bounded=True):
    """A model, and the same with its rows dealt out to the core and two oracles."""
    model = draw(mixed_models(bounded))
    m = model.num_rows
    return model, split(model, draw(st.lists(st.integers(0, 2), min_size=m, max_size=m)))


def split(model, owner):
    """The rows with owner 0 stay in the core, those with 1, 2, ... go to an oracle each."""
    owner = np.asarray(owner, np.int64)

    def part(which):
        rows = np.flatnonzero(owner == which)
        return model.matrix[rows], model.row_lower[rows], model.row_upper[rows]

    matrix, lower, upper = part(0)
    core = model.replace(matrix=matrix, row_lower=lower, row_upper=upper, row_names=None)
    oracles = range(1, owner.max(initial=0) + 1)
    return LazyModel(core, tuple(MatrixRows(*part(which)) for which in oracles))


def all_lazy(model):
    """All rows in one oracle."""
    return split(model, np.ones(model.num_rows))
