"""Mixed-integer linear models as immutable arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from nzdd.formulations.models.arrays import (
    Floats,
    Matrix,
    as_bounds,
    as_columns,
    as_matrix,
    as_names,
    as_point,
    as_vector,
)
from nzdd.formulations.models.violation import Violation, measure
from nzdd.input.text import table

_PARTS = ("indptr", "indices", "data")
_PLAIN = {"maximize": False, "offset": 0.0, "row_names": None, "column_names": None, "name": ""}

SNAP = 1e-5
"""What is this close to an integer may be meant as one; solvers' own tolerances are below it."""


@dataclass(frozen=True, init=False, eq=False, repr=False)
class LinearModel:
    """Minimise or maximise ``objective @ x + offset`` over rows, bounds and integrality.

    The feasible points are those with ``row_lower <= matrix @ x <= row_upper``,
    ``lower <= x <= upper`` and ``x[j]`` integer if ``integrality[j]``. Everything is checked once,
    copied unless it is read-only already, and read-only afterwards.

    Parameters
    ----------
    objective : array_like, shape (n,), or float
        Finite costs; with a matrix, a scalar means n equal costs.
    matrix : sparse or dense array_like, shape (m, n), optional
        Finite coefficients, by default of no rows; stored as CSR float64 with sorted indices,
        duplicates summed and explicit zeros dropped.
    row_lower, row_upper : array_like, shape (m,), or float, optional
        Row bounds, -inf and +inf by default; equal bounds make an equality.
    lower, upper : array_like, shape (n,), or float, optional
        Column bounds, **0 and +inf by default**, as in MPS files and scipy. Those of integer
        columns are rounded inwards to integers.
    integrality : array_like of bool or 0/1, shape (n,), or scalar, optional
        Which columns must be integer, none by default.
    maximize : bool, optional
        Maximise instead of minimise.
    offset : float, optional
        Finite constant of the objective.
    row_names, column_names : iterable of str, optional
        A name for each row, and for each column; None for no names.
    name : str, optional
        Name of the model.

    Raises
    ------
    ValueError
        If a shape does not fit, a number is NaN, a cost or coefficient infinite, a lower bound
        +inf, an upper bound -inf, an index of the matrix negative or too large, or the names are
        not one each. A pair ``lower > upper`` is *not* an error: it is a legal model without a
        feasible point.
    TypeError
        If something is not of a kind that can be converted.

    Notes
    -----
    Time and memory O(m + n + nonzeros). Read-only arrays and canonical read-only CSR matrices, as
    of another model, are shared and not copied; do not make them writeable again.

    Examples
    --------
    >>> model = LinearModel([1, 1], [[2, 1], [1, 3]], row_lower=[2, 3])
    >>> model.violation([1, 0]).rows
    2.0
    """

    objective: Floats
    matrix: Matrix
    row_lower: Floats
    row_upper: Floats
    lower: Floats
    upper: Floats
    integrality: NDArray[np.bool_]
    maximize: bool
    offset: float
    row_names: tuple[str, ...] | None
    column_names: tuple[str, ...] | None
    name: str

    def __init__(
        self,
        objective: ArrayLike,
        matrix: Any = None,
        row_lower: ArrayLike = -np.inf,
        row_upper: ArrayLike = np.inf,
        lower: ArrayLike = 0.0,
        upper: ArrayLike = np.inf,
        integrality: ArrayLike = False,
        *,
        maximize: bool = False,
        offset: float = 0.0,
        row_names: Iterable[str] | None = None,
        column_names: Iterable[str] | None = None,
        name: str = "",
    ) -> None:
        if matrix is None:
            if np.ndim(objective) != 1:
                raise ValueError(
                    "without a matrix, the objective must be an array of one cost per column"
                )
            matrix = csr_array((0, np.size(objective)))
        csr = as_matrix("matrix", matrix)
        m, n = csr.shape
        low, high, flags = as_columns(lower, upper, integrality, n)
        self.__setstate__(
            {
                "objective": as_vector("objective", objective, n),
                "matrix": csr,
                "row_lower": as_bounds("row_lower", row_lower, m, forbidden=np.inf),
                "row_upper": as_bounds("row_upper", row_upper, m, forbidden=-np.inf),
                "lower": low,
                "upper": high,
                "integrality": flags,
                "maximize": bool(maximize),
                "offset": float(as_vector("offset", offset, 1)[0]),
                "row_names": as_names("row_names", row_names, m),
                "column_names": as_names("column_names", column_names, n),
                "name": str(name),
            }
        )

    @classmethod
    def trusted(cls, **parts: Any) -> LinearModel:
        """A model of parts that are right already, which become read-only; O(1).

        All numbers must be as a checked model has them: float64 of the right shape, the matrix in
        canonical CSR format, the bounds of integer columns integers.
        """
        model = cls.__new__(cls)
        model.__setstate__(_PLAIN | parts)
        return model

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        # unpickled arrays are writeable, so unpickling uses this too
        for key, value in state.items():
            csr = isinstance(value, csr_array)
            for part in [getattr(value, name) for name in _PARTS] if csr else [value]:
                if isinstance(part, np.ndarray):
                    part.setflags(write=False)
            object.__setattr__(self, key, value)

    @property
    def num_rows(self) -> int:
        """Number of rows m."""
        return int(self.matrix.shape[0])

    @property
    def num_columns(self) -> int:
        """Number of columns n."""
        return int(self.matrix.shape[1])

    @property
    def num_nonzeros(self) -> int:
        """Number of nonzero coefficients in the rows."""
        return int(self.matrix.nnz)

    @property
    def is_mixed_integer(self) -> bool:
        """Whether any column must be integer."""
        return bool(self.integrality.any())

    def row_label(self, row: int) -> str:
        """Name of a row for messages: its own name, or ``row <index>``."""
        return f"row {self.row_names[row]!r}" if self.row_names else f"row {row}"

    def column_label(self, column: int) -> str:
        """Name of a column for messages: its own name, or ``column <index>``."""
        return f"column {self.column_names[column]!r}" if self.column_names else f"column {column}"

    def row_activity(self, x: ArrayLike) -> Floats:
        """``matrix @ x``, shape (m,), in O(nonzeros)."""
        return np.asarray(self.matrix @ as_point(x, self.num_columns), dtype=np.float64)

    def objective_value(self, x: ArrayLike) -> float:
        """``objective @ x + offset``, in the model's own sense."""
        with np.errstate(invalid="ignore"):
            return float(self.objective @ as_point(x, self.num_columns)) + self.offset

    def violation(self, x: ArrayLike) -> Violation:
        """Measure how far x, shape (n,), is from rows, bounds and integrality.

        Raises ValueError if x has another shape. Time O(m + n + nonzeros).
        """
        point = as_point(x, self.num_columns)
        return measure(
            (self.row_activity(point), self.row_lower, self.row_upper, self.row_label),
            (point, self.lower, self.upper, self.column_label),
            self.integrality,
        )

    def rounded(self, x: ArrayLike) -> Floats:
        """The point with integers where columns must be, and within its bounds; NaN stays. O(n)."""
        point = as_point(x, self.num_columns)
        integers = np.where(self.integrality, np.rint(point), point)
        return np.clip(integers, self.lower, self.upper)

    def snapped(self, x: ArrayLike) -> Floats:
        """The point with exact integers where integer columns are within `SNAP` of them. O(n).

        What solvers call integer may be off by 1e-6, which a large coefficient turns into anything.
        """
        point = as_point(x, self.num_columns)
        with np.errstate(invalid="ignore"):
            near = self.integrality & (np.abs(point - np.rint(point)) <= SNAP)
        return np.where(near, np.rint(point) + 0.0, point)  # -0 is 0

    def relaxed(self) -> LinearModel:
        """The linear relaxation: the same model without integrality."""
        return self.changed(integrality=np.zeros(self.num_columns, np.bool_))

    def without_objective(self) -> LinearModel:
        """The same rows and columns, for any feasible point."""
        return self.changed(objective=np.zeros(self.num_columns), offset=0.0)

    def with_rows(self, matrix: Matrix, lower: Floats, upper: Floats) -> LinearModel:
        """The model with further rows after its own, without names of rows. O(nonzeros)."""
        both = csr_array(vstack([self.matrix, matrix], format="csr"))
        both.sum_duplicates()
        both.eliminate_zeros()
        return self.changed(
            matrix=both,
            row_lower=np.concatenate((self.row_lower, lower)),
            row_upper=np.concatenate((self.row_upper, upper)),
            row_names=None,
        )

    def replace(self, **changes: Any) -> LinearModel:
        """A model with some arguments of the constructor changed, checked anew."""
        arguments = {field.name: getattr(self, field.name) for field in fields(self)}
        return LinearModel(**(arguments | changes))

    def changed(self, **parts: Any) -> LinearModel:
        """The model with other parts that are right already; see `trusted`."""
        return LinearModel.trusted(**(vars(self) | parts))

    def __eq__(self, other: object) -> bool:
        """Compare all numbers and names exactly."""
        if not isinstance(other, LinearModel):
            return NotImplemented
        mine, theirs = self.matrix, other.matrix
        names = [each.name for each in fields(self) if each.name != "matrix"]
        pairs = [(getattr(self, name), getattr(other, name)) for name in names]
        pairs += [(getattr(mine, name), getattr(theirs, name)) for name in _PARTS]
        return mine.shape == theirs.shape and all(
            np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b for a, b in pairs
        )

    # hashes of large arrays would be slow, and nothing needs them
    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, Any]) -> LinearModel:
        return self

    def __repr__(self) -> str:
        sense, rows, columns, integer, nonzeros = self._facts().values()
        return (
            f"<{self._title}: {sense}, {rows} rows, {columns} columns ({integer} integer), "
            f"{nonzeros} nonzeros>"
        )

    def _repr_html_(self) -> str:
        return table(self._title, self._facts())

    @property
    def _title(self) -> str:
        return f"LinearModel {self.name!r}" if self.name else "LinearModel"

    def _facts(self) -> dict[str, str]:
        return {
            "sense": "maximize" if self.maximize else "minimize",
            "rows": str(self.num_rows),
            "columns": str(self.num_columns),
            "integer columns": str(np.count_nonzero(self.integrality)),
            "nonzeros": str(self.num_nonzeros),
        }
