"""Linear models written in linopy, and the same as its constraints have one side each."""

import linopy
import numpy as np
import xarray as xr

KINDS = ((False, "continuous"), (True, "integer"))
SIGNS = (">=", "<=", "=")


def written_in_linopy(model):
    """A model of linopy without the offset, and the single variable of each column.

    Continuous and integer columns are an array each, and so are the constraints of each sign; a
    range becomes two constraints, a row that says nothing is left out.
    """
    theirs = linopy.Model()
    x = np.empty(model.num_columns, object)
    for kind, name in KINDS:
        columns = np.flatnonzero(model.integrality == kind)
        if columns.size:
            array = theirs.add_variables(
                *(xr.DataArray(ends[columns], dims=name) for ends in (model.lower, model.upper)),
                coords=[np.arange(columns.size)],
                dims=[name],
                integer=kind,
                name=name,
            )
            x[columns] = [array.at[place] for place in range(columns.size)]
    for sign, (matrix, right) in sides_of(model).items():
        if right.size:
            rows = total(theirs, model, matrix, ("row", "column"))
            theirs.add_constraints(rows, sign, xr.DataArray(right, dims="row"), name=sign)
    costs = total(theirs, model, model.objective, ("column",))
    theirs.add_objective(costs, sense="max" if model.maximize else "min")
    return theirs, list(x)


def total(theirs, model, coefficients, dims):
    """The sums of terms, those that are 0 included."""
    parts = []
    for kind, name in KINDS:
        if name in theirs.variables:
            mine = xr.DataArray(coefficients[..., model.integrality == kind], dims=dims)
            parts.append((mine.rename(column=name) * theirs.variables[name]).sum(name))
    return sum(parts[1:], parts[0])


def sides_of(model):
    """The coefficients and the right-hand sides of the constraints of each sign."""
    low, high = model.row_lower, model.row_upper
    equal, A = low == high, model.matrix.toarray()
    masks = np.isfinite(low) & ~equal, np.isfinite(high) & ~equal, equal
    return {
        sign: (A[mask], side[mask])
        for sign, side, mask in zip(SIGNS, (low, high, low), masks, strict=True)
    }


def one_sided(model):
    """The model as `written_in_linopy` has its rows."""
    sides = sides_of(model)
    sign = np.repeat(SIGNS, [right.size for _, right in sides.values()])
    right = np.concatenate([right for _, right in sides.values()])
    return model.replace(
        matrix=np.vstack([matrix for matrix, _ in sides.values()]),
        row_lower=np.where(sign == "<=", -np.inf, right),
        row_upper=np.where(sign == ">=", np.inf, right),
        offset=0,
        row_names=None,
    )


def order_of(model):
    """The columns in the order of linopy."""
    return np.argsort(model.integrality, kind="stable")


def point_of(theirs, model):
    """The solution by column."""
    point = np.empty(model.num_columns)
    for kind, name in KINDS:
        if name in theirs.variables:
            point[model.integrality == kind] = theirs.solution[name].values
    return point
