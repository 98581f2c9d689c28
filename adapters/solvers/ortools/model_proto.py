"""Linear models as MathOpt protos, built from arrays without an object for any element."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.math_opt import model_pb2, sparse_containers_pb2
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.input.memory import check_room

BYTES = 150
"""Memory, at most, to put one number into a proto."""


def model_proto(model: LinearModel) -> model_pb2.ModelProto:
    """Return the model as a MathOpt proto without names; row and column ids are 0, 1, 2, ...

    Time and memory O(m + n + nonzeros), about 0.1 s a million nonzeros. MemoryError where it does
    not fit: the library of the protos would crash.
    """
    count = model.num_nonzeros + model.num_rows + model.num_columns
    check_room(count, BYTES, "numbers of the model", "take method='lazy', or a machine with more")
    proto = model_pb2.ModelProto()
    columns, rows = np.arange(model.num_columns), np.arange(model.num_rows)
    fill_bounds(proto.variables, columns, model.lower, model.upper)
    proto.variables.integers.extend(model.integrality.tolist())
    proto.objective.maximize = model.maximize
    proto.objective.offset = model.offset
    costly = np.flatnonzero(model.objective)
    fill_vector(proto.objective.linear_coefficients, costly, model.objective[costly])
    fill_bounds(proto.linear_constraints, rows, model.row_lower, model.row_upper)
    fill_matrix(proto.linear_constraint_matrix, rows, columns, model.matrix)
    return proto


def quadratic_proto(model: QuadraticModel) -> model_pb2.ModelProto:
    """Return a quadratic model as a proto; see `model_proto`."""
    proto = model_proto(model.linear)
    squared = np.flatnonzero(model.curvature)
    squares = proto.objective.quadratic_coefficients
    squares.row_ids.extend(squared.tolist())
    squares.column_ids.extend(squared.tolist())
    squares.coefficients.extend((0.5 * model.curvature[squared]).tolist())
    return proto


def fill_bounds(proto: Any, ids: Ints, lower: Floats, upper: Floats) -> None:
    """Put columns or rows into the proto that lists them."""
    proto.ids.extend(ids.tolist())
    proto.lower_bounds.extend(lower.tolist())
    proto.upper_bounds.extend(upper.tolist())


def fill_matrix(
    proto: sparse_containers_pb2.SparseDoubleMatrixProto,
    rows: Ints,
    columns: Ints,
    matrix: csr_array[np.float64, tuple[int, int]],
) -> None:
    """Put a matrix into a proto, given the ids of its rows and columns."""
    proto.row_ids.extend(np.repeat(rows, np.diff(matrix.indptr)).tolist())
    proto.column_ids.extend(columns[matrix.indices].tolist())
    proto.coefficients.extend(matrix.data.tolist())


def fill_vector(proto: Any, ids: Ints, values: NDArray[Any]) -> None:
    """Put numbers into a proto of a sparse vector."""
    proto.ids.extend(ids.tolist())
    proto.values.extend(values.tolist())


def dense_vector(proto: sparse_containers_pb2.SparseDoubleVectorProto, size: int) -> Floats:
    """Return a sparse vector proto as a dense array of shape (size,)."""
    values: Any = np.zeros(size)
    values[np.fromiter(proto.ids, np.int64)] = np.fromiter(proto.values, np.float64)
    return values  # type: ignore[no-any-return]
