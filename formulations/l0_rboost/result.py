"""What L0-RBoost found, with the proof of how good it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.history import Step
from nzdd.formulations.l0_rboost.bit_sample import votes
from nzdd.formulations.result import Status
from nzdd.monomials import Monomial

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class L0RBoostResult:
    """Weighted monomials, and bounds on the sparse minimum disagreement problem (15).

    Attributes
    ----------
    monomials : tuple of Monomial
        Gamma: all that were generated.
    weights, usage : ndarray, shape (monomials,)
        lambda, which sums to 1, and mu of the last relaxation.
    slack : ndarray, shape (rows,)
        xi, one a distinct row.
    relaxation : float
        The optimum of the last (18): over all monomials and pairs where the status is OPTIMAL,
        otherwise over those that were taken.
    proven : float
        A lower bound on the relaxation over all monomials and pairs, (22).
    lower, upper : float
        Bounds on the optimum of the integer problem (15) over all monomials, (23): `lower` is
        `proven`, rounded up where all objectives are whole numbers. With the printed cuts it is
        only the least penalty, and `relaxation` may exceed `upper`.
    rounded_weights : ndarray, shape (monomials,)
        The weights whose rounding gives `upper`.
    status : Status
        OPTIMAL where no column and no cut is left that would change the relaxation, or where
        `lower` reaches `upper`; FEASIBLE where a limit came first.
    limit : str or None
        "time", "interrupted" or "rounds".
    num_cuts : int
    margin : float
    penalties : ndarray, shape (monomials,)
    history : list of Step
        `lower` and `upper` after every round.
    simplex_iterations : list of int
        Of every master.
    """

    monomials: tuple[Monomial, ...]
    weights: Floats
    usage: Floats
    slack: Floats
    relaxation: float
    proven: float
    lower: float
    upper: float
    rounded_weights: Floats
    status: Status
    limit: str | None
    num_cuts: int
    margin: float
    penalties: Floats
    history: list[Step] = field(default_factory=list)
    simplex_iterations: list[int] = field(default_factory=list)

    @property
    def gap(self) -> float:
        """The absolute gap ``upper - lower`` of the integer problem."""
        return self.upper - self.lower

    @property
    def num_rounds(self) -> int:
        """How many masters were solved."""
        return len(self.simplex_iterations)

    def used(self) -> NDArray[np.intp]:
        """The monomials with a weight, the heaviest first."""
        order = np.argsort(-self.weights, kind="stable")
        return order[self.weights[order] > 0]

    def decision_function(self, bits: NDArray[np.bool_]) -> Floats:
        """``sum lambda_u h_u``, shape (rows,); time O(rows x literals in use).

        Parameters
        ----------
        bits : ndarray of bool, shape (rows, attributes)
        """
        used = self.used()
        chosen = [self.monomials[index] for index in used.tolist()]
        return np.asarray(votes(bits, chosen) @ self.weights[used])

    def summary(self, names: Sequence[str] | None = None) -> str:
        """A few lines of text for people, and the weighted monomials."""
        early = f" (ended by {self.limit})" if self.limit else ""
        lines = [
            ("status", f"{self.status}{early}"),
            ("relaxation", f"{self.relaxation:.8g} at margin {self.margin:.4g}"),
            ("integer", f"between {self.lower:.8g} and {self.upper:.8g}"),
            ("monomials", f"{self.used().size} used of {len(self.monomials)} generated"),
            ("pair cuts", f"{self.num_cuts:,}"),
            ("method", f"L0-RBoost, {self.num_rounds} rounds"),
        ]
        text = [f"{name:<11} {value}" for name, value in lines]
        for index in self.used().tolist():
            monomial = self.monomials[index]
            weight = monomial.sign * self.weights[index]
            text.append(f"{weight:+14.8g}  {monomial.text(names)}")
        return "\n".join(text)
