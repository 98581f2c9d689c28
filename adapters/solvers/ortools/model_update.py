"""Changes of a linear model, and bases, as MathOpt protos, built from arrays."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from ortools.math_opt.model_update_pb2 import ModelUpdateProto
from ortools.math_opt.solution_pb2 import (
    BASIS_STATUS_AT_LOWER_BOUND,
    BASIS_STATUS_AT_UPPER_BOUND,
    BASIS_STATUS_BASIC,
    BASIS_STATUS_FREE,
    BasisProto,
)
from scipy.sparse import csr_array

from nzdd.adapters.solvers.ortools.model_proto import fill_bounds, fill_matrix, fill_vector
from nzdd.formulations.models.arrays import Floats, Ints

Matrix: TypeAlias = "csr_array[np.float64, tuple[int, int]]"  # new in scipy 1.16


def new_rows(ids: Ints, matrix: Matrix, lower: Floats, upper: Floats) -> ModelUpdateProto:
    """Rows with new ids, which must rise; column ids are 0, 1, 2, ..."""
    update = ModelUpdateProto()
    fill_bounds(update.new_linear_constraints, ids, lower, upper)
    columns = np.arange(matrix.shape[1])
    fill_matrix(update.linear_constraint_matrix_updates, ids, columns, _canonical(matrix))
    return update


def new_columns(
    ids: Ints, objective: Floats, row_ids: Ints, matrix: Matrix, lower: Floats, upper: Floats
) -> ModelUpdateProto:
    """Columns with new ids over the rows with these ids; both must rise."""
    update = ModelUpdateProto()
    fill_bounds(update.new_variables, ids, lower, upper)
    update.new_variables.integers.extend([False] * ids.size)
    costly = np.flatnonzero(objective)
    fill_vector(update.objective_updates.linear_coefficients, ids[costly], objective[costly])
    fill_matrix(update.linear_constraint_matrix_updates, row_ids, ids, _canonical(matrix))
    return update


def _canonical(matrix: Matrix) -> Matrix:
    """The matrix with sorted indices and without repetitions."""
    canonical = csr_array(matrix, copy=not matrix.has_canonical_format)
    canonical.sum_duplicates()
    return canonical


def deleted_rows(ids: Ints) -> ModelUpdateProto:
    """Rows that go."""
    update = ModelUpdateProto()
    update.deleted_linear_constraint_ids.extend(np.unique(ids).tolist())
    return update


def costs(ids: Ints, objective: Floats) -> ModelUpdateProto:
    """Costs of the columns with these ids, which must rise."""
    update = ModelUpdateProto()
    fill_vector(update.objective_updates.linear_coefficients, ids, objective)
    return update


def column_bounds(ids: Ints, lower: Floats, upper: Floats) -> ModelUpdateProto:
    """New bounds of some columns, whose ids must rise."""
    update = ModelUpdateProto()
    fill_vector(update.variable_updates.lower_bounds, ids, lower)
    fill_vector(update.variable_updates.upper_bounds, ids, upper)
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
    fill_vector(mapped.variable_status, np.arange(columns.size), columns)
    fill_vector(mapped.constraint_status, ids, rows)
    return mapped


def extend_basis(basis: BasisProto, ids: Ints, lower: Floats, upper: Floats) -> None:
    """Put new columns into a basis, each at one of its bounds, or free where it has none."""
    bounded = np.where(np.isfinite(upper), BASIS_STATUS_AT_UPPER_BOUND, BASIS_STATUS_FREE)
    status = np.where(np.isfinite(lower), BASIS_STATUS_AT_LOWER_BOUND, bounded)
    fill_vector(basis.variable_status, ids, status)
