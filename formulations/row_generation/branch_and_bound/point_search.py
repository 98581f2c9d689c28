"""Feasible points from the solutions of LPs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.row_generation.branch_and_bound.incumbent import Incumbent
from nzdd.formulations.row_generation.branch_and_bound.lazy_relaxation import LazyRelaxation, Vertex
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.matrix_rows import MatrixRows

Heuristic = Callable[[Floats], "Floats | None"]

ROWS = 20
"""Rows an oracle is asked for at a time."""

FIRST_PAUSE = 10
"""Nodes between two calls of the caller's heuristic."""


class PointSearch:
    """Offers an incumbent points: rounded, of the caller's heuristic, or of an LP.

    Integer columns must have integer bounds.
    """

    def __init__(
        self,
        lazy: LazyModel,
        relaxation: LazyRelaxation,
        incumbent: Incumbent,
        tolerance: float,
        heuristic: Heuristic | None,
    ) -> None:
        core = lazy.core
        self._core, self._relaxation, self._incumbent = core, relaxation, incumbent
        self._tolerance, self._heuristic = tolerance, heuristic
        self._looked, self._next, self._pause = 0, 1, FIRST_PAUSE // 2
        self._integers = np.flatnonzero(core.integrality)
        listed = MatrixRows(core.matrix, core.row_lower, core.row_upper).locks()
        self._falls, self._rises = (
            ~(mine | others) for mine, others in zip(listed, lazy.locks(), strict=True)
        )

    def look(self, x: Floats, columns: Ints) -> None:
        """Offer points near the solution of an LP, which is fractional in these integer columns.

        This changes the bounds of the relaxation.
        """
        if not self._incumbent.offer(self._rounded(x, columns)) and not columns.size:
            # The integers are not feasible with these values of the other columns.
            self.complete(x)
        if self._heuristic is None:
            return
        self._looked += 1
        if self._looked >= self._next:
            point = self._heuristic(x)
            better = point is not None and self._incumbent.offer(np.asarray(point, np.float64))
            # A heuristic that finds nothing is asked less and less often.
            self._pause = FIRST_PAUSE if better else 2 * self._pause
            self._next = self._looked + self._pause

    def _rounded(self, x: Floats, columns: Ints) -> Floats:
        """Fractional values are rounded in their safe direction, else to the nearest integer."""
        values = x[columns]
        nearest = np.where(self._rises[columns], np.ceil(values), np.rint(values))
        point = x.copy()
        point[columns] = np.where(self._falls[columns], np.floor(values), nearest)
        return point

    def complete(self, x: Floats) -> None:
        """Offer the best point with the integers of x, rounded; those that are NaN are free.

        This changes the bounds of the relaxation. Time: an LP for each round of separation.
        """
        lower, upper = self._core.lower.copy(), self._core.upper.copy()
        given = self._integers[np.isfinite(x[self._integers])]
        lower[given] = upper[given] = np.clip(np.rint(x[given]), lower[given], upper[given])
        self._relaxation.move_to(lower, upper)
        while (
            isinstance(vertex := self._relaxation.solve(), Vertex)
            and vertex.value < self._incumbent.cutoff
        ):
            if not self._relaxation.separate(vertex.x, ROWS, self._tolerance):
                self._incumbent.offer(vertex.x)
                return
