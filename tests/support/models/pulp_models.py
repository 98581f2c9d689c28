"""Linear models written in PuLP as its users write them."""

import warnings

import numpy as np
import pulp


def written_in_pulp(model, shift=2.0):
    """A model of PuLP with constants on both sides, and the variables by column.

    A range becomes two constraints; a row that says nothing is left out.
    """
    sense = pulp.LpMaximize if model.maximize else pulp.LpMinimize
    theirs = pulp.LpProblem("written", sense)
    x = [
        add_variable(
            theirs,
            f"x{j}",
            *(float(end) if np.isfinite(end) else None for end in (model.lower[j], model.upper[j])),
            cat="Integer" if model.integrality[j] else "Continuous",
        )
        for j in range(model.num_columns)
    ]
    theirs += total(model.objective, x) + model.offset
    matrix = model.matrix.toarray()
    for row, low, high in zip(matrix, model.row_lower, model.row_upper, strict=True):
        if low == high:
            theirs += total(row, x) + shift == float(low) + shift
            continue
        if np.isfinite(low):
            theirs += total(row, x) + shift >= float(low) + shift
        if np.isfinite(high):
            theirs += total(row, x) - shift <= float(high) - shift
    return theirs, x


def add_variable(problem, *arguments, **options):
    """A new variable of a model, whether or not a constraint has it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        variable = pulp.LpVariable(*arguments, **options)
        problem.addVariable(variable)
    return variable


def constraints_of(problem):
    """The constraints of a model, in order, by any release of PuLP before 4."""
    kept = getattr(problem, "_constraints", None)
    return list((problem.constraints if kept is None else kept).values())


def total(coefficients, x):
    """The sum of terms, without those that are 0."""
    return pulp.lpSum(c * v for c, v in zip(np.asarray(coefficients).tolist(), x, strict=True) if c)


def one_sided(model):
    """The model as `written_in_pulp` has its rows."""
    rows = [
        (row, *sides)
        for row, low, high in zip(
            model.matrix.toarray(), model.row_lower, model.row_upper, strict=True
        )
        for sides in ([(low, high)] if low == high else [(low, np.inf), (-np.inf, high)])
        if np.isfinite(sides).any()
    ]
    return model.replace(
        matrix=np.array([row for row, _, _ in rows]).reshape(len(rows), model.num_columns),
        row_lower=np.array([low for _, low, _ in rows]),
        row_upper=np.array([high for _, _, high in rows]),
        row_names=None,
    )
