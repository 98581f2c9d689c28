"""The psi-learning problem: rows, signs, loss and penalty; and planes, its solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import Bools, Floats, as_array, as_floats
from nzdd.input.parameters import check_choice, check_number

NORMS = ("l1", "l2")

MAX_COST = 1e18
"""The largest cost of a loss of 1; solvers treat 1e20 as infinite."""

ON_THE_EDGE = 1e-5
"""Margins down to minus this count as 0: solvers satisfy rows only to about 1e-6."""


def psi(margins: ArrayLike, a: float, tolerance: float = 0.0) -> Floats:
    """The loss: ``a - a u`` for u in [0, 1], 2 below and 0 above. Figure 1 of Liu and Wu.

    Parameters
    ----------
    margins : array_like of float
        The values u.
    a : float
        In [0, 2]. The loss is continuous for a = 2 only.
    tolerance : float
        Values down to ``-tolerance`` count as 0, where the loss is a.
    """
    u = np.asarray(margins, np.float64)
    return np.where(u < -tolerance, 2.0, a * (1.0 - np.clip(u, 0.0, 1.0)))


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The function ``weights @ x + intercept``, positive for the positive class.

    Attributes
    ----------
    weights : ndarray, shape (d,)
    intercept : float
    """

    weights: Floats
    intercept: float

    def values(self, features: Floats) -> Floats:
        """The function at every row, shape (n,). O(n d)."""
        return np.asarray(features @ self.weights + self.intercept, np.float64)


@dataclass(frozen=True, init=False, eq=False)
class PsiProblem:
    """Minimise ``J(w) + sum_i C weights[i] psi(y_i (w @ x_i + b))``: problem (3.6) of Liu and Wu.

    Parameters
    ----------
    features : array_like of float, shape (n, d)
        Finite.
    positive : array_like of bool, shape (n,)
        The rows with ``y_i = 1``; the others have -1. There must be both.
    C : float
        Above 0.
    a : float
        In [0, 2]; the paper advises 0.5 to 1.5 and uses 0.5.
    norm : {"l1", "l2"}
        ``J(w) = sum |w|``, or ``1/2 sum w**2``. The intercept b is not penalised.
    weights : array_like of float, shape (n,), optional
        Above 0; 1 by default. A row of weight 2 counts as two equal rows.
    fixed : array_like of bool, shape (n,), optional
        Rows that must lie in region 3, ``y_i (w @ x_i + b) >= 1``; none by default.
    correct : array_like of bool, shape (n,), optional
        Rows that must not lie in region 1, ``y_i (w @ x_i + b) >= 0``; as an attribute with those
        of `fixed`.

    Raises
    ------
    ValueError
        If an argument is out of its range or does not fit the others.
    """

    features: Floats
    signs: Floats
    C: float
    a: float
    norm: str
    weights: Floats
    fixed: Bools
    correct: Bools

    def __init__(
        self,
        features: ArrayLike,
        positive: ArrayLike,
        C: float = 1.0,
        a: float = 0.5,
        norm: str = "l1",
        weights: ArrayLike | None = None,
        fixed: ArrayLike | None = None,
        correct: ArrayLike | None = None,
    ) -> None:
        rows = as_floats(features, "features").copy()
        if rows.ndim != 2 or not rows.shape[1]:
            raise ValueError(f"features have shape {rows.shape}; give (rows, columns)")
        n = rows.shape[0]
        yes = _of_size("positive", positive, n).astype(np.bool_)
        if not np.isfinite(rows).all():
            raise ValueError("features hold NaN or infinity; give finite numbers")
        if yes.all() or not yes.any():
            raise ValueError("all rows have the same sign; give rows of two classes")
        check_number("C", C, above=True)
        check_number("a", a, most=2.0)
        check_choice("norm", norm, NORMS)
        given = as_row_weights(weights, n).copy()
        if not given.all():
            raise ValueError(
                f"weight {int(np.argmin(given))} is 0; weights must be above 0: leave the row out"
            )
        check_costs(C, given)
        held = np.zeros(n, bool) if fixed is None else _of_size("fixed", fixed, n).astype(bool)
        right = held if correct is None else held | _of_size("correct", correct, n).astype(bool)
        signs = np.where(yes, 1.0, -1.0)
        for array in (rows, signs, given, held, right):
            array.setflags(write=False)
        values = {"features": rows, "signs": signs, "weights": given, "fixed": held}
        vars(self).update(values, C=float(C), a=float(a), norm=norm)  # the class is frozen
        vars(self).update(correct=right)

    @property
    def num_rows(self) -> int:
        """Number of rows n."""
        return int(self.features.shape[0])

    @property
    def num_features(self) -> int:
        """Number of columns d."""
        return int(self.features.shape[1])

    @property
    def costs(self) -> Floats:
        """The cost of a loss of 1 in each row, shape (n,)."""
        return self.C * self.weights

    def changed(self, **changes: Any) -> PsiProblem:
        """The problem with some arguments of the constructor changed."""
        kept: dict[str, Any] = {"positive": self.signs > 0} | vars(self)
        del kept["signs"]
        return PsiProblem(**(kept | changes))

    def wrong(self, plane: Plane) -> Bools:
        """The rows that may lie in region 1 and do, shape (n,). O(n d)."""
        return (self.margins(plane) < -ON_THE_EDGE) & ~self.correct

    def margins(self, plane: Plane) -> Floats:
        """``y_i (w @ x_i + b)`` of every row, shape (n,). O(n d)."""
        return self.signs * plane.values(self.features)

    def penalty(self, weights: Floats) -> float:
        """J of the weights w, shape (d,)."""
        size = np.abs(weights).sum() if self.norm == "l1" else 0.5 * (weights**2).sum()
        return float(size)

    def objective(self, plane: Plane) -> float:
        """The penalty and losses of a plane; infinite if a row is not where it must be.

        Margins at most `ON_THE_EDGE` below 0 or 1 count as 0 or 1. O(n d).
        """
        margins = self.margins(plane)
        if (margins[self.correct] < self.fixed[self.correct] - ON_THE_EDGE).any():
            return np.inf
        losses = np.where(self.fixed, 0.0, psi(margins, self.a, ON_THE_EDGE))
        return self.penalty(plane.weights) + float(self.costs @ losses)


def check_costs(C: float, weights: Floats) -> None:
    """Raise ValueError where a loss costs more than solvers count."""
    if not C * weights.max() <= MAX_COST:
        raise ValueError(
            f"a loss of 1 costs up to C = {C:g} times a weight of {weights.max():g}; take a "
            f"smaller C or smaller weights, so that it costs {MAX_COST:g} at most"
        )


def _of_size(name: str, value: ArrayLike, size: int) -> NDArray[Any]:
    array = as_array(value, name)
    if array.shape != (size,):
        raise ValueError(f"{name} has shape {array.shape}; give ({size},), as features have rows")
    return array
