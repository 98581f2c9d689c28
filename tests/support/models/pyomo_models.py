"""Linear models written in Pyomo as its users write them: blocks, parameters, sums, constants."""

import numpy as np
import pyomo.environ as pyo


def written_in_pyomo(model, shift=2.0):
    """A model of Pyomo with the rows of a LinearModel, a part of each on the wrong side.

    Every body has a constant, integer columns have domains, and half of the columns and rows stand
    in a block of their own.
    """
    theirs = pyo.ConcreteModel()
    theirs.shift = pyo.Param(initialize=shift, mutable=True)
    theirs.part = pyo.Block()
    half = model.num_columns // 2
    x = []
    for block, columns in (
        (theirs, range(half)),
        (theirs.part, range(half, model.num_columns)),
    ):
        block.x = pyo.Var(columns)
        for j in columns:
            x.append(block.x[j])
            x[j].domain = pyo.Integers if model.integrality[j] else pyo.Reals
            x[j].setlb(model.lower[j])
            x[j].setub(model.upper[j])
    for block, rows in (
        (theirs, range(0, model.num_rows, 2)),
        (theirs.part, range(1, model.num_rows, 2)),
    ):
        block.rows = pyo.ConstraintList()
        for i in rows:
            add_row(block.rows, model, i, x, theirs.shift)
    theirs.part.objective = pyo.Objective(
        expr=total(model.objective, x) + model.offset - theirs.shift + shift,
        sense=pyo.maximize if model.maximize else pyo.minimize,
    )
    return theirs, x


def total(coefficients, x):
    """Their sum, without terms that are 0."""
    return sum(c * v for c, v in zip(np.asarray(coefficients).tolist(), x, strict=True) if c)


def add_row(rows, model, i, x, shift):
    """One row as a user would write it; nothing if it says nothing."""
    body = total(model.matrix[[i]].toarray()[0], x) + shift
    low, high = float(model.row_lower[i]), float(model.row_upper[i])
    if low == high:
        rows.add(body == low + shift)
    elif np.isfinite(low) and np.isfinite(high):
        rows.add(pyo.inequality(low + shift, body, high + shift))
    elif np.isfinite(low):
        rows.add(body >= low + shift)
    else:
        rows.add((-np.inf, body, high))  # without its constant, which stands on the left
        rows[len(rows)].set_value((-np.inf, body - shift, high))


def order_of_rows(model):
    """The rows as `written_in_pyomo` has them."""
    return np.r_[0 : model.num_rows : 2, 1 : model.num_rows : 2].astype(int)


def point_of(model, x):
    """The values of the variables; any within the bounds for those that got none, being unused."""
    none = np.array([variable.value is None for variable in x])
    assert not model.objective[none].any()
    assert not model.matrix.toarray()[:, none].any()
    inside = np.ceil(np.clip(0, model.lower, model.upper))
    return np.where(none, inside, np.array([variable.value for variable in x], float))
