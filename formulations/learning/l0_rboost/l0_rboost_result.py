"""The result of L0-RBoost, with proven bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.l0_rboost.bit_sample import votes
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Bools, Floats
from nzdd.input.parameters import check_choice

INTEGER, RELAXATION = "integer", "relaxation"

TIE = 1e-9
"""Votes up to this are rounding errors of 0."""


def check_vote(vote: str) -> None:
    """Raise ValueError for an unknown vote."""
    check_choice("vote", vote, (INTEGER, RELAXATION))


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
        xi of each distinct row.
    relaxation : float
        The optimum of the last (18): over all monomials and pairs if the status is OPTIMAL,
        otherwise over those added so far. If no master was solved, the value of the best vote in
        the relaxation.
    proven : float
        A lower bound on the relaxation over all monomials and pairs, (22).
    lower, upper : float
        Bounds on the optimum of the integer problem (15) over all monomials, (23): `lower` is
        `proven`, rounded up if all objectives are whole numbers. With the printed cuts it is only
        the least penalty and what equal rows of both classes prove, and `relaxation` may exceed
        `upper`.
    integer_weights : ndarray, shape (monomials,)
        The weights with the value `upper`: the best solution of (15) found.
    status : Status
        OPTIMAL if no further column or cut would change the relaxation, or `lower` equals `upper`;
        FEASIBLE after a limit.
    limit : str or None
        "time", "interrupted" or "rounds".
    num_cuts : int
    margin : float
    penalties : ndarray, shape (monomials,)
    history : list of Step
        `lower` and `upper` after every round.
    simplex_iterations : list of int
        Of every master.
    positive_share : float
        Of the weight of the rows.
    """

    monomials: tuple[Monomial, ...]
    weights: Floats
    usage: Floats
    slack: Floats
    relaxation: float
    proven: float
    lower: float
    upper: float
    integer_weights: Floats
    status: Status
    limit: str | None
    num_cuts: int
    margin: float
    penalties: Floats
    history: list[Step] = field(default_factory=list)
    simplex_iterations: list[int] = field(default_factory=list)
    positive_share: float = 0.5

    @property
    def gap(self) -> float:
        """The absolute gap ``upper - lower`` of the integer problem."""
        return self.upper - self.lower

    @property
    def num_rounds(self) -> int:
        """The number of masters solved."""
        return len(self.simplex_iterations)

    def ensemble(self, vote: str = INTEGER) -> tuple[list[Monomial], Floats]:
        """The monomials with a weight and their weights, the largest first.

        Parameters
        ----------
        vote : {"integer", "relaxation"}
            Take `integer_weights`, most of which are 0, or `weights`, those of the paper.
        """
        check_vote(vote)
        weights = self.integer_weights if vote == INTEGER else self.weights
        order = np.argsort(-weights, kind="stable")
        used = order[weights[order] > 0]
        return [self.monomials[index] for index in used.tolist()], weights[used]

    def decision_function(self, bits: Bools, vote: str = INTEGER) -> Floats:
        """``sum lambda_u h_u``, shape (rows,); time O(rows x literals in use).

        Where that is 0 it is at most `TIE`, above 0 if the positive rows have the larger weight.

        Parameters
        ----------
        bits : ndarray of bool, shape (rows, attributes)
        vote : {"integer", "relaxation"}
            See `ensemble`.
        """
        monomials, weights = self.ensemble(vote)
        sums = votes(bits, monomials) @ weights
        return np.where(np.abs(sums) <= TIE, TIE * (2 * self.positive_share - 1), sums)

    def summary(self, names: Sequence[str] | None = None, vote: str = INTEGER) -> str:
        """A few lines of text for people, and the weighted monomials; see `ensemble`."""
        members, weights = self.ensemble(vote)
        early = f" (ended by {self.limit})" if self.limit else ""
        lines = [
            ("status", f"{self.status}{early}"),
            ("relaxation", f"{self.relaxation:.8g} at margin {self.margin:.4g}"),
            ("integer", f"between {self.lower:.8g} and {self.upper:.8g}"),
            ("monomials", f"{len(members)} used of {len(self.monomials)} generated"),
            ("pair cuts", f"{self.num_cuts:,}"),
            ("method", f"L0-RBoost, {self.num_rounds} rounds"),
        ]
        text = [f"{name:<11} {value}" for name, value in lines]
        for monomial, weight in zip(members, weights.tolist(), strict=True):
            text.append(f"{monomial.sign * weight:+14.8g}  {monomial.text(names)}")
        return "\n".join(text)
