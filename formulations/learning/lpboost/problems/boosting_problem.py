"""The interface of the linear programs that LPBoost solves."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from scipy.sparse import csr_array

from nzdd.formulations.models.linear import LinearModel
from nzdd.input.arrays import Floats

Rows: TypeAlias = "tuple[csr_array[Any, tuple[int, int]], Floats, Floats]"  # new in scipy 1.16


class BoostingProblem(Protocol):
    """A linear program to be maximised, with a column for each hypothesis.

    Its dual has a cost u for each of its rows. The methods state the program over some hypotheses,
    and prove bounds over *all* hypotheses.
    """

    @property
    def start(self) -> Floats:
        """Feasible costs to begin with, shape (costs,)."""

    @property
    def capacity(self) -> Floats:
        """The largest cost of each row, shape (costs,)."""

    def unit(self, costs: Floats) -> float:
        """The unit of gaps, near optimal costs.

        If a score exceeds the threshold by d, `upper` rises by at most d times this.
        """

    def dual(self, columns: Floats) -> LinearModel:
        """Its dual: the first columns are the costs u, the last rows are those of hypotheses."""

    def dual_rows(self, columns: Floats) -> Rows:
        """The rows of hypotheses in the dual, with lower and upper bounds."""

    def column(self, outputs: Floats) -> Floats:
        """The column of a hypothesis with these outputs on the training rows, shape (costs,)."""

    def row_costs(self, costs: Floats) -> Floats:
        """The costs for a weak learner: ``column(h) @ u = h @ row_costs(u)``."""

    def threshold(self, x: Floats) -> float:
        """The largest score of hypotheses that do not violate the dual, at a point of `dual`."""

    def feasible(self, costs: Floats) -> Floats:
        """Costs near these that satisfy the dual except for the rows of hypotheses."""

    def lower(self, weights: Floats, activity: Floats) -> float:
        """The objective of weights; the activity, shape (costs,), is columns times weights."""

    def upper(self, costs: Floats, score: float) -> float:
        """A bound on the optimum over hypotheses whose scores are at most this."""
