"""A model with listed rows, and oracles for all other rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.violation import Violation
from nzdd.formulations.rows.integer_rows import IntegerRows
from nzdd.formulations.rows.oracle_choice import row_oracles
from nzdd.formulations.rows.separation import (
    RowOracle,
    SeparatedRows,
    check_columns,
    concatenated,
)
from nzdd.input.row_table import Progress
from nzdd.input.text import outline, outline_table

_INSPECTED = 1000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LazyModel:
    """A model and, over the same columns, rows that are added only when violated.

    Attributes
    ----------
    core : LinearModel
        Objective, bounds, integrality, and the rows that are always there.
    oracles : tuple of RowOracle
        The other rows.

    Raises
    ------
    ValueError
        If an oracle is over another number of columns.
    """

    __repr__ = outline
    _repr_html_ = outline_table
    core: LinearModel
    oracles: tuple[RowOracle, ...]

    def __post_init__(self) -> None:
        check_columns(self.oracles, self.core.num_columns)

    @classmethod
    def from_model(
        cls,
        model: LinearModel,
        rows: NDArray[np.bool_] | None = None,
        *,
        progress: Progress | None = None,
        more: Sequence[RowOracle] = (),
    ) -> LazyModel:
        """Move rows of a model into oracles.

        Parameters
        ----------
        model : LinearModel
        rows : ndarray of bool, shape (m,), optional
            Which rows are added only when violated; by default all inequalities and ranges of
            two nonzeros or more. Equalities always bind.
        progress : callable, optional
            See `nzdd.ZDD.from_rows`.
        more : sequence of RowOracle
            Further oracles, which come last.

        Notes
        -----
        Time and memory as for `nzdd.formulations.rows.oracle_choice.row_oracles`.
        """
        if rows is None:
            rows = lazy_rows(model)
        matrix = model.matrix if rows.all() else csr_array(model.matrix[np.flatnonzero(rows)])
        oracles = row_oracles(matrix, model.row_lower[rows], model.row_upper[rows], progress)
        return cls(without_rows(model, rows), (*oracles, *more))

    @property
    def maximize(self) -> bool:
        """Whether a larger objective is better."""
        return self.core.maximize

    def objective_value(self, x: ArrayLike) -> float:
        """Return ``objective @ x + offset``, in the model's own sense."""
        return self.core.objective_value(x)

    def snapped(self, x: ArrayLike) -> Floats:
        """The point with exact integers; see `LinearModel`."""
        return self.core.snapped(x)

    def violation(self, x: ArrayLike) -> Violation:
        """How far x, shape (n,), is from satisfying everything, the rows of the oracles included.

        `Violation.scaled` counts the thousand most violated rows of an oracle exactly, and all
        others as the distance of the last of these. Time as `separate`.
        """
        core, point = self.core.violation(x), np.asarray(x, np.float64)
        if not np.isfinite(point).all():
            return core
        distance = scaled = 0.0
        for oracle in self.oracles:
            found = oracle.separate(point, _INSPECTED, tolerance=0.0)
            if not len(found):
                continue
            distance = max(distance, -float(found.slack[0]))
            activity = np.asarray(found.matrix @ point)
            side = np.where(activity < found.lower, found.lower, found.upper)
            here = float((-found.slack / (1.0 + np.abs(side))).max())
            if len(found) == _INSPECTED:
                here = max(here, -float(found.slack[-1]))
            scaled = max(scaled, here)
        if scaled <= core.scaled:
            return replace(core, rows=max(core.rows, distance))
        place = f"a row of an oracle is outside its bounds by {scaled:.3g}"
        return replace(core, rows=max(core.rows, distance), scaled=scaled, place=place)

    def holds(self, x: ArrayLike, tolerance: float) -> bool:
        """Whether x satisfies the core and the rows of the oracles, up to a tolerance."""
        return self.min_slack(x) >= -tolerance and self.core.violation(x).within(tolerance)

    def min_slack(self, x: ArrayLike) -> float:
        """The least slack of all rows of the oracles at x; infinite without any."""
        return min((oracle.min_slack(x) for oracle in self.oracles), default=np.inf)

    def separate(
        self,
        x: ArrayLike,
        max_rows: int = 50,
        *,
        tolerance: float = 1e-6,
        diverse: bool = False,
        ray: bool = False,
    ) -> tuple[SeparatedRows, NDArray[np.int64]]:
        """The rows that x violates, up to `max_rows` of each oracle, and the oracle of each.

        See `RowOracle.separate`. Rows come in the order of the oracles.
        """
        found = [
            oracle.separate(x, max_rows, tolerance=tolerance, diverse=diverse, ray=ray)
            for oracle in self.oracles
        ]
        return concatenated(found, self.core.num_columns), np.repeat(
            np.arange(len(found)), [len(rows) for rows in found]
        )

    def relaxed(self) -> LazyModel:
        """The linear relaxation: the same model without integrality."""
        return LazyModel(self.core.relaxed(), self.oracles)

    def without_objective(self) -> LazyModel:
        """The same rows and columns, for any feasible point.

        Where the relaxation is unbounded, so is a model with a single point, for rational numbers:
        Meyer, "On the existence of optimal solutions to integer and mixed-integer programming
        problems" (1974).
        """
        return LazyModel(self.core.without_objective(), self.oracles)

    def tightened(self) -> LazyModel:
        """The model with the rows of its oracles as `IntegerRows`. O(oracles)."""
        rows = (IntegerRows(oracle, self.core) for oracle in self.oracles)
        return LazyModel(self.core, tuple(rows))

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which columns may violate a row of an oracle by going down, and which by going up."""
        down, up = np.zeros((2, self.core.num_columns), np.bool_)
        for oracle in self.oracles:
            oracle_down, oracle_up = oracle.locks()
            down |= oracle_down
            up |= oracle_up
        return down, up


def lazy_rows(model: LinearModel) -> NDArray[np.bool_]:
    """Inequalities and ranges of two nonzeros or more, as a mask of shape (m,). Time O(m)."""
    bounded = np.isfinite(model.row_lower) | np.isfinite(model.row_upper)
    equal = model.row_lower == model.row_upper
    mask: NDArray[np.bool_] = bounded & ~equal & (np.diff(model.matrix.indptr) > 1)
    return mask


def without_rows(model: LinearModel, rows: NDArray[np.bool_]) -> LinearModel:
    """The model without some of its rows, given as a mask of shape (m,)."""
    keep = np.flatnonzero(~rows)
    names = model.row_names
    return model.changed(
        matrix=model.matrix[keep],
        row_lower=model.row_lower[keep],
        row_upper=model.row_upper[keep],
        row_names=None if names is None else tuple(names[row] for row in keep),
    )
