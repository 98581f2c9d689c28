"""Certificates that a linear model is infeasible or unbounded, checked on the model itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, hstack

from nzdd.formulations.models.arrays import Floats, Matrix, as_point, homogeneous
from nzdd.formulations.models.linear import LinearModel

MARGIN = 1e-9
"""A contradiction must exceed this share of the size of its terms."""

RAY_TOLERANCE = 1e-9
"""A direction may violate a row by this share of the size of its terms."""

SHORT = 1e-6
"""A direction whose entries are all smaller counts as zero; `directions` go up to 1."""

DUST = 1e-12
"""Entries of a direction below this share of the largest one count as zero."""


def proves_infeasible(model: LinearModel, duals: ArrayLike) -> bool:
    """Whether a combination of rows contradicts the bounds of the columns (Farkas 1902).

    Feasible points have ``y @ A @ x >= r`` for any vector y of `duals`, shape (m,), where r is the
    sum of row bounds times y: of lower bounds where y is positive, of upper ones where it is
    negative. If no x within the column bounds attains r, there is no feasible point, with or
    without integrality, which is ignored.

    False proves nothing. Rounding is accounted for: r must be out of reach by more than `MARGIN`
    times the sum of the sizes of all terms; a column without a bound may keep a coefficient of
    `MARGIN` times that of its terms. Time O(nonzeros).
    """
    y = as_point(duals, model.num_rows, "duals", "row").copy()
    needed = np.where(y > 0, model.row_lower, model.row_upper)
    y[~np.isfinite(needed) | ~np.isfinite(y)] = 0.0
    sides = y * np.where(y != 0, needed, 0.0)
    columns = np.asarray(model.matrix.T @ y)
    size = np.asarray(abs(model.matrix).T @ np.abs(y))
    columns[np.abs(columns) <= MARGIN * size] = 0.0
    reach = np.where(columns > 0, model.upper, model.lower)
    if not np.isfinite(reach[columns != 0]).all():
        return False
    terms = columns * np.where(columns != 0, reach, 0.0)
    # coefficients that were set to zero, or rounded, still count for columns with bounds
    bounds = np.maximum(np.abs(model.lower), np.abs(model.upper))
    lost = MARGIN * size * np.where(np.isfinite(bounds), bounds, 0.0)
    scale = float(np.abs(sides).sum() + np.abs(terms).sum())
    return bool(sides.sum() - terms.sum() > MARGIN * scale + float(lost.sum()))


def largest_coefficients(model: LinearModel) -> Floats:
    """The largest absolute value of each row, shape (m,); 0 of an empty row. O(nonzeros)."""
    largest, matrix = np.zeros(model.num_rows), model.matrix
    row = np.repeat(np.arange(largest.size), np.diff(matrix.indptr))
    np.maximum.at(largest, row, abs(matrix.data))
    return largest


def elastic(model: LinearModel) -> tuple[LinearModel, Floats]:
    """The linear program of the least sum of row violations, and a scale for its duals.

    Its columns are those of the model, then two for each row: by how much its activity is below,
    and above, its bounds. Each row is divided by its largest coefficient. If the optimum is above
    zero, the duals of the program times the scale, shape (m,), are `duals` for `proves_infeasible`.
    The model must have ``lower <= upper`` for every column; its integrality is ignored.
    """
    matrix, largest = model.matrix, largest_coefficients(model)
    scale = 1.0 / np.where(largest > 0, largest, 1.0)
    rows = csr_array(matrix.multiply(scale[:, None]))
    slack = csr_array((scale.size,) * 2)
    slack.setdiag(1.0)
    extra = 2 * model.num_rows
    program = LinearModel(
        np.concatenate((np.zeros(model.num_columns), np.ones(extra))),
        hstack([rows, slack, -slack], format="csr"),
        model.row_lower * scale,
        model.row_upper * scale,
        np.concatenate((model.lower, np.zeros(extra))),
        np.concatenate((model.upper, np.full(extra, np.inf))),
    )
    return program, scale


def directions(model: LinearModel) -> LinearModel:
    """The objective over the directions in which no row and no bound is violated, in [-1, 1]^n."""
    return model.changed(
        row_lower=homogeneous(model.row_lower),
        row_upper=homogeneous(model.row_upper),
        lower=np.maximum(homogeneous(model.lower), -1.0),
        upper=np.minimum(homogeneous(model.upper), 1.0),
        integrality=np.zeros(model.num_columns, np.bool_),
        offset=0.0,
    )


def improves_without_end(model: LinearModel, direction: ArrayLike) -> bool:
    """Whether a direction violates no row and no bound, and improves the objective.

    Together with any feasible point it proves that the model is unbounded, integer columns
    included, since floats are rational (Meyer, "On the existence of optimal solutions to integer
    and mixed-integer programming problems", 1974). The violation of a row may be `RAY_TOLERANCE`
    times the size of its terms, and the improvement must be larger than that for the objective.
    """
    ray = as_direction(direction, model.num_columns)
    cone = directions(model)
    gain = cone.objective_value(ray) * (1.0 if model.maximize else -1.0)
    terms = float(np.abs(model.objective) @ np.abs(ray))
    outside = np.maximum(np.maximum(cone.lower - ray, ray - cone.upper), 0.0)
    return (
        gain > RAY_TOLERANCE * terms
        and not outside.any()
        and keeps_rows(cone.matrix, cone.row_lower, cone.row_upper, ray)
    )


def as_direction(direction: ArrayLike, num_columns: int) -> Floats:
    """A direction with exact zeros where only rounding errors are left."""
    ray = as_point(direction, num_columns, "direction")
    if np.abs(ray).max(initial=0.0) < SHORT:
        return np.zeros(num_columns)
    return np.where(np.abs(ray) > DUST * np.abs(ray).max(initial=0.0), ray, 0.0)


def keeps_rows(matrix: Matrix, lower: Floats, upper: Floats, ray: Floats) -> bool:
    """Whether a direction violates no row by more than `RAY_TOLERANCE` of the size of its terms."""
    activity, size = np.asarray(matrix @ ray), np.asarray(abs(matrix) @ np.abs(ray))
    left = np.where(np.isfinite(lower), -activity, 0.0), np.where(np.isfinite(upper), activity, 0.0)
    return bool((np.maximum(*left) <= RAY_TOLERANCE * size).all())


def may_be_unbounded(model: LinearModel) -> bool:
    """Whether the objective can improve for ever within the bounds of the columns. O(n)."""
    cost = -model.objective if model.maximize else model.objective
    return bool(
        np.any((cost < 0) & np.isposinf(model.upper))
        or np.any((cost > 0) & np.isneginf(model.lower))
    )
