"""Changes of a linear model, and bases, as MathOpt protos, built from arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from ortools.math_opt.model_update_pb2 import ModelUpdateProto
from ortools.math_opt.solution_pb2 import (
    BASIS_STATUS_AT_LOWER_BOUND,
    BASIS_STATUS_AT_UPPER_BOUND,
    BASIS_STATUS_BASIC,
    BASIS_STATUS_FREE,
    BasisProto,
)
from scipy.sparse import csr_array

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def new_rows(
    ids: Ints, matrix: csr_array[np.float64, tuple[int, int]], lower: Floats, upper: Floats
) -> ModelUpdateProto:
    """Rows with new ids, which must rise; column ids are 0, 1, 2, ..."""
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    update = ModelUpdateProto()
    rows = update.new_linear_constraints
    rows.ids.extend(ids.tolist())
    rows.lower_bounds.extend(lower.tolist())
    rows.upper_bounds.extend(upper.tolist())
    entries = update.linear_constraint_matrix_updates
    entries.row_ids.extend(np.repeat(ids, np.diff(matrix.indptr)).tolist())
    entries.column_ids.extend(matrix.indices.tolist())
    entries.coefficients.extend(matrix.data.tolist())
    return update


def new_columns(
    ids: Ints,
    objective: Floats,
    row_ids: Ints,
    matrix: csr_array[np.float64, tuple[int, int]],
    lower: Floats,
    upper: Floats,
) -> ModelUpdateProto:
    """Columns with new ids over the rows with these ids; both must rise."""
    canonical = csr_array(matrix, copy=not matrix.has_canonical_format)
    canonical.sum_duplicates()
    update = ModelUpdateProto()
    columns = update.new_variables
    columns.ids.extend(ids.tolist())
    columns.lower_bounds.extend(lower.tolist())
    columns.upper_bounds.extend(upper.tolist())
    columns.integers.extend([False] * ids.size)
    costs = update.objective_updates.linear_coefficients
    kept = np.flatnonzero(objective)
    costs.ids.extend(ids[kept].tolist())
    costs.values.extend(objective[kept].tolist())
    entries = update.linear_constraint_matrix_updates
    entries.row_ids.extend(np.repeat(row_ids, np.diff(canonical.indptr)).tolist())
    entries.column_ids.extend(ids[canonical.indices].tolist())
    entries.coefficients.extend(canonical.data.tolist())
    return update


def deleted_rows(ids: Ints) -> ModelUpdateProto:
    """Rows that go."""
    update = ModelUpdateProto()
    update.deleted_linear_constraint_ids.extend(np.unique(ids).tolist())
    return update


def column_bounds(ids: Ints, lower: Floats, upper: Floats) -> ModelUpdateProto:
    """New bounds of some columns, whose ids must rise."""
    update = ModelUpdateProto()
    for proto, values in (
        (update.variable_updates.lower_bounds, lower),
        (update.variable_updates.upper_bounds, upper),
    ):
        proto.ids.extend(ids.tolist())
        proto.values.extend(values.tolist())
    return update


def basis_of(basis: BasisProto, ids: Ints) -> BasisProto:
    """A basis of one set of rows as one of another, of rising ids; new rows are basic.

    Time O(m log m + n).
    """
    columns = np.fromiter(basis.variable_status.values, np.int64)
    known = np.fromiter(basis.constraint_status.ids, np.int64)
    status = np.fromiter(basis.constraint_status.values, np.int64)
    rows = np.full(ids.size, BASIS_STATUS_BASIC)
    _, here, there = np.intersect1d(ids, known, assume_unique=True, return_indices=True)
    rows[here] = status[there]
    # With each binding row that is gone there is one basic column too many.
    basic = np.flatnonzero(columns == BASIS_STATUS_BASIC)
    surplus = basic.size + np.count_nonzero(rows == BASIS_STATUS_BASIC) - rows.size
    columns[basic[:surplus]] = BASIS_STATUS_AT_LOWER_BOUND
    mapped = BasisProto()
    mapped.variable_status.ids.extend(range(columns.size))
    mapped.variable_status.values.extend(columns.tolist())
    mapped.constraint_status.ids.extend(ids.tolist())
    mapped.constraint_status.values.extend(rows.tolist())
    return mapped


def extend_basis(basis: BasisProto, ids: Ints, lower: Floats, upper: Floats) -> None:
    """Put new columns into a basis, each at one of its bounds, or free where it has none."""
    bounded = np.where(np.isfinite(upper), BASIS_STATUS_AT_UPPER_BOUND, BASIS_STATUS_FREE)
    status = np.where(np.isfinite(lower), BASIS_STATUS_AT_LOWER_BOUND, bounded)
    basis.variable_status.ids.extend(ids.tolist())
    basis.variable_status.values.extend(status.tolist())
