"""Small random linear programs, feasible or not, and what their duals prove."""

import numpy as np
from hypothesis import strategies as st

from nzdd.formulations import LinearModel
from support.models.random_models import models, models_that_share


@st.composite
def linear_programs(draw):
    """A model without integers; with free columns, and rows that may exclude each other."""
    model = draw(st.one_of(models(integers=False), models_that_share(integers=False)))
    n, m = model.num_columns, model.num_rows
    lower = np.array(draw(st.lists(st.sampled_from([0, 0, -2, -np.inf]), min_size=n, max_size=n)))
    shift = np.zeros(m)
    if draw(st.integers(0, 3)) == 0:
        shift += draw(st.lists(st.sampled_from([0, 0, 0, 0, 3, -3]), min_size=m, max_size=m))
    return model.replace(
        lower=lower, row_lower=model.row_lower + shift, row_upper=model.row_upper + shift
    )


def covering(num_rows=3000, num_columns=60, ones=6, seed=0):
    """Covering rows of so many entries, unequal ones, so that scaling would change them."""
    rng = np.random.default_rng(seed)
    matrix = np.zeros((num_rows, num_columns))
    columns = np.argsort(rng.random(matrix.shape), axis=1)[:, :ones]
    np.put_along_axis(matrix, columns, rng.uniform(1, 9, columns.shape), axis=1)
    return LinearModel(rng.integers(1, 50, num_columns), matrix, 1.0)


def dual_objective(model, duals, tolerance=1e-7):
    """What row duals prove of the optimum; infinite where a multiplier has the wrong sign.

    Weak duality: minimising, a multiplier > 0 holds at the lower bound, one < 0 at the upper; one
    below the tolerance counts as zero.
    """
    sign = -1 if model.maximize else 1
    value = sign * model.offset
    for multipliers, lower, upper in (
        (sign * duals, model.row_lower, model.row_upper),
        (sign * (model.objective - model.matrix.T @ duals), model.lower, model.upper),
    ):
        used = np.abs(multipliers) > tolerance
        value += multipliers[used] @ np.where(multipliers > 0, lower, upper)[used]
    return sign * value
