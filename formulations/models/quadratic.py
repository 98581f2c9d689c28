"""Linear models whose objective also has squares of columns."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from nzdd.formulations.models.arrays import Floats, as_point, as_vector
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.violation import Violation
from nzdd.input.text import outline, outline_table


@dataclass(frozen=True, eq=False, repr=False)
class QuadraticModel:
    """Minimise ``objective @ x + offset + 1/2 sum_j curvature[j] x[j]**2`` over a linear model.

    Parameters
    ----------
    linear : LinearModel
        Everything but the squares; it must minimise.
    curvature : array_like, shape (n,), or float
        Finite, not negative.

    Raises
    ------
    ValueError
        If the model maximises, or a curvature is negative, infinite or NaN.

    Notes
    -----
    Products of two columns have no place: a positive definite form becomes a sum of squares by
    columns of its own, as kernels do in `nzdd.formulations.learning.psi_learning.basis`.
    """

    __repr__ = outline
    _repr_html_ = outline_table
    linear: LinearModel
    curvature: Floats

    def __post_init__(self) -> None:
        if self.linear.maximize:
            raise ValueError("a QuadraticModel minimises; negate the objective of the linear model")
        curvature = as_vector("curvature", self.curvature, self.linear.num_columns)
        if (curvature < 0).any():
            at = int(curvature.argmin())
            raise ValueError(f"curvature[{at}] is {curvature[at]}; give a number of at least 0")
        curvature.setflags(write=False)
        object.__setattr__(self, "curvature", curvature)

    @property
    def num_columns(self) -> int:
        """Number of columns n."""
        return self.linear.num_columns

    @property
    def maximize(self) -> bool:
        """False: convex squares are minimised."""
        return False

    def objective_value(self, x: ArrayLike) -> float:
        """The objective at x, shape (n,), squares included. O(n)."""
        point = as_point(x, self.num_columns)
        return self.linear.objective_value(point) + 0.5 * float(self.curvature @ point**2)

    def snapped(self, x: ArrayLike) -> Floats:
        """The point with exact integers; see `LinearModel`."""
        return self.linear.snapped(x)

    def violation(self, x: ArrayLike) -> Violation:
        """How far x, shape (n,), is from rows, bounds and integrality; see `LinearModel`."""
        return self.linear.violation(x)
