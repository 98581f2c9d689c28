"""The faster oracle for given rows, by the cost of a call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram, Sense
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import RowOracle
from nzdd.input.row_table import Progress

FEW_NONZEROS = 20_000
"""Up to here a product of matrix and vector takes 0.02 ms, and building a diagram does not pay."""


def row_oracles(
    matrix: Matrix, lower: Floats, upper: Floats, progress: Progress | None = None
) -> tuple[RowOracle, ...]:
    """Oracles for the rows ``lower <= matrix @ x <= upper``.

    One over the matrix if it is small, else one for each sense: a diagram if it has fewer nodes
    than the rows have nonzeros, as a sweep takes the same time for a node as a product of matrix
    and vector for a nonzero (0.4 ns, by `python -m benchmarks.diagrams.oracle`). The choice depends
    on counts alone, not on clocks, and is the same in every run. Time and memory as for
    `ConstraintDiagram.from_rows`.
    """
    if matrix.nnz <= FEW_NONZEROS:
        return (MatrixRows.trusted(matrix, lower, upper),) if matrix.shape[0] else ()
    equal = lower == upper
    parts: list[tuple[Sense, NDArray[np.bool_], Floats]] = [
        ("=", equal, lower),
        (">=", ~equal & np.isfinite(lower), lower),
        ("<=", ~equal & np.isfinite(upper), upper),
    ]
    return tuple(
        _row_oracle(_rows(matrix, mask), side[mask], sense, progress)
        for sense, mask, side in parts
        if mask.any()
    )


def _row_oracle(matrix: Matrix, side: Floats, sense: Sense, progress: Progress | None) -> RowOracle:
    diagram = ConstraintDiagram.from_rows(matrix, side, sense, progress=progress)
    sweeps = 2 if sense == "=" else 1
    if sweeps * diagram.zdd.num_nodes < matrix.nnz:
        return diagram
    none = np.full(side.size, np.inf)
    low, high = side if sense != "<=" else -none, side if sense != ">=" else none
    return MatrixRows.trusted(matrix, low, high)


def _rows(matrix: Matrix, mask: NDArray[np.bool_]) -> Any:
    return matrix if mask.all() else csr_array(matrix[np.flatnonzero(mask)])
