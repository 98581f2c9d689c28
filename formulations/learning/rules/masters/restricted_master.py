"""What the restricted masters share: the weights of the rules that were found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers, worth
from nzdd.formulations.learning.rules.losses.smooth import ConvexLoss
from nzdd.input.arrays import Floats

AnyLoss = TypeVar("AnyLoss", bound=ConvexLoss)


class RestrictedMaster(ABC, Generic[AnyLoss]):
    """A penalised loss over a growing list of rules.

    Parameters
    ----------
    rows : BinnedRows
    loss : ConvexLoss
    penalty : ndarray of float64, shape (max_order + 1,)
        Of a rule with that many literals.
    rules : ndarray of uint32, optional
        The rules to weigh, rising; by default all, those that `grow` finds included.

    Attributes
    ----------
    rules : ndarray of uint32, shape (r,)
    penalty : ndarray of float64, shape (r,)
    signs : ndarray of uint8, shape (r,)
        See `BinnedRows`; only a smooth loss takes one sign alone.
    weights : ndarray of float64, shape (outputs, r)
    intercept : ndarray of float64, shape (outputs,)
    votes : ndarray of float64, shape (rows, outputs)
    smooth : bool
        Whether votes have one residual alone.
    """

    smooth: ClassVar[bool] = True

    def __init__(
        self, rows: BinnedRows, loss: AnyLoss, penalty: Floats, rules: Numbers | None = None
    ) -> None:
        self._rows, self.loss, self._of_order = rows, loss, penalty
        self._fixed = rules
        self.intercept = loss.start()
        self.weights = np.zeros((loss.num_outputs, 0))
        self.votes = np.tile(self.intercept, (rows.num_rows, 1))
        self.penalty, self.signs = np.empty(0), np.empty(0, np.uint8)
        self.grow()

    def grow(self) -> None:
        """Take in the rules that were found since."""
        orders = self._rows.orders()
        self.rules = np.arange(orders.size, dtype=np.uint32) if self._fixed is None else self._fixed
        self.penalty = self._of_order[orders[self.rules]]
        self.signs = self._rows.signs[self.rules]
        missing = self.rules.size - self.weights.shape[1]
        self.weights = np.pad(self.weights, ((0, 0), (0, missing)))

    def resume(self, rules: Numbers, weights: Floats, intercept: Floats) -> None:
        """Go on from the weights of some rules."""
        self.grow()
        self.weights[:] = 0
        self.weights[:, np.searchsorted(self.rules, rules)] = weights
        self.intercept = intercept.copy()
        votes = [self._rows.votes(rules, np.ascontiguousarray(each)) for each in weights]
        self.votes = np.column_stack(votes) + intercept

    def value(self, level: float) -> float:
        """The loss with the penalties."""
        return self.loss.value(self.votes) + level * self.norm()

    def norm(self) -> float:
        """The weighted 1-norm of the weights."""
        return float((np.abs(self.weights) * self.penalty).sum())

    @abstractmethod
    def residuals(self) -> Floats:
        """Duals of the votes, shape (rows, outputs), of sum 0 by output; see `ConvexLoss.dual`."""

    @abstractmethod
    def solve(self, level: float, gap: float) -> bool:
        """Minimise over the present rules until `value` is at most `gap` above the minimum.

        Returns whether it came so far: rounding may end it before.
        """

    def _bound(self, level: float, near: NDArray[np.intp] | None = None) -> tuple[float, Floats]:
        """What the residuals prove of the present rules; their sums over the rules' rows.

        With positions `near` of those alone. The sums have the shape (outputs, rules).
        """
        residuals = self.residuals()
        at = slice(None) if near is None else near
        scores = self._rows.sums(self.rules[at], residuals).T
        largest = float((worth(scores, self.signs[at]) / self.penalty[at]).max(initial=0.0))
        scale = min(1.0, level / largest) if largest > 0 else 1.0
        return self.loss.dual(scale * residuals), scores
