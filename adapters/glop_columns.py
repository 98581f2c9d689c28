"""GLOP as a linear program that takes new columns too: the engine of column generation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from ortools.glop.parameters_pb2 import GlopParameters
from ortools.math_opt.model_update_pb2 import ModelUpdateProto
from ortools.math_opt.solution_pb2 import BASIS_STATUS_AT_LOWER_BOUND
from scipy.sparse import csr_array, hstack

from nzdd.adapters.glop import GlopEngine
from nzdd.formulations.linear_model import LinearModel
from nzdd.formulations.lp_engine import LPAnswer

Floats = NDArray[np.float64]
Matrix = csr_array[np.float64, tuple[int, int]]

# New columns leave the basis feasible, so that the primal simplex goes on from it: on the masters
# of L0-RBoost that takes a quarter of the iterations of the dual one.
_PRIMAL = GlopParameters(use_dual_simplex=False, use_preprocessing=False, use_scaling=False)


class GlopColumns(GlopEngine):
    """A `GlopEngine` with `add_columns`.

    Parameters
    ----------
    model : LinearModel
        Its integrality is ignored.

    Notes
    -----
    GLOP itself drops its basis where rows and columns come together, so the basis is handed over
    anew, with the new columns at their lower bounds.
    """

    def __init__(self, model: LinearModel) -> None:
        self._columns_came = False
        super().__init__(model)

    def _solve(self, glop: GlopParameters, deadline: float) -> LPAnswer:
        if self._columns_came and glop.use_dual_simplex:
            glop = _PRIMAL
        self._columns_came = False
        return super()._solve(glop, deadline)

    def add_columns(self, objective: Floats, matrix: Matrix, lower: Floats, upper: Floats) -> None:
        """Append columns behind the present ones. Time O(nonzeros of the matrix that results).

        Parameters
        ----------
        objective, lower, upper : ndarray, shape (columns,)
            The lower bounds finite.
        matrix : csr_array, shape (present rows, columns)

        Raises
        ------
        ValueError
            If the shapes do not fit, or a lower bound is infinite.
        """
        rows, count = matrix.shape
        shapes = {objective.shape, lower.shape, upper.shape}
        if rows != self._ids.size or shapes != {(count,)}:
            raise ValueError(
                f"a matrix {matrix.shape} with costs and bounds {sorted(shapes)} makes no columns "
                f"over {self._ids.size} rows"
            )
        if not np.isfinite(lower).all():
            raise ValueError("a new column has no lower bound; it must have a finite one")
        ids = np.arange(self._lower.size, self._lower.size + count)
        self._solver.update(
            _new_columns(ids, objective / self._cost_scale, self._ids, matrix, lower, upper)
        )
        self._lower = np.concatenate((self._lower, lower))
        self._upper = np.concatenate((self._upper, upper))
        joined = csr_array(hstack([self._matrix(), matrix], format="csr"))
        self._blocks = [joined]
        self._model = self._model.replace(
            objective=np.concatenate((self._model.objective, objective / self._cost_scale)),
            matrix=joined[:0],
            row_lower=self._row_lower[:0],
            row_upper=self._row_upper[:0],
            lower=self._lower,
            upper=self._upper,
            integrality=False,
        )
        if self._basis is not None:
            self._basis.variable_status.ids.extend(ids.tolist())
            self._basis.variable_status.values.extend([BASIS_STATUS_AT_LOWER_BOUND] * count)
        self._basis_moved = self._columns_came = True


def _new_columns(
    ids: NDArray[np.int64],
    objective: Floats,
    row_ids: NDArray[np.int64],
    matrix: Matrix,
    lower: Floats,
    upper: Floats,
) -> ModelUpdateProto:
    """Columns with new ids, which must rise, over rows with ids that rise."""
    canonical = csr_array(matrix)
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
