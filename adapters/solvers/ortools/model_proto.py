"""Linear models as MathOpt protos, built from arrays without an object for any element."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.math_opt import model_pb2, sparse_containers_pb2

from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.input.memory import check_room

BYTES = 150
"""At most, for one number on its way into a proto."""


def model_proto(model: LinearModel) -> model_pb2.ModelProto:
    """Return the model as a MathOpt proto without names; row and column ids are 0, 1, 2, ...

    Time and memory O(m + n + nonzeros), about 0.1 s a million nonzeros. MemoryError where it does
    not fit: the library of the protos would crash.
    """
    count = model.num_nonzeros + model.num_rows + model.num_columns
    check_room(count, BYTES, "numbers of the model", "take method='lazy', or a machine with more")
    proto = model_pb2.ModelProto()
    columns = proto.variables
    columns.ids.extend(range(model.num_columns))
    columns.lower_bounds.extend(model.lower.tolist())
    columns.upper_bounds.extend(model.upper.tolist())
    columns.integers.extend(model.integrality.tolist())
    proto.objective.maximize = model.maximize
    proto.objective.offset = model.offset
    fill_vector(proto.objective.linear_coefficients, model.objective, model.objective != 0)
    rows = proto.linear_constraints
    rows.ids.extend(range(model.num_rows))
    rows.lower_bounds.extend(model.row_lower.tolist())
    rows.upper_bounds.extend(model.row_upper.tolist())
    matrix = proto.linear_constraint_matrix
    owner = np.repeat(np.arange(model.num_rows), np.diff(model.matrix.indptr))
    matrix.row_ids.extend(owner.tolist())
    matrix.column_ids.extend(model.matrix.indices.tolist())
    matrix.coefficients.extend(model.matrix.data.tolist())
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


def fill_vector(
    proto: sparse_containers_pb2.SparseDoubleVectorProto,
    values: NDArray[np.float64],
    where: NDArray[np.bool_],
) -> None:
    """Put the entries of a dense vector that `where` selects into a sparse vector proto."""
    ids = np.flatnonzero(where)
    proto.ids.extend(ids.tolist())
    proto.values.extend(values[ids].tolist())


def dense_vector(
    proto: sparse_containers_pb2.SparseDoubleVectorProto, size: int
) -> NDArray[np.float64]:
    """Return a sparse vector proto as a dense array of shape (size,)."""
    values: Any = np.zeros(size)
    values[np.fromiter(proto.ids, np.int64)] = np.fromiter(proto.values, np.float64)
    return values  # type: ignore[no-any-return]
