"""The interface of the linear programs that LPBoost solves."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.linear import LinearModel

Floats = NDArray[np.float64]
Rows: TypeAlias = "tuple[csr_array[Any, tuple[int, int]], Floats, Floats]"  # new in scipy 1.16


class BoostingProblem(Protocol):
    """A linear program with a column a hypothesis. It is stated as one to be maximised.

    Its dual has a cost u for every row of the program. The methods give the program for the
    hypotheses at hand, and what follows for *all* hypotheses.
    """

    @property
    def start(self) -> Floats:
        """Feasible costs to begin with, shape (costs,)."""

    @property
    def capacity(self) -> Floats:
        """The largest cost of each row, shape (costs,)."""

    def unit(self, costs: Floats) -> float:
        """What tolerances count gaps in, near optimal costs.

        `upper` rises by at most this times what a score is above the threshold.
        """

    def dual(self, columns: Floats) -> LinearModel:
        """Its dual: the costs u are the first columns, the rows of hypotheses are the last."""

    def dual_rows(self, columns: Floats) -> Rows:
        """The rows of hypotheses in the dual, with lower and upper bounds."""

    def column(self, outputs: Floats) -> Floats:
        """The column of a hypothesis with these outputs on the training rows, shape (costs,)."""

    def row_costs(self, costs: Floats) -> Floats:
        """What a weak learner sees of the costs: ``column(h) @ u = h @ row_costs(u)``."""

    def threshold(self, x: Floats) -> float:
        """The score up to which a hypothesis satisfies the dual, at a point of `dual`."""

    def feasible(self, costs: Floats) -> Floats:
        """The costs, moved to satisfy all of the dual but the rows of hypotheses."""

    def lower(self, weights: Floats, activity: Floats) -> float:
        """The objective of weights whose columns add up to an activity, shape (costs,)."""

    def upper(self, costs: Floats, score: float) -> float:
        """A bound on the optimum over hypotheses none of which has a larger score."""
